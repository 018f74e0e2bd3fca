'use client';

import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import type { Field } from '#components/list/filters/typed.ts';
import { useListFilters } from '#components/list/filters/use-list-filters.ts';
import { ListBar, ListBody, type PanelOf, useListPanel } from '#components/list/list-panel.tsx';
import { ListErrors } from '#components/list/list-states.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { useSorting } from '#components/list/use-columns.ts';
import { useOpen, useRowOpens } from '#components/list/use-drawer-route.ts';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { DrawerLayout } from '#components/ui/drawer.tsx';
import { Page, PageFrame } from '#components/ui/page.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { RefreshButton } from '#components/ui/refresh-button.tsx';
import { Segments } from '#components/ui/segments.tsx';
import { readAt } from '#lib/core/clock.ts';
import { type OperationFilters, operationsList, statesOf } from '#lib/operations/operations.list.ts';
import {
  endedOperationsOptions,
  type Operation,
  openOperationsOptions,
  operationKeys,
} from '#lib/operations/queries.ts';
import { ENDED_STATES, KINDS } from '#lib/operations/rules.ts';
import { OperationDrawer } from './operation-drawer.tsx';
import { useKindLabels } from './operation-labels.ts';
import { useOperationTable } from './operation-rows.tsx';

const SHOWN = ['all', 'open', 'rejected'] as const;

function useOperationFilters() {
  const t = useTranslations('operations.filter');
  const kinds = useKindLabels();
  const say = (name: string, word: string) => (name === 'kind' ? kinds(word) : t(word as 'open'));
  return useListFilters({ list: operationsList, say, kept: ['show'] });
}
type OperationFilterState = ReturnType<typeof useOperationFilters>;

/**
 * The filter bar's state: all filters but `show`, with the kinds and requesters of the rows read so far as
 * options.
 */
function narrowing(state: OperationFilterState, read: readonly Operation[] = []) {
  const people = new Map(read.map(({ actor }) => [actor.id, actor.name]));
  const seen = new Set<string>([...read.map((one) => one.kind), ...(state.filters.kind ?? [])]);
  const fields = state.fields.flatMap((field): Field[] => {
    if (field.name === 'show') return [];
    if (field.kind === 'words') return [{ ...field, known: KINDS.filter((one) => seen.has(one)) }];
    if (field.name !== 'operator') return [field];
    return [{ kind: 'words', name: 'operator', single: true, own: true, known: [...people.keys()] }];
  });
  const say = (name: string, word: string) =>
    name === 'operator' ? (people.get(word) ?? word) : state.say(name, word);
  return { ...state, fields, say, filters: { ...state.filters, show: null } };
}

/**
 * Operations that Guichê requested from the provider: open ones first, then ended ones with their outcome.
 */
export function OperationsView() {
  const t = useTranslations('operations');
  const state = useOperationFilters();
  const { filters, set } = state;
  const { words } = useOperationTable('');
  const panel = useListPanel({ list: operationsList, state, file: t('file'), words });
  const asked = statesOf(filters);
  const { open, show: pick, close } = useOpen();
  useRowOpens(close);
  return (
    <PageFrame>
      <DrawerLayout
        drawer={open === null ? undefined : <OperationDrawer key={open} id={open} onClose={close} />}
      >
        <Head>{panel.tools}</Head>
        <Page layout="stack">
          <Filters state={state} panel={panel}>
            <Segments
              label={t('show')}
              value={filters.show ?? 'all'}
              onChange={(next) => set({ show: next === 'all' ? null : next })}
              options={SHOWN.map((value) => ({ value, label: t(`filter.${value}`) }))}
            />
          </Filters>
          <ListErrors state={state} exportError={panel.error} />
          {asked.open.length > 0 && <Open open={open} pick={pick} state={state} panel={panel} />}
          {asked.ended.length > 0 && <Ended open={open} pick={pick} state={state} panel={panel} />}
        </Page>
      </DrawerLayout>
    </PageFrame>
  );
}

type Shown = { state: OperationFilterState; panel: PanelOf };

/** The age of the open operations. They refresh automatically; when one ends, the ended ones refresh too. */
function Head({ children }: { children: ReactNode }) {
  const t = useTranslations('operations');
  const account = useSession().account.slug;
  const client = useQueryClient();
  const { dataUpdatedAt, error } = useQuery(openOperationsOptions(account, []));
  const asOf = readAt(dataUpdatedAt);
  return (
    <PageHead title={t('title')} asOf={asOf} live={error === null} note={t('note')}>
      <RefreshButton
        label={t('refresh')}
        onRefresh={() => client.refetchQueries({ queryKey: operationKeys.all(account), type: 'active' })}
      />
      {children}
    </PageHead>
  );
}

function Filters({ state, panel, children }: Shown & { children: ReactNode }) {
  const account = useSession().account.slug;
  const { sort, order } = state.filters;
  const open = useQuery(openOperationsOptions(account, []));
  const ended = useInfiniteQuery(
    endedOperationsOptions(account, { states: ENDED_STATES, kind: null, sort, order }),
  );
  const read = [...(open.data?.items ?? []), ...(ended.data?.pages ?? []).flatMap(({ items }) => items)];
  return (
    <div className="flex flex-wrap items-center gap-2 [--filters-x:0px] [&>:last-child]:grow">
      {children}
      <ListBar panel={panel} apart state={narrowing(state, read)} />
    </div>
  );
}

type Props = Shown & { open: string | null; pick: (id: string) => void };

/** Open operations have no end, so they cannot be sorted by it. */
const OPEN_SORTS = {
  list: { sort: ['begun', 'amount'] },
  keyOf: ({ amount, createdAt }: Operation, column: string) => (column === 'amount' ? amount : createdAt),
};

function Open({ open, pick, state: { filters }, panel: { names } }: Props) {
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
          opening={{ open, onOpen: pick }}
          waits={() => true}
        />
      )}
    </Panel>
  );
}

function Ended({ open, pick, state, panel }: Props) {
  const { filters } = state;
  const t = useTranslations('operations.ended');
  const account = useSession().account.slug;
  const optionsOf = (asked: OperationFilters) =>
    endedOperationsOptions(account, { ...asked, states: statesOf(filters).ended });
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
        opening={{ open, onOpen: pick }}
        empty={{
          state: narrowing(state),
          read: (change) => optionsOf({ ...filters, ...change }),
          none:
            filters.show === null ? { title: t('none'), hint: t('noneWords') } : { title: t('noneFilter') },
        }}
      />
    </Panel>
  );
}
