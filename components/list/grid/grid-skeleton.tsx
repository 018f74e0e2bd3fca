'use client';

import type { ReactNode } from 'react';
import type { List } from '#lib/list/list.ts';
import { cellProps } from '../cell-props.ts';
import { gridStyle } from './columns.ts';
import styles from './grid.module.css';
import { GridHead } from './grid-head.tsx';

const LINES = Array.from({ length: 24 }, (_, index) => index);
const nothing = () => {};

type Props = {
  list: List;
  columns: readonly string[];
  label: string;
  name: (column: string) => ReactNode;
};

/** A grid's own form while its page is fetched. Its lines are its own: what rows need comes with the page. */
export function GridSkeleton({ list, columns, label, name }: Props) {
  return (
    <div className={styles.scroller} style={gridStyle(list, columns)} aria-busy="true">
      <table className={styles.grid} aria-label={label}>
        <GridHead
          list={list}
          columns={columns}
          name={name}
          sort={{ by: list.sort[0] ?? '', falling: true }}
          chosen={0}
          read={0}
          onAll={nothing}
          onNone={nothing}
        />
        <tbody className={styles.rows}>
          {LINES.map((index) => (
            <tr key={index} className={styles.line} data-unread={true} aria-busy="true">
              <td className={styles.pick} />
              {columns.map((column) => (
                <td key={column} {...cellProps(list.columns[column] ?? { width: 0 })} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
