'use client';

import type { ReactNode } from 'react';
import type { Sort } from '#lib/list/pages.ts';

type Props = {
  column: string;
  sort: Sort | undefined;
  /** Absent where the rows cannot be put in order by it now. */
  onSort: ((column: string) => void) | undefined;
  children: ReactNode;
};

/** A column's name in its head: how rows stand by it, and a press that turns that. */
export function HeadWords({ column, sort, onSort, children }: Props) {
  const words = (
    <>
      {children}
      {sort?.by === column && <span aria-hidden="true">&nbsp;{sort.falling ? '↓' : '↑'}</span>}
    </>
  );
  if (onSort === undefined) return words;
  return (
    <button type="button" className="th-sort" onClick={() => onSort(column)}>
      {words}
    </button>
  );
}

/** Tells a screen reader the order that the arrow in a head shows. */
export const sortedBy = (column: string, sort: Sort | undefined) =>
  sort?.by === column ? ({ 'aria-sort': sort.falling ? 'descending' : 'ascending' } as const) : {};
