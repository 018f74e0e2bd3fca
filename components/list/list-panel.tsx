'use client';

import { useTranslations } from 'next-intl';
import { type ComponentProps, type ReactNode, useMemo } from 'react';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import type { TableLabels } from '#components/ui/data-table/table-props.ts';
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
import { EmptyResult, ListErrors } from './list-states.tsx';
import { type Sorts, useShownColumns } from './use-columns.ts';
import { SavedViews } from './views/saved-views.tsx';

/** A query result: its total and its time. */
type Read = {
  data: { pages: readonly { total?: number | null; asOf?: string | null }[] } | undefined;
  dataUpdatedAt: number;
};
type Of = {
  list: List;
  state: FilterState;
  /** The requested filters, where they differ from the URL. */
  filters?: object;
  /** First part of the file name, before account and period. */
  file: string;
  /** The list's cursor query; absent where the page has several. */
  query?: Read;
  /** Null hides the time, where the data is older than the request. */
  now?: null;
  words: Pick<TableLabels, 'column'>;
  /** The columns that can be shown now; absent: all. */
  offers?: readonly string[];
  /** Filters that the account's provider supports; absent: all. */
  takes?: ReadonlySet<string>;
};

/** State shared by the parts of a list on a page. `tools` are its saved views and its export. */
export function useListPanel({ list, state, file, query, now: told, words, offers, takes, filters }: Of) {
  const first = query?.data?.pages[0];
  const read = first && query ? (first.asOf ?? readAt(query.dataUpdatedAt)) : null;
  const now = told === null ? null : read;
  const account = placeOf(list.name as ViewPage, useSession().account.slug);
  const columns = useShownColumns(list, account, words.column);
  const requestedFilters = filters ?? state.filters;
  const { exportOf, error } = useListExport(list, {
    name: file,
    filters: requestedFilters,
    count: first?.total ?? null,
  });
  const tools = (
    <HeadActions>
      <SavedViews list={list} state={state} columns={columns} now={now} takes={takes} />
      {exportOf()}
    </HeadActions>
  );
  const names = offers?.filter((name) => columns.names.includes(name)) ?? columns.names;
  const of = useMemo(() => JSON.stringify(toQuery(requestedFilters)), [requestedFilters]);
  return { list, state, now, columns, names, offers, of, exportOf, error, tools };
}
export type PanelOf = ReturnType<typeof useListPanel>;

type BarProps = Partial<ComponentProps<typeof FilterBar>> & {
  panel: PanelOf;
  /** Columns offered for choosing, where fewer than can be shown. */
  choices?: readonly string[];
  /** The page shows the errors itself, elsewhere. */
  apart?: boolean;
};

/** Filters and column settings of a list, with the errors of the filters and of the export. */
export function ListBar({ panel, choices, apart = false, children, ...bar }: BarProps) {
  const { list, state, now, columns, error } = panel;
  const offers = choices ?? panel.offers;
  return (
    <>
      <FilterBar state={state} now={now} standing {...bar}>
        {children}
        <ColumnSettings list={list} columns={columns} {...(offers ? { offers } : {})} />
      </FilterBar>
      {!apart && <ListErrors state={state} exportError={error} />}
    </>
  );
}

type Chooses<R extends { id: string }> = NonNullable<RowsProps<R>['chooses']>;
type Empty = Omit<ComponentProps<typeof EmptyResult>, 'state' | 'more'> & Partial<Pick<FilterProps, 'state'>>;
type FilterProps = ComponentProps<typeof FilterBar>;
type BodyProps<R extends { id: string }> = Omit<RowsProps<R>, 'names' | 'sorts' | 'chooses' | 'empty'> &
  Omit<Sorts<R>, 'list'> & {
    panel: PanelOf;
    /** Label of a row's checkbox (without it rows cannot be selected), and the amount of a selected row. */
    nameOf?: Chooses<R>['nameOf'];
    amountOf?: Chooses<R>['amountOf'];
    /** Actions on the selected rows besides the export. */
    also?: (ids: readonly string[]) => ReactNode;
    /** True when rows can be sorted. */
    ordered?: boolean;
    /** Texts for an empty list; a filter that finds nothing has the same texts in every list. */
    empty: Empty;
  };

/** The rows of a list with sorting, selection and export, or the reason why there are none. */
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

/** The title of a page and the age of its list; only a first page refreshes automatically. */
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
