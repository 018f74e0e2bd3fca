'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { ReadError } from '#components/list/read-error.tsx';
import { type PaletteAction, usePaletteActions } from '#components/shell/command-context.tsx';
import { PageHead } from '#components/shell/page-head.tsx';
import { Button } from '#components/ui/button.tsx';
import { DrawerLayout } from '#components/ui/drawer-layout.tsx';
import { CallbackPanel } from './callback-panel.tsx';
import { ChangesPanel } from './changes-panel.tsx';
import { EndpointList, ListSkeleton } from './endpoint-list.tsx';
import { OpenBeside } from './open-beside.tsx';
import { UnkeptBanner } from './unkept-banner.tsx';
import { useMay } from './use-may.ts';
import { type OpenState, useOpen, useWebhooks } from './use-webhooks.ts';
import styles from './webhooks.module.css';

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
    <div className="page-fill">
      <DrawerLayout
        room={open?.what === 'endpoint' ? 'drawer' : 'sheet'}
        drawer={open === null ? undefined : <OpenBeside open={open} webhooks={webhooks} state={state} />}
      >
        <PageHead title={t('title')} asOf={data?.asOf} live={!error}>
          {!webhooks.hasDeliveries && open === null && (
            <Button icon="info" variant="quiet" onClick={() => state.show({ what: 'missing' })}>
              {t('missing.open')}
            </Button>
          )}
          <Button icon="key" onClick={() => state.show({ what: 'signature' })}>
            {t('check')}
          </Button>
          {may.webhook && (
            <Button icon="plus" onClick={() => state.show({ what: 'new' })}>
              {t('new')}
            </Button>
          )}
        </PageHead>
        <div className={`page ${styles.page}`}>
          {Boolean(error) && (
            <ReadError error={error} onRetry={() => void refetch()} asOf={data?.asOf ?? null} />
          )}
          <UnkeptBanner webhooks={webhooks} />
          {data === undefined ? !error && <ListSkeleton /> : <EndpointList list={data} state={state} />}
          <CallbackPanel webhooks={webhooks} state={state} />
          <ChangesPanel rows={data?.items ?? []} />
        </div>
      </DrawerLayout>
    </div>
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
            { id: 'new-endpoint', label: t('new'), icon: 'plus', run: () => show({ what: 'new' }) } as const,
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
