import type { CSSProperties } from 'react';
import { type Column, type Columns, initialColumns, type List } from '#lib/list/list.ts';

const goes = ({ place }: Column) => place === undefined || place === 'note' || place === 'beside';

/** Columns that can be left out: without the others a row could not be told from another. */
export const optionalColumns = <C extends string>({ columns, columnNames }: Columns<C>): readonly C[] =>
  columnNames.filter((name) => goes(columns[name]));

/** Known columns in the list's own order, those that always stand among them. */
export function sanitize<C extends string>(list: Columns<C>, chosen: unknown): readonly C[] {
  // Whoever chose has at least those that always stand.
  if (!Array.isArray(chosen) || chosen.length === 0) return initialColumns(list);
  return list.columnNames.filter((name) => !goes(list.columns[name]) || chosen.includes(name));
}

const PICK = '2rem';

/** The grid's tracks and its least width; a column that goes where there is little room takes none of it. */
export function tracksOf(columns: readonly Column[]): { tracks: string; least: string } {
  const widths = columns.map(({ width, under }) =>
    under === undefined ? `${width}rem` : `calc(${width}rem * var(--under-${under}))`,
  );
  const tracks = widths.map((width, at) => (columns[at]?.grows ? `minmax(${width}, 1fr)` : width));
  return { tracks: [PICK, ...tracks].join(' '), least: `calc(${[PICK, ...widths].join(' + ')})` };
}

/** The style that gives a grid its tracks. */
export function gridStyle(list: Pick<List, 'columns'>, columns: readonly string[]): CSSProperties {
  const { tracks, least } = tracksOf(columns.flatMap((name) => list.columns[name] ?? []));
  return { '--columns': tracks, '--least': least } as CSSProperties;
}
