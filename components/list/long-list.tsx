'use client';

import { useTranslations } from 'next-intl';
import { type ComponentProps, Fragment, type ReactNode } from 'react';
import { useShortcut } from '#components/app-shell/command-context.tsx';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { Button, IconButton } from '#components/ui/button.tsx';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import type { TableProps } from '#components/ui/data-table/table-props.ts';
import type { Cell } from '#components/ui/data-table/table-row.tsx';
import { HeadActions } from '#components/ui/page.tsx';
import { ReadingNote } from '#components/ui/reading-note.tsx';
import type { List } from '#lib/list/list.ts';
import type { ListRow, ListSums } from '#lib/list/pages.ts';
import { ColumnSettings } from './column-settings.tsx';
import { FilterBar } from './filters/filter-bar.tsx';
import type { FilterState } from './filters/use-list-filters.ts';
import { ListErrors } from './list-states.tsx';
import type { LongList } from './use-long-list.ts';
import type { Rows } from './use-rows.ts';
import { SavedViews } from './views/saved-views.tsx';

type Of<R extends ListRow, S extends ListSums> = LongList<FilterState['filters'], R, S>;
type OfProps<R extends ListRow, S extends ListSums> = { of: Of<R, S>; children?: ReactNode };

/** A page whose rows scroll below its header and filters. */
export function LongPage({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col max-wide:h-[calc(100dvh-var(--env)-var(--tab-bar))] max-wide:flex-none">
      {children}
    </div>
  );
}

/**
 * Shows how many new rows there are and loads them on press. New rows never move the rows that somebody is
 * reading.
 */
function RefreshRows<R extends ListRow, S extends ListSums>({ rows }: { rows: Rows<R, S> }) {
  const t = useTranslations('list.head');
  const { fresh, refresh, loading } = rows;
  return (
    <>
      <span role="status">
        {fresh !== null && (
          <Button icon="up" title={t('freshTitle')} onClick={refresh.run} disabled={refresh.busy}>
            {fresh === 'some' ? t('freshSome') : t('fresh', { count: fresh })}
          </Button>
        )}
      </span>
      <IconButton
        icon="refresh"
        size="md"
        label={refresh.busy ? t('refreshing') : t('refresh')}
        aria-busy={refresh.busy}
        disabled={refresh.busy || loading}
        onClick={refresh.run}
      />
    </>
  );
}

/**
 * The header: title, age of the rows, new rows, saved views, export; then the page's own actions (`ways`).
 */
export function LongHead<R extends ListRow, S extends ListSums>({
  of: { list, state, rows, columns, exportOf },
  title,
  ways,
  children,
}: OfProps<R, S> & { title: string; ways?: ReactNode }) {
  return (
    <PageHead title={title} asOf={rows.live ? (rows.newest?.asOf ?? rows.asOf) : rows.asOf} live={rows.live}>
      <RefreshRows rows={rows} />
      <HeadActions>
        <SavedViews list={list} state={state} columns={columns} now={rows.asOf} />
        {exportOf()}
        {ways}
      </HeadActions>
      {children}
    </PageHead>
  );
}

type BarProps<R extends ListRow, S extends ListSums> = OfProps<R, S> &
  Partial<Omit<ComponentProps<typeof FilterBar>, 'now'>>;

/** Filters and column settings, and the errors of filters, rows and export. */
export function LongBar<R extends ListRow, S extends ListSums>({ of, children, ...bar }: BarProps<R, S>) {
  const { list, state, rows, columns, offers, error } = of;
  return (
    <>
      <FilterBar state={state} now={rows.asOf} {...bar}>
        {children}
        <ColumnSettings list={list} columns={columns} {...(offers ? { offers } : {})} />
      </FilterBar>
      <ListErrors state={state} rows={rows} exportError={error} />
      <ReadingNote pages={rows.pages} />
    </>
  );
}

/** The grid, remounted for other filters, or the reason why there are no rows. */
export function LongRows<R extends ListRow, S extends ListSums>({
  of: { rows, filterKey },
  empty,
  children,
}: OfProps<R, S> & { empty: ReactNode }) {
  if (rows.ended && rows.book.size === 0) return empty;
  if (rows.book.size === 0 && !rows.loading) return null;
  return <Fragment key={filterKey}>{children}</Fragment>;
}

type GridProps<R extends ListRow, S extends ListSums> = {
  of: Of<R, S>;
  /** The sheet shown instead of the drawer, where one is open. */
  task: { sheet: ReactNode; leave: () => unknown };
  cell: Cell<R>;
  words: {
    /** Label of the grid. */
    label: string;
    column: (name: string) => ReactNode;
    /** Label of a record. */
    nameOf: (row: R) => string;
    /** Renders the sums of a day's rows. */
    day: (sums: S) => ReactNode;
  };
  /** Called with the last visible row, where the page reads more than rows for it. */
  reach?: (lastVisible: number) => void;
  onSearch?: () => void;
  /** The whole page scrolls, not only the grid. */
  flows?: boolean;
};

/** The rows, with one record or one task open next to them; Escape first closes that. */
export function LongGrid<R extends ListRow, S extends ListSums>(props: GridProps<R, S>) {
  const { of, task, cell, words, reach, onSearch, flows } = props;
  const { list, rows, names, selection, drawer, order, grid, place } = of;
  const { nameOf } = words;
  useGridShortcuts({ of, task, onSearch });
  return (
    <DataTable
      columns={list.columns}
      names={names}
      words={{ ...words, loading: words.label }}
      cell={cell}
      opening={{
        open: task.sheet ? null : drawer.open,
        onOpen: (id) => {
          task.leave();
          drawer.show(id);
        },
      }}
      selection={{ ...selection, nameOf }}
      sorting={order}
      place={place}
      window={{ rows: reach === undefined ? rows : { ...rows, reach }, day: words.day, handle: grid, flows }}
    />
  );
}

type Keys<R extends ListRow, S extends ListSums> = Pick<GridProps<R, S>, 'of' | 'task'> & {
  onSearch: (() => void) | undefined;
};

/** Single-key shortcuts and Esc work on the whole page; the operator can switch letters off. */
function useGridShortcuts<R extends ListRow, S extends ListSums>({ of, task, onSearch }: Keys<R, S>) {
  const { grid, drawer, selection } = of;
  const shellKeys = useTranslations('shell.keys');
  const t = useTranslations('list.keys');
  const single = (run: () => void) => (event: KeyboardEvent) => {
    event.preventDefault();
    run();
  };
  useShortcut(
    'j',
    single(() => grid.current?.step(1)),
    { label: shellKeys('nextRow') },
  );
  useShortcut(
    'k',
    single(() => grid.current?.step(-1)),
    { label: shellKeys('previousRow') },
  );
  useShortcut(
    'x',
    single(() => grid.current?.toggle()),
    { label: t('toggle') },
  );
  useShortcut('/', single(onSearch ?? (() => {})), { label: t('search'), enabled: onSearch !== undefined });
  useShortcut('Escape', () => {
    if (task.sheet) task.leave();
    else if (drawer.open !== null) drawer.close();
    else selection.clear();
  });
}

const nothing = () => undefined;
const UNREAD = {
  book: { size: 0, at: nothing, indexOf: () => -1 },
  days: [],
  count: 0,
  total: null,
  asOf: null,
  ended: false,
  loading: true,
  error: null,
  arrived: new Set<string>(),
  reach: nothing,
};

type SkeletonProps = Pick<TableProps<never>, 'names'> & {
  list: List;
  label: string;
  column: (name: string) => ReactNode;
};

/** Placeholder of a long list while its page is fetched. */
export function LongSkeleton({ list, names, label, column }: SkeletonProps) {
  return (
    <DataTable
      columns={list.columns}
      names={names}
      words={{ label, loading: label, column }}
      cell={nothing as never}
      selection={{ ids: UNREAD.arrived, toggle: nothing, add: nothing, clear: nothing, nameOf: String }}
      window={{ rows: UNREAD, day: nothing }}
    />
  );
}
