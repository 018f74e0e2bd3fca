'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { type PaletteAction, usePaletteActions } from '#components/app-shell/command-context.tsx';
import { NewButton, PageHead } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { QueryBody } from '#components/list/query-body.tsx';
import { operationStyle } from '#components/operations/operation-labels.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { useToday } from '#components/ui/clock.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { DrawerLayout, DrawerPlaceholder } from '#components/ui/drawer.tsx';
import type { IconName } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { HeadActions, Page, PageFrame } from '#components/ui/page.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Timeline, TimelineItem } from '#components/ui/steps.tsx';
import { saoPauloDay } from '#lib/core/dates.ts';
import type { Operation } from '#lib/operations/queries.ts';
import type { Open } from '#lib/webhooks/open.ts';
import { type CallbackSecret, changesOptions, type WebhookRow } from '#lib/webhooks/queries.ts';
import { targetUrl } from '#lib/webhooks/rules.ts';
import { EndpointList, ListSkeleton } from './endpoint-list.tsx';
import { code, isUnacknowledged } from './sheet-parts.tsx';
import { type OpenState, useAges, useMay, useOpen, useWebhooks, type Webhooks } from './use-webhooks.ts';

const OpenDrawer = dynamic(async () => (await import('./open-drawer.tsx')).OpenDrawer, {
  ssr: false,
  loading: DrawerPlaceholder,
});

/** The webhooks page: endpoints, the account's own secret, recent changes, and a drawer for one of them. */
export function WebhooksView() {
  const t = useTranslations('webhooks');
  const webhooks = useWebhooks();
  const state = useOpen();
  const { open } = state;
  const may = useMay();
  const { data, error } = webhooks.list;
  // With a provider that lists every endpoint, none needs to be added by hand.
  const listed = data?.listed !== false && !webhooks.hasDeliveries;
  usePageActions(state.show, may.webhook && !listed);
  return (
    <PageFrame>
      <DrawerLayout
        size={open?.what === 'endpoint' ? 'drawer' : 'sheet'}
        drawer={open === null ? undefined : <OpenDrawer open={open} webhooks={webhooks} state={state} />}
      >
        <PageHead title={t('title')} asOf={data?.asOf} live={!error}>
          <HeadActions>
            {!webhooks.hasDeliveries && open === null && (
              <Button
                icon="info"
                variant="quiet"
                title={t('missing.open')}
                onClick={() => state.show({ what: 'missing' })}
              >
                <span className="@max-[56rem]/room:sr-only">{t('missing.open')}</span>
              </Button>
            )}
            <Button icon="key" title={t('check')} onClick={() => state.show({ what: 'signature' })}>
              <span className="@max-[30rem]/room:sr-only">{t('check')}</span>
            </Button>
            {may.webhook && open?.what !== 'new' && (
              <NewButton label={t('new')} onPress={() => state.show({ what: 'new' })} />
            )}
          </HeadActions>
        </PageHead>
        <Page layout="stack">
          <QueryBody query={webhooks.list} asOf={data?.asOf} />
          <UnacknowledgedBanner webhooks={webhooks} />
          {data === undefined ? !error && <ListSkeleton /> : <EndpointList list={data} state={state} />}
          <CallbackPanel webhooks={webhooks} state={state} />
          <ChangesPanel rows={data?.items ?? []} />
        </Page>
      </DrawerLayout>
    </PageFrame>
  );
}

function usePageActions(show: OpenState['show'], mayAdd: boolean): void {
  const t = useTranslations('webhooks');
  const actions = useMemo(() => {
    const action = (id: string, label: string, icon: IconName, what: 'signature' | 'existing') =>
      ({ id, label, icon, run: () => show({ what }) }) satisfies PaletteAction;
    const check = action('check-signature', t('check'), 'key', 'signature');
    return mayAdd ? [check, action('existing-endpoint', t('existing'), 'plus', 'existing')] : [check];
  }, [t, show, mayAdd]);
  usePaletteActions('webhooks', actions);
}

type UnstoredSecret = { what: string | null; first: boolean; issuedAt: string; open: Open };

/** Secrets that this operator has not stored yet, newest first: the tab may have been closed too early. */
function unacknowledgedOf({ list, callback, canRotate }: Webhooks): UnstoredSecret[] {
  const found = (list.data?.items ?? []).flatMap(
    ({ id, url, secret, receiver, rotatedAt }): UnstoredSecret[] => {
      if (!isUnacknowledged(secret) || receiver) return [];
      const open: Open = { what: canRotate ? 'rotate' : 'started', id };
      return [{ what: url ?? id, first: rotatedAt === null, issuedAt: secret.issuedAt, open }];
    },
  );
  const own = callback.data?.secret;
  if (isUnacknowledged(own))
    found.push({ what: null, first: false, issuedAt: own.issuedAt, open: { what: 'callback' } });
  return found.toSorted((a, b) => b.issuedAt.localeCompare(a.issuedAt));
}

/** Reminds of the newest unstored secret and counts the others; hidden while a secret is being stored. */
function UnacknowledgedBanner({ webhooks }: { webhooks: Webhooks }) {
  const t = useTranslations('webhooks.unsaved');
  const { open, show } = useOpen();
  const busy = open !== null && ['rotate', 'started', 'callback'].includes(open.what);
  const [newest, ...more] = unacknowledgedOf(webhooks);
  const age = useAges(webhooks.list.data?.asOf ?? new Date(0).toISOString(), newest?.issuedAt ?? null);
  if (newest === undefined || busy) return null;
  const values = { what: newest.what ?? t('callback'), age: age(newest.issuedAt) };
  return (
    <Callout
      tone="warn"
      icon="key"
      title={t('title')}
      action={<Button onClick={() => show(newest.open)}>{t('show')}</Button>}
    >
      {t(newest.first ? 'descriptionFirst' : 'description', values)}{' '}
      {more.length > 0 && t('more', { count: more.length })}
    </Callout>
  );
}

/** The secret of the transactions' `callbackUrl`: its age, and the action to create or rotate it. */
function CallbackPanel({ webhooks, state }: { webhooks: Webhooks; state: OpenState }) {
  const t = useTranslations('webhooks.callback');
  const may = useMay();
  const { data, isPending } = webhooks.callback;
  if (!webhooks.hasCallbackSecret) return null;
  const exists = data !== undefined && (data.exists === true || data.secret !== null);
  const action = may.webhook && data !== undefined && (
    <Button size="sm" onClick={() => state.show({ what: 'callback' })}>
      {t(exists ? 'rotate' : 'create')}
    </Button>
  );
  return (
    <Panel title={t('title')} action={action} busy={isPending}>
      <QueryBody query={webhooks.callback} skeleton={<Skeleton width="60%" />}>
        {(secret) => (
          <p>
            {t.rich('description', { code })} <CallbackFacts data={secret} webhooks={webhooks} />
          </p>
        )}
      </QueryBody>
      {data?.exists === false && !webhooks.hasDeliveries && (
        <Callout tone="warn" variant="thin" title={t('missingHub')}>
          {t.rich('missingHubDescription', { code })}
        </Callout>
      )}
    </Panel>
  );
}

function CallbackFacts({ data, webhooks }: { data: CallbackSecret; webhooks: Webhooks }) {
  const t = useTranslations('webhooks.callback');
  const unclear = useTranslations('webhooks.state')('unclear');
  const { secret, exists, open } = data;
  const issuedAt = secret?.issuedAt ?? null;
  const age = useAges(webhooks.list.data?.asOf ?? issuedAt ?? new Date(0).toISOString(), issuedAt);
  if (open !== null)
    return (
      <Badge local icon="unknown">
        {unclear}
      </Badge>
    );
  // The panel's warning states that the secret is missing.
  if (secret === null && exists === false && !webhooks.hasDeliveries) return null;
  const labelOf = () => {
    if (secret === null) return t(exists === null ? 'unknown' : exists ? 'elsewhere' : 'missing');
    const values = { origin: secret.origin, age: age(secret.issuedAt) };
    return secret.issuedTo === null
      ? t('factsOnly', values)
      : t('facts', { ...values, name: secret.issuedTo.name });
  };
  return <span className="text-ink-3">{labelOf()}</span>;
}

/** Webhook changes through Guichê and their operators, newest first. */
function ChangesPanel({ rows }: { rows: readonly WebhookRow[] }) {
  const t = useTranslations('webhooks.changes');
  const account = useSession().account.slug;
  const query = useQuery(changesOptions(account));
  const all = (
    <Link className="text-xs" href={`/${account}/operations`}>
      {t('all')}
    </Link>
  );
  return (
    <Panel title={t('title')} action={all} busy={query.isPending}>
      <QueryBody query={query} skeleton={<Skeleton width="70%" />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-ink-3">{t('none')}</p>
          ) : (
            <Timeline label={t('label')}>
              {items.map((operation) => (
                <Change key={operation.id} operation={operation} rows={rows} />
              ))}
            </Timeline>
          )
        }
      </QueryBody>
    </Panel>
  );
}

function Change({ operation, rows }: { operation: Operation; rows: readonly WebhookRow[] }) {
  const t = useTranslations('webhooks.changes');
  const me = useSession().session.operator.id;
  const today = useToday();
  const { kind, actor, state, providerRequestId, problem } = operation;
  const who = actor.id === me ? t('you') : actor.name;
  const target = targetUrl(operation, rows);
  const at = operation.settledAt ?? operation.createdAt;
  const icon = state === 'confirmed' ? ({ shape: 'operator', tone: 'idle' } as const) : operationStyle(state);
  const rejected = state === 'rejected';
  const unknown = state === 'unknown' || state === 'sent';
  const note = (rejected || unknown || providerRequestId) && (
    <span className="flex flex-wrap gap-x-3">
      {rejected && (
        <span>
          {t('rejected')} {problem?.title && `· ${problem.title}`}
        </span>
      )}
      {unknown && <span>{t('unknown')}</span>}
      {providerRequestId && (
        <span className="inline-flex items-center gap-1">
          {t('request')} <CopyId value={providerRequestId} />
        </span>
      )}
    </span>
  );
  return (
    <TimelineItem
      shape={icon.shape}
      tone={icon.tone}
      what={t.has(kind) ? t(kind as 'webhook.edit', { who, target }) : t('other', { who, kind })}
      when={<Instant at={at} variant={saoPauloDay(at) === today ? 'time' : 'minute'} />}
      note={note}
    />
  );
}
