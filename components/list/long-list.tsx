'use client';

import { type ComponentProps, Fragment, type ReactNode } from 'react';
import { PageHead } from '#components/shell/page-head.tsx';
import { HeadActions } from '#components/ui/page.tsx';
import { ReadingNote } from '#components/ui/reading-note.tsx';
import type { ListRow, ListSums } from '#lib/list/pages.ts';
import { ColumnSettings } from './column-settings.tsx';
import { FilterBar } from './filters/filter-bar.tsx';
import type { FilterState } from './filters/use-list-filters.ts';
import { Grid } from './grid/grid.tsx';
import { ListFaults } from './list-faults.tsx';
import { RefreshRows } from './refresh-rows.tsx';
import type { LongList } from './use-long-list.ts';
import { SavedViews } from './views/saved-views.tsx';

type Of<R extends ListRow, S extends ListSums> = LongList<FilterState['filters'], R, S>;
type OfProps<R extends ListRow, S extends ListSums> = { of: Of<R, S>; children?: ReactNode };

/** Title, how old the rows are and how many came since, the list's views and its file; then the page's own `ways`. */
export function LongHead<R extends ListRow, S extends ListSums>({
  of: { list, state, rows, columns, exportOf },
  title,
  ways,
  children,
}: OfProps<R, S> & { title: string; ways?: ReactNode }) {
  return (
    <PageHead title={title} asOf={rows.asOf} live={rows.live}>
      <RefreshRows rows={rows} />
      <HeadActions>
        <SavedViews {...{ list, state, columns }} now={rows.asOf} />
        {exportOf()}
        {ways}
      </HeadActions>
      {children}
    </PageHead>
  );
}

type BarProps<R extends ListRow, S extends ListSums> = OfProps<R, S> &
  Partial<Omit<ComponentProps<typeof FilterBar>, 'now'>>;

/** Filters and columns, and what went wrong with either, with the rows or with their file. */
export function LongBar<R extends ListRow, S extends ListSums>({ of, children, ...bar }: BarProps<R, S>) {
  const { list, state, rows, columns, offers, error } = of;
  return (
    <>
      <FilterBar state={state} now={rows.asOf} {...bar}>
        {children}
        <ColumnSettings list={list} columns={columns} {...(offers ? { offers } : {})} />
      </FilterBar>
      <ListFaults state={state} rows={rows} exportError={error} />
      <ReadingNote pages={rows.pages} />
    </>
  );
}

/** The grid, begun anew with other filters, or why there are no rows. */
export function LongRows<R extends ListRow, S extends ListSums>({
  of: { rows, filterKey },
  empty,
  children,
}: OfProps<R, S> & { empty: ReactNode }) {
  if (rows.ended && rows.book.size === 0) return empty;
  if (rows.book.size === 0 && !rows.loading) return null;
  return <Fragment key={filterKey}>{children}</Fragment>;
}

type GridProps<R extends ListRow, S extends ListSums> = Pick<
  ComponentProps<typeof Grid<R, S>>,
  'words' | 'cell' | 'onSearch' | 'flows'
> & {
  of: Of<R, S>;
  /** The sheet that stands in the drawer's place, where one is open. */
  task: { sheet: ReactNode; leave: () => unknown };
  /** Called with the last row on screen, where more than the rows is read for it. */
  reach?: (lastVisible: number) => void;
};

/** Its rows with one record, or one task, beside them; Escape closes that first. */
export function LongGrid<R extends ListRow, S extends ListSums>({
  of,
  task,
  reach,
  ...grid
}: GridProps<R, S>) {
  const { list, rows, names, selection, drawer, order } = of;
  return (
    <Grid
      {...{ list, selection, ...order, ...grid }}
      columns={names}
      rows={reach === undefined ? rows : { ...rows, reach }}
      handle={of.grid}
      open={task.sheet ? null : drawer.open}
      onOpen={(id) => {
        task.leave();
        drawer.show(id);
      }}
      onEscape={() => {
        if (task.sheet) task.leave();
        else if (drawer.open !== null) drawer.close();
        else selection.clear();
      }}
    />
  );
}
