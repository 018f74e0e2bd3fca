'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { type ReactNode, useMemo, useRef } from 'react';
import { type PaletteAction, usePaletteActions } from '#components/app-shell/command-context.tsx';
import { NewButton } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { LongBar, LongGrid, LongHead, LongPage, LongRows } from '#components/list/long-list.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { useLongList } from '#components/list/use-long-list.ts';
import { RunningJobs } from '#components/resends/running-jobs.tsx';
import { useMayResend } from '#components/resends/use-labels.ts';
import { useStart } from '#components/resends/use-start.tsx';
import { Button } from '#components/ui/button.tsx';
import { DaySums } from '#components/ui/data-table/day-line.tsx';
import { DrawerLayout, DrawerPlaceholder } from '#components/ui/drawer.tsx';
import { useIsHydrated } from '#components/ui/use-is-hydrated.ts';
import {
  type DeliveryFilters,
  deliveriesList,
  type Sums,
  type Whole,
} from '#lib/deliveries/deliveries.list.ts';
import { deliveryRows, shownIncidentsOptions } from '#lib/deliveries/queries.ts';
import { FACETS } from '#lib/deliveries/rules.ts';
import { rowsIn } from '#lib/list/pages.ts';
import { choosing, ofReceiver, ofSelection, type Start } from '#lib/resends/start.ts';
import { DeliveryCell, nameOf } from './delivery-cell.tsx';
import { DeliveriesPlaceholder, EmptyDeliveries } from './empty-deliveries.tsx';
import { EndpointChip } from './endpoint-chip.tsx';
import { IncidentPanels } from './incident-panels.tsx';
import { OutcomeFacets, ReachLine } from './outcome-facets.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { type DeliveryList, type FilterState, useColumnName, useDeliveryFilters } from './use-deliveries.ts';

const DeliveryDrawer = dynamic(async () => (await import('./detail/delivery-drawer.tsx')).DeliveryDrawer, {
  ssr: false,
  loading: DrawerPlaceholder,
});

type Props = {
  /** The server preloaded the account's failures, so it renders them. */
  incidentsKnown: boolean;
};

type DeliveriesHeadProps = { list: DeliveryList; onStart: (start: Start) => void };

/** Page header: the age of the rows, and the button for a new resend. */
function DeliveriesHead({ list, onStart }: DeliveriesHeadProps) {
  const t = useTranslations('deliveries');
  const words = useTranslations('resends.action');
  const mayResend = useMayResend();
  const { from, to, webhookId } = list.state.filters;
  return (
    <LongHead
      of={list}
      title={t('title')}
      ways={
        mayResend && (
          <NewButton
            label={words('new')}
            onPress={() => onStart(choosing({ from: from ?? '', to: to ?? '', webhookId }))}
          />
        )
      }
    />
  );
}

function useDeliveryActions({ only }: FilterState, onStart: (start: Start) => void): void {
  const t = useTranslations('deliveries.palette');
  const router = useRouter();
  const { account } = useSession();
  const may = useMayResend();
  const latest = useRef(onStart);
  latest.current = onStart;
  const actions = useMemo<PaletteAction[]>(
    () => [
      {
        id: 'failed-deliveries',
        label: t('failed'),
        icon: 'deliveries',
        run: () => only({ outcome: ['failed'] }),
      },
      ...(may
        ? [
            {
              id: 'resend-by-filter',
              label: t('resend'),
              icon: 'send',
              run: () => latest.current(choosing()),
            } as const,
          ]
        : []),
      {
        id: 'all-resends',
        label: t('resends'),
        icon: 'deliveries',
        run: () => router.push(`/${account.slug}/resends`),
      },
    ],
    [t, only, may, router, account.slug],
  );
  usePaletteActions('deliveries', actions);
}

/**
 * The deliveries page: open incidents, running jobs, the delivery history, and a drawer for one record or
 * task.
 */
export function DeliveriesView({ incidentsKnown }: Props) {
  const view = useView();
  const { state, list, newest, task } = view;
  const { filters, set, only } = state;
  const { slug, capabilities } = useSession().account;
  const incidents = useQuery(shownIncidentsOptions(slug));
  // The navigation loads them too, possibly before this page hydrates; without the server's preload they are
  // shown only after hydration.
  const hydrated = useIsHydrated();
  const open = incidentsKnown || hydrated ? (incidents.data?.items ?? []) : [];
  useDeliveryActions(state, task.begin);
  return (
    <LongPage>
      <DrawerLayout {...drawerOf(view)}>
        <DeliveriesHead list={list} onStart={task.begin} />
        <DeliveriesPlaceholder
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
        </DeliveriesPlaceholder>
        {list.selection.ids.size > 0 && (
          <SelectionBar list={list} onResend={(ids) => task.begin(ofSelection(ids))} />
        )}
      </DrawerLayout>
    </LongPage>
  );
}

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
  // Keeps the previous counts until those of a new filter are loaded.
  const lastNewest = useRef(rows.newest);
  lastNewest.current = rows.newest ?? lastNewest.current;
  const begin = (next: Start) => {
    if (drawer.open !== null) drawer.close();
    setStart(next);
  };
  return { state, list, newest: lastNewest.current, task: { sheet, begin, leave: () => setStart(null) } };
}
type View = ReturnType<typeof useView>;

function drawerOf({ task, list: { drawer, rows } }: View): { room: 'sheet' | 'drawer'; drawer?: ReactNode } {
  const { open, show, close } = drawer;
  if (task.sheet) return { room: 'sheet', drawer: task.sheet };
  if (open === null) return { room: 'drawer' };
  return {
    room: 'drawer',
    drawer: <DeliveryDrawer key={open} id={open} book={rows.book} onOpen={show} onClose={close} />,
  };
}

/**
 * Filters that other parts of the page control: endpoint id or address, an outcome that has a facet, equal
 * failures.
 */
function isElsewhere(name: string, { outcome }: DeliveryFilters): boolean {
  if (name === 'answer') return outcome?.join() === 'failed';
  if (name !== 'outcome') return name === 'webhookId' || name === 'url';
  const facets: readonly string[] = FACETS;
  return outcome === null || (outcome.length === 1 && facets.includes(outcome[0] ?? ''));
}

type Receiver = { url: string | null };

type AnswerGroupsProps = { state: FilterState; answers: Whole['answers'] };

/** Open failures grouped by response status: a click filters to one group, a second click shows all again. */
export function AnswerGroups({ state: { filters, set }, answers = [] }: AnswerGroupsProps) {
  const t = useTranslations('deliveries');
  const locale = useLocale();
  const { answer, statusClass } = filters;
  if (answers.length < 2 && answer === null) return null;
  const chosen = (status: number | null) =>
    status === null ? statusClass?.join() === 'none' : answer === String(status);
  const choose = (status: number | null) => {
    if (chosen(status)) set({ answer: null, statusClass: null });
    else if (status === null) set({ answer: null, statusClass: ['none'] });
    else set({ answer: String(status), statusClass: null });
  };
  return answers.map(({ status, count }) => (
    <Button key={status} size="sm" aria-pressed={chosen(status)} onClick={() => choose(status)}>
      {status ?? t('table.noAnswer')} <b>{count.toLocaleString(locale)}</b>
    </Button>
  ));
}

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
