'use client';

import { useTranslations } from 'next-intl';
import { Fragment, type ReactNode } from 'react';
import type { List } from '#lib/list/list.ts';
import { type DayLine as Day, type ListRow, type ListSums, lastAtMost, type Sort } from '#lib/list/pages.ts';
import { RowCopy } from '../row-copy.tsx';
import type { Rows } from '../use-rows.ts';
import { gridStyle } from './columns.ts';
import { DayLine, PinnedDay } from './day-line.tsx';
import styles from './grid.module.css';
import { GridHead } from './grid-head.tsx';
import { type Cell, GridLine } from './grid-line.tsx';
import { type GridOptions, useGrid } from './use-grid.ts';

export type GridWords<R, S> = {
  /** Label of the grid. */
  label: string;
  column: (name: string) => ReactNode;
  /** Label of a record. */
  nameOf: (row: R) => string;
  day: (sums: S) => ReactNode;
};
type Props<R extends ListRow, S extends ListSums> = GridOptions<R, S> & {
  list: List;
  columns: readonly string[];
  cell: Cell<R>;
  words: GridWords<R, S>;
  sort: Sort;
  onSort?: ((column: string) => void) | undefined;
};

/** The whole result as one scrollable grid: read rows, and skeletons in the place of those still to be read. */
export function Grid<R extends ListRow, S extends ListSums>(props: Props<R, S>) {
  const t = useTranslations('list.table');
  const { list, rows, columns, selection, words, sort, onSort } = props;
  const grid = useGrid(props);
  const pinned = pinnedDay(rows, grid.virtual.firstVisible);
  return (
    <div className={styles.zone} data-flows={props.flows || undefined}>
      <div ref={grid.frame} className={styles.scroller} style={gridStyle(list, columns)}>
        <RowCopy />
        <div ref={grid.probes} className={styles.probes} aria-hidden="true">
          <div className={styles.line} />
          <div className={styles.dayProbe} />
          <div className={styles.head} />
        </div>
        {pinned && (
          <PinnedDay day={pinned.day} now={rows.asOf ?? ''} words={pinned.sums && words.day(pinned.sums)} />
        )}
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose focus moves is a grid
          role="grid"
          className={styles.grid}
          aria-label={words.label}
          aria-description={t('help')}
          aria-rowcount={rows.loading ? -1 : grid.count + rows.days.length + 1}
          aria-colcount={columns.length + 1}
          aria-multiselectable="true"
          aria-busy={rows.loading}
          onKeyDown={grid.onKeyDown}
          onClick={grid.onClick}
        >
          <GridHead
            list={list}
            columns={columns}
            name={words.column}
            sort={sort}
            onSort={onSort}
            chosen={selection.ids.size}
            read={rows.book.size}
            onAll={selection.all}
            onNone={selection.clear}
          />
          <DrawnRows {...props} grid={grid} />
        </table>
      </div>
      <Reading rows={rows} grid={grid} />
    </div>
  );
}

/** None above rows whose day is not known yet. */
function pinnedDay<S>({ book, days }: { book: { size: number }; days: Day<S>[] }, firstVisible: number) {
  if (firstVisible >= book.size) return undefined;
  return days.findLast((day) => day.index <= firstVisible);
}

type Drawn = ReturnType<typeof useGrid>;

/** How far was read, while the screen is ahead of it; and where scrolling ends before the result does. */
function Reading<R extends ListRow, S extends ListSums>({ rows, grid }: { rows: Rows<R, S>; grid: Drawn }) {
  const t = useTranslations('list.table');
  const { lastVisible, count } = grid.virtual;
  const read = rows.book.size;
  const atCut = count < grid.count && lastVisible >= count - 1 && read >= count;
  const behind = !rows.loading && !rows.ended && !rows.error && lastVisible >= read;
  if (!atCut && !behind) return null;
  const { total } = rows;
  return (
    <p className={styles.progress} role={atCut ? 'status' : undefined}>
      {atCut && t('cut', { count })}
      {!atCut && (total === null ? t('loadingOpen', { read }) : t('loading', { read, total }))}
    </p>
  );
}

function DrawnRows<R extends ListRow, S extends ListSums>(props: Props<R, S> & { grid: Drawn }) {
  const { list, rows, columns, cell, words, selection, open, grid } = props;
  const { shown, before, height } = grid.virtual;
  const starts = rows.days.map((day) => day.index);
  return (
    <tbody className={styles.rows} style={{ height, paddingTop: before }}>
      {shown.map(({ index, slot, away }) => {
        const place = lastAtMost(starts, index);
        const day = away === undefined ? rows.days[place] : undefined;
        const row = rows.book.at(index);
        return (
          <Fragment key={slot}>
            {day?.index === index && (
              <DayLine
                day={day.day}
                words={day.sums && words.day(day.sums)}
                rowIndex={index + place + 2}
                span={columns.length + 1}
                now={rows.asOf ?? ''}
              />
            )}
            <GridLine<R>
              id={`${grid.gridId}-${index}`}
              row={row}
              index={index}
              rowIndex={index + place + 3}
              columns={columns}
              shapes={list.columns}
              cell={cell}
              nameOf={words.nameOf}
              selected={row !== undefined && selection.ids.has(row.id)}
              open={row !== undefined && row.id === open}
              arrived={row !== undefined && rows.arrived.has(row.id)}
              focusable={index === grid.active}
              top={away}
            />
          </Fragment>
        );
      })}
    </tbody>
  );
}
