'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { type ReactNode, useRef } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { LongBar, LongGrid, LongPage, LongRows } from '#components/list/long-list.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { useLongList } from '#components/list/use-long-list.ts';
import { RunningJobs } from '#components/resends/running-jobs.tsx';
import { useStart } from '#components/resends/use-start.tsx';
import { DaySums } from '#components/ui/data-table/day-line.tsx';
import { DrawerLayout } from '#components/ui/drawer-layout.tsx';
import { DrawerPlaceholder } from '#components/ui/drawer-placeholder.tsx';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import { type DeliveryFilters, deliveriesList } from '#lib/deliveries/deliveries.list.ts';
import { deliveryRows } from '#lib/deliveries/list-queries.ts';
import { shownIncidentsOptions } from '#lib/deliveries/queries.ts';
import type { Sums } from '#lib/deliveries/rows.ts';
import { FACETS } from '#lib/deliveries/rules.ts';
import { rowsIn } from '#lib/list/pages.ts';
import { ofReceiver, ofSelection, type Start } from '#lib/resends/start.ts';
import { AnswerGroups } from './answer-groups.tsx';
import { DeliveriesHead } from './deliveries-head.tsx';
import { DeliveriesRoom } from './deliveries-room.tsx';
import { DeliveryCell, nameOf } from './delivery-cell.tsx';
import { EmptyDeliveries } from './empty-deliveries.tsx';
import { EndpointChip } from './endpoint-chip.tsx';
import { IncidentPanels } from './incident-panels.tsx';
import { OutcomeFacets } from './outcome-facets.tsx';
import { ReachLine } from './reach-line.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useColumnName, useDeliveryFilters } from './use-deliveries.ts';
import { useDeliveryActions } from './use-delivery-actions.ts';

const DeliveryDrawer = dynamic(async () => (await import('./detail/delivery-drawer.tsx')).DeliveryDrawer, {
  ssr: false,
  loading: DrawerPlaceholder,
});

type Props = {
  /** The server has read the account's failures once, so that it draws them. */
  incidentsKnown: boolean;
};

/** Open incidents, running jobs, and the history of callbacks with one record or one task beside it. */
export function DeliveriesView({ incidentsKnown }: Props) {
  const view = useView();
  const { state, list, newest, task } = view;
  const { filters, set, only } = state;
  const { slug, capabilities } = useSession().account;
  const incidents = useQuery(shownIncidentsOptions(slug));
  // The navigation asks for them too, and its answer may come before this page hydrates.
  const hydrated = useIsHydrated();
  const open = incidentsKnown || hydrated ? (incidents.data?.items ?? []) : [];
  useDeliveryActions(state, task.begin);
  return (
    <LongPage>
      <DrawerLayout {...beside(view)}>
        <DeliveriesHead list={list} onStart={task.begin} />
        <DeliveriesRoom
          above={
            <>
              {incidents.error !== null && (
                <ReadError error={incidents.error} onRetry={() => void incidents.refetch()} />
              )}
              <IncidentPanels
                incidents={open}
                onResend={(incident) => task.begin(ofReceiver(incident))}
                onSee={({ webhookId, url }) =>
                  only({ outcome: ['failed'], webhookId, url: webhookId === null ? url : null })
                }
              />
              {capabilities.includes('resends') && <RunningJobs />}
              <OutcomeFacets
                facets={newest?.facets}
                outcome={filters.outcome}
                onOutcome={(outcome) => set({ outcome })}
              />
            </>
          }
        >
          <Filters view={view} incidents={open} />
          <LongRows of={list} empty={<EmptyDeliveries state={state} reach={newest?.reach} />}>
            <LongGrid of={list} task={task} cell={DeliveryCell} flows words={useGridLabels()} />
          </LongRows>
        </DeliveriesRoom>
        {list.selection.ids.size > 0 && (
          <SelectionBar list={list} onResend={(ids) => task.begin(ofSelection(ids))} />
        )}
      </DrawerLayout>
    </LongPage>
  );
}

/** State shared by the page's parts. */
function useView() {
  const state = useDeliveryFilters();
  const list = useLongList({
    list: deliveriesList,
    queries: deliveryRows,
    state,
    file: useTranslations('deliveries')('file'),
    column: useColumnName(),
  });
  const { rows, drawer } = list;
  const { setStart, sheet } = useStart();
  // Counts stay until those of another filter are there.
  const told = useRef(rows.newest);
  told.current = rows.newest ?? told.current;
  const begin = (next: Start) => {
    if (drawer.open !== null) drawer.close();
    setStart(next);
  };
  return { state, list, newest: told.current, task: { sheet, begin, leave: () => setStart(null) } };
}
type View = ReturnType<typeof useView>;

function beside({ task, list: { drawer, rows } }: View): { room: 'sheet' | 'drawer'; drawer?: ReactNode } {
  const { open, show, close } = drawer;
  if (task.sheet) return { room: 'sheet', drawer: task.sheet };
  if (open === null) return { room: 'drawer' };
  return {
    room: 'drawer',
    drawer: <DeliveryDrawer key={open} id={open} book={rows.book} onOpen={show} onClose={close} />,
  };
}

/** Chosen by another part of the page: an endpoint by id or address, the outcome where a facet has it, equal failures. */
function isElsewhere(name: string, { outcome }: DeliveryFilters): boolean {
  if (name === 'answer') return outcome?.join() === 'failed';
  if (name !== 'outcome') return name === 'webhookId' || name === 'url';
  const facets: readonly string[] = FACETS;
  return outcome === null || (outcome.length === 1 && facets.includes(outcome[0] ?? ''));
}

type Receiver = { url: string | null };

function Filters({ view, incidents }: { view: View; incidents: readonly Receiver[] }) {
  const { state, list, newest } = view;
  const fields = state.fields.filter((field) => !isElsewhere(field.name, state.filters));
  const [first] = list.rows.pages;
  const seen = [...(first === undefined ? [] : rowsIn(first)), ...incidents];
  return (
    <LongBar
      of={list}
      state={{ ...state, fields }}
      standing
      after={
        <>
          <EndpointChip state={state} seen={seen} />
          <AnswerGroups state={state} answers={newest?.answers} />
        </>
      }
    >
      {newest !== null && <ReachLine reach={newest.reach} />}
    </LongBar>
  );
}

function useGridLabels() {
  const t = useTranslations('deliveries');
  return {
    label: t('table.label'),
    column: useColumnName(),
    nameOf,
    day: ({ count }: Sums) => <DaySums count={t('table.day', { count })}>{null}</DaySums>,
  };
}
