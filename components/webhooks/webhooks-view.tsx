'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { type ReactNode, useMemo } from 'react';
import { type PaletteAction, usePaletteActions } from '#components/app-shell/command-context.tsx';
import { NewButton, PageHead } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { DrawerLayout, DrawerPlaceholder } from '#components/ui/drawer.tsx';
import { HeadActions, Page, PageFrame } from '#components/ui/page.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { Open } from '#lib/webhooks/open.ts';
import type { CallbackSecret } from '#lib/webhooks/queries.ts';
import { ChangesPanel } from './changes-panel.tsx';
import { EndpointList, ListSkeleton } from './endpoint-list.tsx';
import { isUnacknowledged } from './secret/save-secret.tsx';
import { type OpenState, useAges, useMay, useOpen, useWebhooks, type Webhooks } from './use-webhooks.ts';

const OpenDrawer = dynamic(async () => (await import('./open-drawer.tsx')).OpenDrawer, {
  ssr: false,
  loading: DrawerPlaceholder,
});

const code = (words: ReactNode) => <code className="mono">{words}</code>;

/**
 * The secret of the transactions' `callbackUrl`: whether it exists, its age, and the action to create or
 * rotate it.
 */
function CallbackPanel({ webhooks, state }: { webhooks: Webhooks; state: OpenState }) {
  const t = useTranslations('webhooks.callback');
  const may = useMay();
  const { data, error, refetch } = webhooks.callback;
  if (!webhooks.hasCallbackSecret) return null;
  const exists = data !== undefined && (data.exists === true || data.secret !== null);
  const action = may.webhook && data !== undefined && (
    <Button size="sm" onClick={() => state.show({ what: 'callback' })}>
      {t(exists ? 'rotate' : 'create')}
    </Button>
  );
  return (
    <Panel title={t('title')} action={action} busy={data === undefined && !error}>
      {Boolean(error) && <ReadError error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <p>
          {t.rich('description', { code })} <Facts data={data} asOf={webhooks.list.data?.asOf ?? null} />
        </p>
      )}
      {data?.exists === false && !webhooks.hasDeliveries && (
        <Callout tone="warn" variant="thin" title={t('missingHub')}>
          {t.rich('missingHubWords', { code })}
        </Callout>
      )}
      {data === undefined && !error && <Skeleton width="60%" />}
    </Panel>
  );
}

function Facts({ data, asOf }: { data: CallbackSecret; asOf: string | null }) {
  const t = useTranslations('webhooks');
  const { capabilities } = useSession().account;
  const { secret, exists, open } = data;
  const age = useAges(asOf ?? secret?.issuedAt ?? new Date(0).toISOString(), secret?.issuedAt ?? null);
  if (open !== null)
    return (
      <Badge local icon="unknown">
        {t('state.unclear')}
      </Badge>
    );
  if (secret !== null) {
    const { origin, issuedAt, issuedTo } = secret;
    const values = { origin, age: age(issuedAt) };
    return (
      <span className="text-ink-3">
        {issuedTo === null
          ? t('callback.factsOnly', values)
          : t('callback.facts', { ...values, name: issuedTo.name })}
      </span>
    );
  }
  const words = exists === null ? 'unknown' : exists ? 'elsewhere' : 'missing';
  if (words === 'missing' && !capabilities.includes('deliveries')) return null;
  return <span className="text-ink-3">{t(`callback.${words}`)}</span>;
}

/**
 * The webhooks page: endpoints, the account's own secret, recent changes, and a drawer for one record or
 * task.
 */
export function WebhooksView() {
  const t = useTranslations('webhooks');
  const webhooks = useWebhooks();
  const state = useOpen();
  const { open } = state;
  const may = useMay();
  const { data, error, refetch } = webhooks.list;
  usePageActions(state, {
    mayChange: may.webhook,
    listed: data?.listed !== false && !webhooks.hasDeliveries,
  });
  return (
    <PageFrame>
      <DrawerLayout
        room={open?.what === 'endpoint' ? 'drawer' : 'sheet'}
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
          {Boolean(error) && (
            <ReadError error={error} onRetry={() => void refetch()} asOf={data?.asOf ?? null} />
          )}
          <UnacknowledgedBanner webhooks={webhooks} />
          {data === undefined ? !error && <ListSkeleton /> : <EndpointList list={data} state={state} />}
          <CallbackPanel webhooks={webhooks} state={state} />
          <ChangesPanel rows={data?.items ?? []} />
        </Page>
      </DrawerLayout>
    </PageFrame>
  );
}

function usePageActions(
  { show }: OpenState,
  { mayChange, listed }: { mayChange: boolean; listed: boolean },
): void {
  const t = useTranslations('webhooks');
  const actions = useMemo<PaletteAction[]>(
    () => [
      { id: 'check-signature', label: t('check'), icon: 'key', run: () => show({ what: 'signature' }) },
      ...(mayChange
        ? [
            // With a provider that lists every endpoint, none needs to be added by hand.
            ...(listed
              ? []
              : [
                  {
                    id: 'existing-endpoint',
                    label: t('existing'),
                    icon: 'plus',
                    run: () => show({ what: 'existing' }),
                  } as const,
                ]),
          ]
        : []),
    ],
    [t, show, mayChange, listed],
  );
  usePaletteActions('webhooks', actions);
}

type UnstoredSecret = { what: string | null; first: boolean; issuedAt: string; open: Open };

/** Secrets that this operator has not stored yet, newest first: the tab may have been closed too early. */
function unacknowledgedOf({ list, callback, canRotate }: Webhooks): UnstoredSecret[] {
  const found: UnstoredSecret[] = [];
  for (const { id, url, secret, receiver, rotatedAt } of list.data?.items ?? [])
    if (isUnacknowledged(secret) && !receiver)
      found.push({
        what: url ?? id,
        first: rotatedAt === null,
        issuedAt: secret.issuedAt,
        open: { what: canRotate ? 'rotate' : 'started', id },
      });
  const own = callback.data?.secret;
  if (isUnacknowledged(own))
    found.push({ what: null, first: false, issuedAt: own.issuedAt, open: { what: 'callback' } });
  return found.toSorted((a, b) => b.issuedAt.localeCompare(a.issuedAt));
}

/** Reminds of the newest unstored secret and counts the others; hidden while a secret is being stored. */
function UnacknowledgedBanner({ webhooks }: { webhooks: Webhooks }) {
  const t = useTranslations('webhooks.unkept');
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
      {t(newest.first ? 'wordsFirst' : 'description', values)}{' '}
      {more.length > 0 && t('more', { count: more.length })}
    </Callout>
  );
}
