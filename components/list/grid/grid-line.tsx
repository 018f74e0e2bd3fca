'use client';

import { useTranslations } from 'next-intl';
import { type ComponentType, memo } from 'react';
import { CHECKBOX } from '#components/ui/checkbox.tsx';
import { copiedOf } from '#lib/list/copied.ts';
import type { Column } from '#lib/list/list.ts';
import type { ListRow } from '#lib/list/pages.ts';
import { cellProps } from '../cell-props.ts';
import arrival from './arrived.module.css';
import styles from './grid.module.css';

export type Cell<R> = ComponentType<{ row: R; column: string }>;
type Props<R> = {
  id: string;
  /** Undefined while it is not read yet. */
  row: R | undefined;
  index: number;
  rowIndex: number;
  columns: readonly string[];
  shapes: Readonly<Record<string, Column>>;
  cell: Cell<R>;
  nameOf: (row: R) => string;
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

/** One record. Presses are handled by the grid, so that a row costs no closures while scrolling. */
function Line<R extends ListRow>({ id, row, index, rowIndex, top, cell: Content, ...rest }: Props<R>) {
  const { columns, shapes, nameOf, selected, open, arrived, focusable } = rest;
  return (
    <tr
      id={id}
      className={lineClass(top !== undefined, arrived)}
      style={top === undefined ? undefined : { top }}
      data-index={index}
      data-open={open || undefined}
      data-unread={row === undefined || undefined}
      aria-rowindex={rowIndex}
      aria-selected={selected}
      aria-busy={row === undefined || undefined}
      tabIndex={focusable ? 0 : -1}
    >
      <td className={styles.pick} data-pick="">
        {row !== undefined && <Pick name={nameOf(row)} checked={selected} />}
      </td>
      {columns.map((column) => (
        <td
          key={column}
          {...cellProps(shapes[column] ?? { width: 0 })}
          {...(row && copiedOf(shapes[column] ?? { width: 0 }, row))}
        >
          {row !== undefined && <Content row={row} column={column} />}
        </td>
      ))}
    </tr>
  );
}
export const GridLine = memo(Line) as typeof Line;

function Pick({ name, checked }: { name: string; checked: boolean }) {
  const t = useTranslations('list.table');
  return (
    <input
      type="checkbox"
      className={CHECKBOX}
      tabIndex={-1}
      checked={checked}
      readOnly
      aria-label={t('select', { name })}
    />
  );
}
