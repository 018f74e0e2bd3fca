'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { ReadError } from '#components/list/read-error.tsx';
import { useOpen } from '#components/list/use-open.ts';
import { LazySheet, nearSheet } from '#components/resends/lazy-sheet.tsx';
import { RunningJobs } from '#components/resends/running-jobs.tsx';
import { choosing, ofReceiver, ofSelection, type Start } from '#components/resends/sheet/start.ts';
import { PageHead } from '#components/shell/page-head.tsx';
import { useCan, useSession } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { DrawerLayout } from '#components/ui/drawer-layout.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { ReadingNote } from '#components/ui/reading-note.tsx';
import { incidentsOptions } from '#lib/deliveries/queries.ts';
import styles from './deliveries.module.css';
import { DeliveriesTable } from './deliveries-table.tsx';
import { EmptyDeliveries } from './empty-deliveries.tsx';
import { FilterBar } from './filter-bar.tsx';
import { IncidentPanels } from './incident-panels.tsx';
import { DeliveryDrawer } from './lazy-drawer.tsx';
import { OutcomeFacets } from './outcome-facets.tsx';
import { RowsWaiting } from './rows-waiting.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { type FilterState, useDeliveryFilters, useDeliveryPages } from './use-deliveries.ts';
import { useDeliveryActions } from './use-delivery-actions.ts';
import { usePicked } from './use-picked.ts';

/** What is at stake, what runs, and the history of callbacks with one record or one task beside it. */
export function DeliveriesView() {
  const state = useDeliveryFilters();
  const pages = useDeliveryPages(state.filters);
  const picked = usePicked();
  const drawer = useOpen();
  const [start, setStart] = useState<Start | null>(null);
  const begin = (next: Start) => {
    drawer.close();
    setStart(next);
  };
  const { clear } = picked;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is another choice
  useEffect(() => clear(), [pages.key, clear]);
  useDeliveryActions(state, begin);
  const leave = () => {
    if (start !== null) return setStart(null);
    if (drawer.open !== null) return drawer.close();
    clear();
  };
  const beside =
    start !== null ? (
      <LazySheet start={start} onClose={() => setStart(null)} />
    ) : drawer.open === null ? undefined : (
      <DeliveryDrawer
        key={drawer.open}
        id={drawer.open}
        items={pages.items}
        onOpen={drawer.show}
        onClose={drawer.close}
      />
    );
  return (
    <div className="page-fill">
      <DrawerLayout room={start === null ? 'drawer' : 'sheet'} drawer={beside}>
        <Head pages={pages} state={state} onStart={begin} />
        <div className={`page ${styles.page}`}>
          <Incidents state={state} pages={pages} onStart={begin} />
          <OutcomeFacets
            facets={pages.data?.facets}
            outcome={state.filters.outcome}
            onOutcome={(outcome) => state.set({ outcome })}
          />
          <Filters state={state} pages={pages} />
          <History state={state} pages={pages}>
            <DeliveriesTable
              pages={pages}
              picked={picked}
              open={start === null ? drawer.open : null}
              onOpen={(id) => {
                setStart(null);
                drawer.show(id);
              }}
              onEscape={leave}
            />
          </History>
        </div>
        {picked.ids.size > 0 && <SelectionBar picked={picked} onResend={(ids) => begin(ofSelection(ids))} />}
      </DrawerLayout>
    </div>
  );
}

type PartProps = {
  state: FilterState;
  pages: ReturnType<typeof useDeliveryPages>;
  onStart: (start: Start) => void;
};

function Head({ state, pages, onStart }: PartProps) {
  const t = useTranslations('deliveries');
  const words = useTranslations('resends.action');
  const mayResend = useCan('resend');
  const { account } = useSession();
  const { from, to, webhookId } = state.filters;
  const asOf = pages.dataUpdatedAt > 0 ? new Date(pages.dataUpdatedAt).toISOString() : null;
  const resends = account.capabilities.includes('resends');
  return (
    <PageHead title={t('title')} asOf={asOf} live={pages.error === null}>
      {/* Where they need a line of their own, they share it. */}
      <span className="flex items-center gap-3">
        {resends && (
          <LinkButton href={`/${account.slug}/resends`} variant="quiet">
            {words('list')}
          </LinkButton>
        )}
        {mayResend && resends && (
          <Button
            onPointerEnter={nearSheet}
            onFocus={nearSheet}
            onClick={() => onStart(choosing({ from: from ?? '', to: to ?? '', webhookId }))}
          >
            {words('new')}
          </Button>
        )}
      </span>
    </PageHead>
  );
}

function Incidents({ state, pages, onStart }: PartProps) {
  const { data } = useQuery(incidentsOptions(pages.account));
  const { account } = useSession();
  return (
    <>
      <IncidentPanels
        incidents={data?.items ?? []}
        onResend={(incident) => onStart(ofReceiver(incident))}
        onSee={({ webhookId, url }) =>
          state.set({ outcome: 'failed', webhookId, url: webhookId === null ? url : null })
        }
      />
      {account.capabilities.includes('resends') && <RunningJobs />}
    </>
  );
}

function Filters({ state, pages }: Omit<PartProps, 'onStart'>) {
  const { data } = useQuery(incidentsOptions(pages.account));
  return (
    <FilterBar
      state={state}
      now={pages.data?.completeAt ?? null}
      items={pages.items}
      incidents={data?.items ?? []}
      reach={pages.data?.reach}
    />
  );
}

/** The rows, or why there are none. */
function History({ state, pages, children }: Omit<PartProps, 'onStart'> & { children: ReactNode }) {
  const { data, error } = pages;
  return (
    <>
      {error !== null && (
        <ReadError error={error} onRetry={() => void pages.refetch()} asOf={data?.completeAt ?? null} />
      )}
      {data === undefined && error === null && <RowsWaiting />}
      {data !== undefined && pages.items.length === 0 && <EmptyDeliveries state={state} page={data} />}
      <ReadingNote pages={data === undefined ? [] : [data]} />
      {pages.items.length > 0 && children}
    </>
  );
}
