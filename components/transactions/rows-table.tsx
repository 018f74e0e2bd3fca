'use client';

import { useTranslations } from 'next-intl';
import { type CSSProperties, Fragment } from 'react';
import { lastAtMost } from '#lib/transactions/rows.ts';
import { type Column, tracksOf } from './columns.ts';
import { DayLine } from './day-line.tsx';
import { RowLine } from './row-line.tsx';
import { TableHead } from './table-head.tsx';
import styles from './transactions.module.css';
import { type TableOptions, useRowsTable } from './use-rows-table.ts';

type Props = TableOptions & { columns: readonly Column[] };

/** The whole result as one scrollable grid: read rows, and skeletons in the place of those still to be read. */
export function RowsTable(props: Props) {
  const t = useTranslations('transactions.table');
  const { rows, columns, selection } = props;
  const table = useRowsTable(props);
  const { tracks, least } = tracksOf(columns);
  return (
    <div
      ref={table.scroller}
      className={styles.scroller}
      style={{ '--columns': tracks, '--least': `${least}rem` } as CSSProperties}
    >
      <div ref={table.probes} className={styles.probes} aria-hidden="true">
        <div className={styles.line} />
        <div className={styles.dayProbe} />
        <div className={styles.head} />
      </div>
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
  );
}

function DrawnRows({
  rows,
  columns,
  selection,
  open,
  table,
}: Props & { table: ReturnType<typeof useRowsTable> }) {
  const { shown, away, height } = table.virtual;
  const starts = rows.days.map((day) => day.index);
  const line = (index: number, place: number, top?: number) => {
    const row = rows.book.at(index);
    return (
      <RowLine
        id={`${table.gridId}-${index}`}
        row={row}
        index={index}
        rowIndex={index + place + 3}
        columns={columns}
        selected={row !== undefined && selection.ids.has(row.id)}
        open={row !== undefined && row.id === open}
        focusable={index === table.active}
        top={top}
      />
    );
  };
  return (
    <tbody className={styles.rows} style={{ height, paddingTop: shown[0]?.start ?? 0 }}>
      {shown.map(({ index }) => {
        const place = lastAtMost(starts, index);
        const day = rows.days[place];
        return (
          <Fragment key={index}>
            {day?.index === index && (
              <DayLine
                line={day}
                rowIndex={index + place + 2}
                span={columns.length + 1}
                now={rows.asOf ?? ''}
              />
            )}
            {line(index, place)}
          </Fragment>
        );
      })}
      {away && line(away.index, lastAtMost(starts, away.index), away.start)}
    </tbody>
  );
}
