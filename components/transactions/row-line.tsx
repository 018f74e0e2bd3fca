'use client';

import { useTranslations } from 'next-intl';
import { memo } from 'react';
import type { Row } from '#lib/transactions/rows.ts';
import arrival from './arrived.module.css';
import { cellClass } from './cell-class.ts';
import type { Column } from './columns.ts';
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
  /** Has just been taken in: settles with a tint that fades. */
  arrived?: boolean;
  focusable: boolean;
  /** Drawn on its own, so many px below the head. */
  top: number | undefined;
};

function lineClass(away: boolean, arrived = false): string {
  return [styles.line, away && styles.away, arrived && arrival.arrived].filter(Boolean).join(' ');
}

/** One transaction. Presses are handled by the grid, so that a row costs no closures while scrolling. */
export const RowLine = memo(function RowLine({ id, row, index, rowIndex, columns, top, ...state }: Props) {
  return (
    <tr
      id={id}
      className={lineClass(top !== undefined, state.arrived)}
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
          {row !== undefined && <RowCell row={row} column={column} />}
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
