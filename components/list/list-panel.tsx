import { useTranslations } from 'next-intl';
import { type ComponentProps, type ReactNode, useMemo } from 'react';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useSavePreferences } from '#components/app-shell/preferences.ts';
import { useSession } from '#components/app-shell/session.tsx';
import { ButtonGroup, IconButton } from '#components/ui/button.tsx';
import { optionalColumns } from '#components/ui/data-table/columns.ts';
import type { TableLabels } from '#components/ui/data-table/table-props.ts';
import { DrawerLayout } from '#components/ui/drawer.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { HeadActions, PageFrame } from '#components/ui/page.tsx';
import { RefreshButton } from '#components/ui/refresh-button.tsx';
import { readAt } from '#lib/core/clock.ts';
import { initialColumns, type List } from '#lib/list/list.ts';
import { toQuery } from '#lib/list/parsers.ts';
import { placeOf, type ViewPage } from '#lib/views/place.ts';
import { useListExport } from './export/use-list-export.tsx';
import { FilterBar } from './filters/filter-bar.tsx';
import type { FilterState } from './filters/use-list-filters.ts';
import { type Chooses, ListRows, type RowsProps } from './list-rows.tsx';
import { EmptyResult, ListErrors } from './list-states.tsx';
import { type ShownColumns, type Sorts, useShownColumns } from './use-columns.ts';
import { SavedViews } from './views/saved-views.tsx';

type Tools = {
  list: List;
  state: FilterState;
  /** The requested filters, where they differ from the URL. */
  filters?: object;
  /** First part of the file name, before account and period. */
  file: string;
  /** The columns that can be shown now; absent: all. */
  offers?: readonly string[] | undefined;
  /** Filters that the account's provider supports; absent: all. */
  takes?: ReadonlySet<string>;
  column: TableLabels['column'];
  /** Number of rows the filter finds; null: unknown. */
  count: number | null;
  /** ISO instant of the rows on screen. */
  now: string | null;
};
type Of = Omit<Tools, 'column' | 'count' | 'now'> & {
  /** The list's cursor query: its total and its time; absent where the page has several. */
  query?: {
    data: { pages: readonly { total?: number | null; asOf?: string | null }[] } | undefined;
    dataUpdatedAt: number;
  };
  /** Null hides the time, where the data is older than the request. */
  now?: null;
  labels: Pick<TableLabels, 'column'>;
};

/** State shared by the parts of a list on a page. */
export function useListPanel({ query, now: shownTime, labels, ...of }: Of) {
  const first = query?.data?.pages[0];
  const read = first && query ? (first.asOf ?? readAt(query.dataUpdatedAt)) : null;
  const now = shownTime === null ? null : read;
  const { tools, ...panel } = useListTools({
    ...of,
    column: labels.column,
    count: first?.total ?? null,
    now,
  });
  return { ...panel, tools: <HeadActions>{tools}</HeadActions> };
}
export type PanelOf = ReturnType<typeof useListPanel>;

/** The visible columns of a list, its export, and its `tools`: the saved views and the export button. */
export function useListTools({ list, state, filters = state.filters, now, ...of }: Tools) {
  const { offers, takes } = of;
  const account = placeOf(list.name as ViewPage, useSession().account.slug);
  const columns = useShownColumns(list, account, of.column);
  const { exportOf, error } = useListExport(list, { name: of.file, filters, count: of.count });
  const tools = (
    <>
      <SavedViews list={list} state={state} columns={columns} now={now} takes={takes} />
      {exportOf()}
    </>
  );
  // Memoized: a new array renders all rows again.
  const names = useMemo(
    () => offers?.filter((name) => columns.names.includes(name)) ?? columns.names,
    [offers, columns.names],
  );
  return { list, state, filters, now, columns, names, offers, exportOf, error, tools };
}

type BarProps = Partial<ComponentProps<typeof FilterBar>> & {
  panel: Pick<PanelOf, 'list' | 'state' | 'now' | 'columns' | 'offers' | 'error'>;
  /** The read of the rows, where they do not show their own error. */
  rows?: ComponentProps<typeof ListErrors>['rows'];
  /** Columns offered for choosing, where fewer than can be shown. */
  choices?: readonly string[];
  /** The page shows the errors itself, elsewhere. */
  apart?: boolean;
};

/** Filters and column settings of a list, with the errors of the filters and of the export. */
export function ListBar({ panel, rows, choices, apart = false, children, ...bar }: BarProps) {
  const { list, state, now, columns, offers, error } = panel;
  return (
    <>
      <FilterBar state={state} now={now} standing {...bar}>
        {children}
        <ColumnSettings list={list} columns={columns} offers={choices ?? offers} />
      </FilterBar>
      {!apart && <ListErrors state={state} rows={rows} exportError={error} />}
    </>
  );
}

type ColumnsProps = { list: List; columns: ShownColumns; offers: readonly string[] | undefined };

/** The menu of the visible columns, and the button for the row density. */
function ColumnSettings({ list, columns: { names, choose, nameOf }, offers }: ColumnsProps) {
  const t = useTranslations('list');
  const save = useSavePreferences();
  const { density } = useSession().session.preferences;
  const offered = optionalColumns(list).filter((column) => offers?.includes(column) ?? true);
  return (
    <ButtonGroup className="max-wide:hidden">
      <Menu
        label={t('column.button')}
        align="end"
        trigger={<IconButton icon="columns" variant="plain" size="md" label={t('column.button')} />}
        items={[
          ...offered.map((column) => ({
            kind: 'check' as const,
            id: column,
            label: nameOf(column),
            checked: names.includes(column),
            onChange: (on: boolean) =>
              choose(on ? [...names, column] : names.filter((other) => other !== column)),
          })),
          { kind: 'rule', id: 'rule' },
          {
            kind: 'item',
            id: 'reset',
            label: t('column.reset'),
            onSelect: () => choose(initialColumns(list)),
          },
        ]}
      />
      <IconButton
        icon="lines"
        variant="plain"
        size="md"
        label={t(`density.${density}`)}
        onClick={() => void save({ density: density === 'compact' ? 'comfortable' : 'compact' })}
      />
    </ButtonGroup>
  );
}

type Empty = Omit<ComponentProps<typeof EmptyResult>, 'state' | 'more'> & { state?: FilterState };
type BodyProps<R extends { id: string }> = Omit<RowsProps<R>, 'names' | 'sorts' | 'chooses' | 'empty'> &
  Omit<Sorts<R>, 'list'> & {
    panel: PanelOf;
    /** Label of a row's checkbox (without it rows cannot be selected), and the amount of a selected row. */
    nameOf?: Chooses<R>['nameOf'];
    amountOf?: Chooses<R>['amountOf'];
    /** Actions on the selected rows besides the export. */
    also?: (ids: readonly string[]) => ReactNode;
    ordered?: boolean;
    /** Texts for an empty list; a filter that finds nothing has the same texts in every list. */
    empty: Empty;
  };

/** The rows of a list with sorting, selection and export, or the reason why there are none. */
export function ListBody<R extends { id: string }>(props: BodyProps<R>) {
  const { panel, nameOf, amountOf, also, keyOf, rises, ordered = true, empty, ...rows } = props;
  const { list, state, filters, names, exportOf } = panel;
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
      chooses={nameOf && { of: JSON.stringify(toQuery(filters)), nameOf, amountOf, actions }}
      empty={<EmptyResult state={state} {...empty} more={rows.query.hasNextPage} />}
    />
  );
}

type PageProps = ComponentProps<typeof DrawerLayout> & {
  title: string;
  note?: ReactNode;
  /** In the header, after the button that reads the list again. */
  actions?: ReactNode;
  query: {
    data: { pages: readonly { asOf: string }[] } | undefined;
    error: unknown;
    refetch: () => Promise<unknown>;
  };
};

/** A page of one list, next to its drawer, with the list's age; only a first page refreshes automatically. */
export function ListPage({ title, note, actions, query, children, ...layout }: PageProps) {
  const t = useTranslations('list.head');
  const { data, error, refetch } = query;
  return (
    <PageFrame>
      <DrawerLayout {...layout}>
        <PageHead
          title={title}
          note={note}
          asOf={data?.pages[0]?.asOf}
          live={error === null && data?.pages.length === 1}
        >
          <RefreshButton label={t('refresh')} onRefresh={refetch} />
          {actions}
        </PageHead>
        {children}
      </DrawerLayout>
    </PageFrame>
  );
}
