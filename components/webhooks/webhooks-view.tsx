'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { type PaletteAction, usePaletteActions } from '#components/app-shell/command-context.tsx';
import { NewButton } from '#components/app-shell/new-button.tsx';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { DrawerLayout } from '#components/ui/drawer-layout.tsx';
import { DrawerPlaceholder } from '#components/ui/drawer-placeholder.tsx';
import { HeadActions, Page, PageFrame } from '#components/ui/page.tsx';
import type { Open } from '#lib/webhooks/open.ts';
import { CallbackPanel } from './callback-panel.tsx';
import { ChangesPanel } from './changes-panel.tsx';
import { EndpointList, ListSkeleton } from './endpoint-list.tsx';
import { isUnacknowledged } from './secret/unacknowledged.ts';
import { useAges } from './use-ages.ts';
import { useMay } from './use-may.ts';
import { type OpenState, useOpen, useWebhooks, type Webhooks } from './use-webhooks.ts';

const OpenDrawer = dynamic(async () => (await import('./open-drawer.tsx')).OpenDrawer, {
  ssr: false,
  loading: DrawerPlaceholder,
});

/** The endpoints, the account's own secret, what changed; one record or one task beside them. */
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
            // A service that lists every endpoint has none to add by hand.
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

type Unkept = { what: string | null; first: boolean; issuedAt: string; open: Open };

/** Secrets that this operator has not stored yet, newest first: the tab may have been closed on one. */
function unacknowledgedOf({ list, callback, canRotate }: Webhooks): Unkept[] {
  const found: Unkept[] = [];
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

/** The newest of them, and how many more there are; silent while one is being stored beside the list. */
function UnacknowledgedBanner({ webhooks }: { webhooks: Webhooks }) {
  const t = useTranslations('webhooks.unkept');
  const { open, show } = useOpen();
  const busy = open !== null && ['rotate', 'started', 'callback'].includes(open.what);
  const [newest, ...more] = unacknowledgedOf(webhooks);
  const age = useAges(webhooks.list.data?.asOf ?? new Date(0).toISOString(), newest?.issuedAt ?? null);
  if (newest === undefined || busy) return null;
  const told = { what: newest.what ?? t('callback'), age: age(newest.issuedAt) };
  return (
    <Callout
      tone="warn"
      icon="key"
      title={t('title')}
      action={<Button onClick={() => show(newest.open)}>{t('show')}</Button>}
    >
      {t(newest.first ? 'wordsFirst' : 'words', told)} {more.length > 0 && t('more', { count: more.length })}
    </Callout>
  );
}
