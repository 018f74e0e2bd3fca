'use client';

import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import type { Field } from '#components/list/filters/typed.ts';
import { useListFilters } from '#components/list/filters/use-list-filters.ts';
import { ListBar, ListBody, type PanelOf, useListPanel } from '#components/list/list-panel.tsx';
import { ListErrors } from '#components/list/list-states.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { useSorting } from '#components/list/use-columns.ts';
import { useOpen, useRowOpens } from '#components/list/use-drawer-route.ts';
import { Address } from '#components/ui/address.tsx';
import { shortId } from '#components/ui/copy-button.tsx';
import { NoteName } from '#components/ui/data-table/cell-parts.tsx';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { DrawerLayout } from '#components/ui/drawer.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Page, PageFrame } from '#components/ui/page.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { RefreshButton } from '#components/ui/refresh-button.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { readAt } from '#lib/core/clock.ts';
import { type OperationFilters, operationsList, statesOf } from '#lib/operations/operations.list.ts';
import {
  allOperations,
  endedOperationsOptions,
  type Operation,
  openOperationsOptions,
} from '#lib/operations/queries.ts';
import { ENDED_STATES, isOpen, KINDS } from '#lib/operations/rules.ts';
import { OperationDrawer } from './operation-drawer.tsx';
import { firstText, useKindLabels, useReasonLabels } from './operation-labels.ts';
import { NextLookUp, OperationStatus, TimeLeft } from './operation-state.tsx';

const SHOWN = ['all', 'open', 'rejected'] as const;

function useOperationFilters() {
  const t = useTranslations('operations.filter');
  const kinds = useKindLabels();
  const labelOf = (name: string, word: string) => (name === 'kind' ? kinds(word) : t(word as 'open'));
  return useListFilters({ list: operationsList, labelOf, retained: ['show'] });
}
type OperationFilterState = ReturnType<typeof useOperationFilters>;

/** The filter bar's state: all filters but `show`; kinds and requesters of the rows read are its options. */
function narrowing(state: OperationFilterState, read: readonly Operation[] = []) {
  const people = new Map(read.map(({ actor }) => [actor.id, actor.name]));
  const seen = new Set<string>([...read.map((one) => one.kind), ...(state.filters.kind ?? [])]);
  const fields = state.fields.flatMap((field): Field[] => {
    if (field.name === 'show') return [];
    if (field.kind === 'words') return [{ ...field, known: KINDS.filter((one) => seen.has(one)) }];
    if (field.name !== 'operator') return [field];
    return [{ kind: 'words', name: 'operator', single: true, own: true, known: [...people.keys()] }];
  });
  const labelOf = (name: string, word: string) =>
    name === 'operator' ? (people.get(word) ?? word) : state.labelOf(name, word);
  return { ...state, fields, labelOf, filters: { ...state.filters, show: null } };
}

/** Operations requested in Guichê: open ones, which refresh by themselves, then ended ones with outcomes. */
export function OperationsView() {
  const t = useTranslations('operations');
  const account = useSession().account.slug;
  const client = useQueryClient();
  const state = useOperationFilters();
  const { filters, set } = state;
  const { sort, order } = filters;
  const { labels } = useOperationTable('');
  const panel = useListPanel({ list: operationsList, state, file: t('file'), labels });
  const states = statesOf(filters);
  const { open, show, close } = useOpen();
  useRowOpens(close);
  const allOpen = useQuery(openOperationsOptions(account, []));
  const allEnded = useInfiniteQuery(
    endedOperationsOptions(account, { states: ENDED_STATES, kind: null, sort, order }),
  );
  const endedRows = (allEnded.data?.pages ?? []).flatMap(({ items }) => items);
  const rows = [...(allOpen.data?.items ?? []), ...endedRows];
  return (
    <PageFrame>
      <DrawerLayout
        drawer={open === null ? undefined : <OperationDrawer key={open} id={open} onClose={close} />}
      >
        <PageHead
          title={t('title')}
          asOf={readAt(allOpen.dataUpdatedAt)}
          live={allOpen.error === null}
          note={t('note')}
        >
          <RefreshButton
            label={t('refresh')}
            onRefresh={() => client.refetchQueries({ queryKey: allOperations(account), type: 'active' })}
          />
          {panel.tools}
        </PageHead>
        <Page layout="stack">
          <div className="flex flex-wrap items-center gap-2 [--filters-x:0px] [&>:last-child]:grow">
            <Segments
              label={t('show')}
              value={filters.show ?? 'all'}
              onChange={(next) => set({ show: next === 'all' ? null : next })}
              options={SHOWN.map((value) => ({ value, label: t(`filter.${value}`) }))}
            />
            <ListBar panel={panel} apart state={narrowing(state, rows)} />
          </div>
          <ListErrors state={state} exportError={panel.error} />
          {states.open.length > 0 && <Open open={open} onOpen={show} state={state} panel={panel} />}
          {states.ended.length > 0 && <Ended open={open} onOpen={show} state={state} panel={panel} />}
        </Page>
      </DrawerLayout>
    </PageFrame>
  );
}

type Props = {
  state: OperationFilterState;
  panel: PanelOf;
  open: string | null;
  onOpen: (id: string) => void;
};

/** Open operations have no end, so they cannot be sorted by it. */
const OPEN_SORTS = {
  list: { sort: ['begun', 'amount'] },
  keyOf: ({ amount, createdAt }: Operation, column: string) => (column === 'amount' ? amount : createdAt),
};

function Open({ open, onOpen, state: { filters }, panel: { names } }: Props) {
  const t = useTranslations('operations.open');
  const account = useSession().account.slug;
  const { data, error, refetch } = useQuery(openOperationsOptions(account, filters.kind ?? [], filters));
  const rows = data?.items;
  const sorting = useSorting(OPEN_SORTS, data?.nextCursor === null);
  const table = useOperationTable(t('title'));
  return (
    <Panel
      title={t('title')}
      note={rows && t('count', { count: rows.length })}
      padded={false}
      local={(rows?.length ?? 0) > 0}
    >
      {error !== null && <ReadError error={error} onRetry={() => void refetch()} />}
      {rows?.length === 0 && <p className="p-panel text-ink-3">{t('none')}</p>}
      {(rows === undefined ? error === null : rows.length > 0) && (
        <DataTable
          {...table}
          rows={rows}
          names={names}
          sorting={sorting}
          opening={{ open, onOpen }}
          waits={() => true}
        />
      )}
    </Panel>
  );
}

function Ended({ open, onOpen, state, panel }: Props) {
  const { filters } = state;
  const t = useTranslations('operations.ended');
  const account = useSession().account.slug;
  const optionsOf = (requested: OperationFilters) =>
    endedOperationsOptions(account, { ...requested, states: statesOf(filters).ended });
  const query = useInfiniteQuery(optionsOf(filters));
  const total = query.data?.pages[0]?.total ?? null;
  const kinds = useKindLabels();
  return (
    <Panel
      title={t('title')}
      note={total !== null && total > 0 && t('count', { count: total })}
      padded={false}
    >
      <ListBody
        {...useOperationTable(t('title'))}
        panel={panel}
        query={query}
        nameOf={({ kind, target }) => `${kinds(kind)} ${target}`}
        amountOf={({ amount }) => ({ cents: amount, direction: 'still' })}
        opening={{ open, onOpen }}
        empty={{
          state: narrowing(state),
          read: (change) => optionsOf({ ...filters, ...change }),
          none:
            filters.show === null
              ? { title: t('none'), hint: t('noneDescription') }
              : { title: t('noneFilter') },
        }}
      />
    </Panel>
  );
}

function useOperationTable(label: string) {
  const t = useTranslations('operations');
  return {
    columns: operationsList.columns,
    cell: OperationCell,
    labels: { label, loading: t('loading'), column: (name: string) => t(`columns.${name as 'what'}`) },
  };
}

function OperationCell({ row, column }: { row: Operation; column: string }) {
  const kinds = useKindLabels();
  const { actor, createdAt, target, amount, intent, kind } = row;
  const named = firstText(intent.url, intent.receiverName, intent.receiver)?.replace(/^https?:\/\//, '');
  switch (column) {
    case 'state':
      return <OperationStatus operation={row} />;
    case 'what':
      return kinds(kind);
    case 'amount':
      return <Money cents={amount} direction="still" />;
    case 'target':
      return (
        <span title={target}>
          <Address url={named === undefined || named === target ? shortId(target) : named} />
        </span>
      );
    case 'actor':
      return actor.name;
    case 'begun':
      return <Instant at={createdAt} />;
    default:
      return <End operation={row} />;
  }
}

function End({ operation }: { operation: Operation }) {
  const reason = useReasonLabels()(operation.reason);
  const t = useTranslations('operations');
  const { state, settledAt, lateAt, otherAmount } = operation;
  if (state === 'awaiting_approval') return <TimeLeft operation={operation} />;
  if (isOpen(state)) return <NextLookUp operation={operation} />;
  return (
    <>
      <NoteName>{t('columns.end')}</NoteName>
      <Instant at={settledAt} variant="time" />
      {lateAt !== null && <b> · {t(otherAmount === null ? 'late.title' : 'late.otherAmount')}</b>}
      {reason && lateAt === null && <span className="text-ink-3"> · {reason}</span>}
    </>
  );
}
