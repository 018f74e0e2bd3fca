'use client';

import { useTranslations } from 'next-intl';
import { type ComponentProps, type ReactNode, useMemo } from 'react';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import type { TableWords } from '#components/ui/data-table/table-props.ts';
import { HeadActions } from '#components/ui/page.tsx';
import { RefreshButton } from '#components/ui/refresh-button.tsx';
import { readAt } from '#lib/core/clock.ts';
import type { List } from '#lib/list/list.ts';
import { toQuery } from '#lib/list/parsers.ts';
import { placeOf, type ViewPage } from '#lib/views/place.ts';
import { ColumnSettings } from './column-settings.tsx';
import { useListExport } from './export/use-list-export.tsx';
import { FilterBar } from './filters/filter-bar.tsx';
import type { FilterState } from './filters/use-list-filters.ts';
import { ListRows, type RowsProps } from './list-rows.tsx';
import { EmptyResult, ListFaults } from './list-states.tsx';
import { type Sorts, useShownColumns } from './use-columns.ts';
import { SavedViews } from './views/saved-views.tsx';

/** A result with its count of all rows, and its time. */
type Read = {
  data: { pages: readonly { total?: number | null; asOf?: string | null }[] } | undefined;
  dataUpdatedAt: number;
};
type Of = {
  list: List;
  state: FilterState;
  /** Filters that were asked for, when they differ from the address. */
  filters?: object;
  /** First part of the file name, before account and period. */
  file: string;
  /** Its result by cursor; absent where several stand on the page. */
  query?: Read;
  /** Null where its result is of an earlier time than its reading. */
  now?: null;
  words: Pick<TableWords, 'column'>;
  /** Of its columns those that may stand now; all without. */
  offers?: readonly string[];
  /** Filters that this account's service takes, where they are not all. */
  takes?: ReadonlySet<string>;
};

/** State that the parts of a list on a page share; `tools` are its saved views and its file. */
export function useListPanel({ list, state, file, query, now: told, words, offers, takes, filters }: Of) {
  const first = query?.data?.pages[0];
  const read = first && query ? (first.asOf ?? readAt(query.dataUpdatedAt)) : null;
  const now = told === null ? null : read;
  const account = placeOf(list.name as ViewPage, useSession().account.slug);
  const columns = useShownColumns(list, account, words.column);
  const asked = filters ?? state.filters;
  const { exportOf, error } = useListExport(list, {
    name: file,
    filters: asked,
    count: first?.total ?? null,
  });
  const tools = (
    <HeadActions>
      <SavedViews list={list} state={state} columns={columns} now={now} takes={takes} />
      {exportOf()}
    </HeadActions>
  );
  const names = offers?.filter((name) => columns.names.includes(name)) ?? columns.names;
  const of = useMemo(() => JSON.stringify(toQuery(asked)), [asked]);
  return { list, state, now, columns, names, offers, of, exportOf, error, tools };
}
export type PanelOf = ReturnType<typeof useListPanel>;

type BarProps = Partial<ComponentProps<typeof FilterBar>> & {
  panel: PanelOf;
  /** Columns that may be chosen, where those are fewer than may stand. */
  choices?: readonly string[];
  /** The page itself tells what went wrong, below more than the bar. */
  apart?: boolean;
};

/** Filters and columns of a list, with the errors of either or of its file. */
export function ListBar({ panel, choices, apart = false, children, ...bar }: BarProps) {
  const { list, state, now, columns, error } = panel;
  const offers = choices ?? panel.offers;
  return (
    <>
      <FilterBar state={state} now={now} standing {...bar}>
        {children}
        <ColumnSettings list={list} columns={columns} {...(offers ? { offers } : {})} />
      </FilterBar>
      {!apart && <ListFaults state={state} exportError={error} />}
    </>
  );
}

type Chooses<R extends { id: string }> = NonNullable<RowsProps<R>['chooses']>;
type Empty = Omit<ComponentProps<typeof EmptyResult>, 'state' | 'more'> & Partial<Pick<FilterProps, 'state'>>;
type FilterProps = ComponentProps<typeof FilterBar>;
type BodyProps<R extends { id: string }> = Omit<RowsProps<R>, 'names' | 'sorts' | 'chooses' | 'empty'> &
  Omit<Sorts<R>, 'list'> & {
    panel: PanelOf;
    /** Label of a row's box, without which none can be chosen, and the amount of a chosen row. */
    nameOf?: Chooses<R>['nameOf'];
    amountOf?: Chooses<R>['amountOf'];
    /** Actions on the chosen rows besides their file. */
    also?: (ids: readonly string[]) => ReactNode;
    /** True when rows can be put in another order. */
    ordered?: boolean;
    /** Words for a list without rows; a filter that is too narrow gets the same words in every list. */
    empty: Empty;
  };

/** The rows of a list: in their order, with those that are chosen and their file, or why there are none. */
export function ListBody<R extends { id: string }>(props: BodyProps<R>) {
  const { panel, nameOf, amountOf, also, keyOf, rises, ordered = true, empty, ...rows } = props;
  const { list, state, names, of, exportOf } = panel;
  const actions: Chooses<R>['actions'] = (ids) => (
    <>
      {ids !== undefined && also?.(ids)}
      {exportOf(ids)}
    </>
  );
  return (
    <ListRows
      {...rows}
      names={names}
      sorts={ordered ? { list, keyOf, rises } : undefined}
      {...(nameOf ? { chooses: { of, nameOf, amountOf, actions } } : {})}
      empty={<EmptyResult state={state} {...empty} more={rows.query.hasNextPage} />}
    />
  );
}

type Props = {
  title: string;
  note?: ReactNode;
  children?: ReactNode;
  query: {
    data: { pages: readonly { asOf: string }[] } | undefined;
    error: unknown;
    refetch: () => Promise<unknown>;
  };
};

/** The title of a page, and how old its list is; only a first page renews itself. */
export function ListHead({ title, note, children, query: { data, error, refetch } }: Props) {
  const t = useTranslations('list.head');
  return (
    <PageHead
      title={title}
      note={note}
      asOf={data?.pages[0]?.asOf}
      live={error === null && data?.pages.length === 1}
    >
      <RefreshButton label={t('refresh')} onRefresh={refetch} />
      {children}
    </PageHead>
  );
}
