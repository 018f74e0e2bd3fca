'use client';

import { useTranslations } from 'next-intl';
import { type CSSProperties, Fragment } from 'react';
import { lastAtMost } from '#lib/transactions/rows.ts';
import { type Column, tracksOf } from './columns.ts';
import { DayLine, PinnedDay } from './day-line.tsx';
import { nearRows } from './later-parts.tsx';
import { RowLine } from './row-line.tsx';
import { TableHead } from './table-head.tsx';
import styles from './transactions.module.css';
import type { Rows } from './use-rows.ts';
import { type TableOptions, useRowsTable } from './use-rows-table.ts';

type Props = TableOptions & { columns: readonly Column[] };

/** The whole result as one scrollable grid: read rows, and skeletons in the place of those still to be read. */
export function RowsTable(props: Props) {
  const t = useTranslations('transactions.table');
  const { rows, columns, selection } = props;
  const table = useRowsTable(props);
  const { tracks, least } = tracksOf(columns);
  const pinned = pinnedDay(rows, table.virtual.firstVisible);
  return (
    <div className={styles.zone}>
      <div
        ref={table.scroller}
        className={styles.scroller}
        style={{ '--columns': tracks, '--least': least } as CSSProperties}
      >
        <div ref={table.probes} className={styles.probes} aria-hidden="true">
          <div className={styles.line} />
          <div className={styles.dayProbe} />
          <div className={styles.head} />
        </div>
        {pinned && <PinnedDay line={pinned} now={rows.asOf ?? ''} />}
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose focus moves is a grid
          role="grid"
          className={styles.grid}
          aria-label={t('label')}
          aria-description={t('help')}
          aria-rowcount={rows.loading ? -1 : table.count + rows.days.length + 1}
          aria-colcount={columns.length + 1}
          aria-multiselectable="true"
          aria-busy={rows.loading}
          onPointerEnter={nearRows}
          onFocus={nearRows}
          onKeyDown={table.onKeyDown}
          onClick={table.onClick}
        >
          <TableHead
            columns={columns}
            chosen={selection.ids.size}
            read={rows.book.size}
            onAll={selection.all}
            onNone={selection.clear}
          />
          <DrawnRows {...props} table={table} />
        </table>
      </div>
      <Reading rows={rows} table={table} />
    </div>
  );
}

/** None above rows whose day is not known yet. */
function pinnedDay({ book, days }: Rows, firstVisible: number) {
  if (firstVisible >= book.size) return undefined;
  return days.findLast((day) => day.index <= firstVisible);
}

type Table = ReturnType<typeof useRowsTable>;

/** How far was read, while the screen is ahead of it; and where scrolling ends before the result does. */
function Reading({ rows, table }: { rows: Rows; table: Table }) {
  const t = useTranslations('transactions.table');
  const { lastVisible, count } = table.virtual;
  const read = rows.book.size;
  const atCut = count < table.count && lastVisible >= count - 1 && read >= count;
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

function DrawnRows({ rows, columns, selection, open, table }: Props & { table: Table }) {
  const { shown, before, height } = table.virtual;
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
                line={day}
                rowIndex={index + place + 2}
                span={columns.length + 1}
                now={rows.asOf ?? ''}
              />
            )}
            <RowLine
              id={`${table.gridId}-${index}`}
              row={row}
              index={index}
              rowIndex={index + place + 3}
              columns={columns}
              selected={row !== undefined && selection.ids.has(row.id)}
              open={row !== undefined && row.id === open}
              arrived={row !== undefined && rows.arrived.has(row.id)}
              focusable={index === table.active}
              top={away}
            />
          </Fragment>
        );
      })}
    </tbody>
  );
}
