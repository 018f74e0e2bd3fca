'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useMemo, useRef } from 'react';
import { type PaletteAction, usePaletteActions } from '#components/app-shell/command-context.tsx';
import { NewButton } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { LongGrid, LongPage, LongRows, LongSelectionBar } from '#components/list/long-list.tsx';
import { QueryBody } from '#components/list/query-body.tsx';
import type { Selection } from '#components/list/selection-bar.tsx';
import { useLongList } from '#components/list/use-long-list.ts';
import { RunningJobs } from '#components/resends/running-jobs.tsx';
import { useMayResend } from '#components/resends/use-labels.ts';
import { useStart } from '#components/resends/use-start.tsx';
import { Button } from '#components/ui/button.tsx';
import { useIsHydrated } from '#components/ui/clock.tsx';
import { DaySums } from '#components/ui/data-table/table-body.tsx';
import { DrawerPlaceholder } from '#components/ui/drawer.tsx';
import { Money } from '#components/ui/money.tsx';
import { deliveriesList, type Row } from '#lib/deliveries/deliveries.list.ts';
import { deliveryRows, incidentsOptions } from '#lib/deliveries/queries.ts';
import { choosing, ofReceiver, ofSelection, type Start } from '#lib/resends/choice.ts';
import { CloseFailuresButton } from './close-failures.tsx';
import { DeliveryCell, nameOf } from './delivery-cell.tsx';
import {
  DeliveryBar,
  type DeliveryList,
  type FilterState,
  useColumnName,
  useDeliveryFilters,
} from './delivery-filters.tsx';
import { DeliveriesPlaceholder, EmptyDeliveries } from './empty-deliveries.tsx';
import { IncidentPanels } from './incident-panels.tsx';
import { OutcomeFacets } from './outcome-facets.tsx';

const DeliveryDrawer = dynamic(async () => (await import('./detail/delivery-drawer.tsx')).DeliveryDrawer, {
  ssr: false,
  loading: DrawerPlaceholder,
});

/**
 * The deliveries page: open incidents, running jobs, the history, and a drawer for one record or task.
 * `incidentsKnown`: the server preloaded the account's failures, so it renders them.
 */
export function DeliveriesView({ incidentsKnown }: { incidentsKnown: boolean }) {
  const t = useTranslations('deliveries');
  const action = useTranslations('resends.action');
  const mayResend = useMayResend();
  const state = useDeliveryFilters();
  const column = useColumnName();
  const list = useLongList({ list: deliveriesList, queries: deliveryRows, state, file: t('file'), column });
  const { rows, drawer } = list;
  const { filters, set, only } = state;
  const { setStart, sheet } = useStart();
  // Keeps the previous counts until those of a new filter are loaded.
  const lastNewest = useRef(rows.newest);
  lastNewest.current = rows.newest ?? lastNewest.current;
  const newest = lastNewest.current;
  const begin = (next: Start) => {
    if (drawer.open !== null) drawer.close();
    setStart(next);
  };
  const { slug, capabilities } = useSession().account;
  const incidents = useQuery(incidentsOptions(slug));
  // The navigation loads them too, possibly before this page hydrates; without the server's preload they are
  // shown only after hydration.
  const hydrated = useIsHydrated();
  const open = incidentsKnown || hydrated ? (incidents.data?.items ?? []) : [];
  useDeliveryActions(state, begin);
  const { from, to, webhookId } = filters;
  return (
    <LongPage
      of={list}
      title={t('title')}
      tools={
        mayResend && (
          <NewButton
            label={action('new')}
            onPress={() => begin(choosing({ from: from ?? '', to: to ?? '', webhookId }))}
          />
        )
      }
      size={sheet ? 'sheet' : 'drawer'}
      drawer={
        sheet ||
        (drawer.open !== null && (
          <DeliveryDrawer
            key={drawer.open}
            id={drawer.open}
            book={rows.book}
            onOpen={drawer.show}
            onClose={drawer.close}
          />
        ))
      }
    >
      <DeliveriesPlaceholder
        above={
          <>
            <QueryBody query={incidents} />
            <IncidentPanels
              incidents={open}
              onResend={(incident) => begin(ofReceiver(incident))}
              onSee={(incident) =>
                only({
                  outcome: ['failed'],
                  webhookId: incident.webhookId,
                  url: incident.webhookId === null ? incident.url : null,
                })
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
        <DeliveryBar state={state} list={list} newest={newest} incidents={open} />
        <LongRows of={list} empty={<EmptyDeliveries state={state} reach={newest?.reach} />}>
          <LongGrid
            of={list}
            task={{ sheet, leave: () => setStart(null) }}
            cell={DeliveryCell}
            flows
            labels={{
              label: t('table.label'),
              column,
              nameOf,
              day: ({ count }) => <DaySums count={t('table.day', { count })}>{null}</DaySums>,
            }}
          />
        </LongRows>
      </DeliveriesPlaceholder>
      {list.selection.ids.size > 0 && (
        <SelectionBar list={list} onResend={(ids) => begin(ofSelection(ids))} />
      )}
    </LongPage>
  );
}

function useDeliveryActions({ only }: FilterState, onStart: (start: Start) => void): void {
  const t = useTranslations('deliveries.palette');
  const router = useRouter();
  const { account } = useSession();
  const may = useMayResend();
  const latest = useRef(onStart);
  latest.current = onStart;
  const actions = useMemo(() => {
    const all: PaletteAction[] = [
      {
        id: 'failed-deliveries',
        label: t('failed'),
        icon: 'deliveries',
        run: () => only({ outcome: ['failed'] }),
      },
      { id: 'resend-by-filter', label: t('resend'), icon: 'send', run: () => latest.current(choosing()) },
      {
        id: 'all-resends',
        label: t('resends'),
        icon: 'deliveries',
        run: () => router.push(`/${account.slug}/resends`),
      },
    ];
    return all.filter(({ id }) => may || id !== 'resend-by-filter');
  }, [t, only, may, router, account.slug]);
  usePaletteActions('deliveries', actions);
}

/** The selected deliveries and their transactions: resends them, closes failures, or exports. */
export function SelectionBar({ list, onResend }: { list: DeliveryList; onResend: (ids: string[]) => void }) {
  const action = useTranslations('resends.action');
  const t = useTranslations('deliveries');
  const mayResend = useMayResend();
  const { rows, whole } = list.selection;
  const { ids, amount } = transactionsOf(rows);
  // Deliveries that already succeeded are not resent, so the button counts only open failures.
  const failing = transactionsOf(new Map([...rows].filter(([, row]) => row.open))).ids;
  const going = failing.length === 0 ? ids : failing;
  const open = [...rows.values()].filter((row) => row.open).map(({ id }) => id);
  return (
    <LongSelectionBar
      of={list}
      sums={
        <>
          <span>{t('ofTransactions', { count: ids.length })}</span>
          <Money cents={amount} direction="still" />
        </>
      }
    >
      {mayResend && !whole && ids.length > 0 && (
        <Button icon="send" onClick={() => onResend(going)}>
          {failing.length === 0
            ? action('selection')
            : action('some', { count: going.length, of: ids.length })}
        </Button>
      )}
      {!whole && open.length > 0 && <CloseFailuresButton which={{ ids: open }} count={open.length} />}
    </LongSelectionBar>
  );
}

/** The selection's distinct transactions, and the sum of their known amounts in cents. */
function transactionsOf(chosen: Selection<Row>['rows']): { ids: string[]; amount: number } {
  const amounts = new Map<string, number>();
  for (const { transactionId, amount } of chosen.values())
    if (transactionId !== null) amounts.set(transactionId, amount ?? 0);
  return { ids: [...amounts.keys()], amount: [...amounts.values()].reduce((sum, cents) => sum + cents, 0) };
}
