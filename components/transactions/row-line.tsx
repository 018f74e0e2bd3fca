'use client';

import { useTranslations } from 'next-intl';
import { memo } from 'react';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { Row } from '#lib/transactions/rows.ts';
import { type Column, NUMBERS } from './columns.ts';
import { RowCell } from './row-cell.tsx';
import styles from './transactions.module.css';

type Props = {
  id: string;
  /** Undefined while it is not read yet. */
  row: Row | undefined;
  index: number;
  rowIndex: number;
  columns: readonly Column[];
  selected: boolean;
  open: boolean;
  focusable: boolean;
  /** Drawn on its own, so many px below the head. */
  top: number | undefined;
};

const BARS: Partial<Record<Column, string>> = { who: '55%', amount: '70%', time: '80%' };

function cellClass(column: Column): string | undefined {
  return [styles[column], NUMBERS.has(column) && styles.number].filter(Boolean).join(' ') || undefined;
}

/** One transaction. Presses are handled by the grid, so that a row costs no closures while scrolling. */
export const RowLine = memo(function RowLine({ id, row, index, rowIndex, columns, top, ...state }: Props) {
  return (
    <tr
      id={id}
      className={top === undefined ? styles.line : `${styles.line} ${styles.away}`}
      style={top === undefined ? undefined : { top }}
      data-index={index}
      data-open={state.open || undefined}
      data-unread={row === undefined || undefined}
      aria-rowindex={rowIndex}
      aria-selected={state.selected}
      aria-busy={row === undefined || undefined}
      tabIndex={state.focusable ? 0 : -1}
    >
      <td className={styles.pick} data-pick="">
        {row !== undefined && <Pick row={row} checked={state.selected} />}
      </td>
      {columns.map((column) => (
        <td key={column} className={cellClass(column)}>
          {row === undefined ? (
            <Skeleton width={BARS[column] ?? '65%'} />
          ) : (
            <RowCell row={row} column={column} />
          )}
        </td>
      ))}
    </tr>
  );
});

function Pick({ row, checked }: { row: Row; checked: boolean }) {
  const t = useTranslations('transactions.table');
  const name = row.reference ?? row.name ?? row.id;
  return (
    <input
      type="checkbox"
      className="checkbox"
      tabIndex={-1}
      checked={checked}
      readOnly
      aria-label={t('select', { name })}
    />
  );
}
