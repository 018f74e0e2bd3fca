import type { CSSProperties, ReactNode } from 'react';
import { type Column, type Columns, initialColumns } from '#lib/list/list.ts';

/** A column on screen, with the words of its head. */
export type Shape = Column & { name: string; head: ReactNode };

const isOptional = ({ place }: Column) => place === undefined || place === 'note' || place === 'beside';

/** Columns that can be left out: without the others a row could not be told from another. */
export const optionalColumns = <C extends string>({ columns, columnNames }: Columns<C>): readonly C[] =>
  columnNames.filter((name) => isOptional(columns[name]));

/** Known columns in the list's own order, those that always stand among them. */
export function sanitize<C extends string>(list: Columns<C>, chosen: unknown): readonly C[] {
  // Whoever chose has at least those that always stand.
  if (!Array.isArray(chosen) || chosen.length === 0) return initialColumns(list);
  return list.columnNames.filter((name) => !isOptional(list.columns[name]) || chosen.includes(name));
}

/** Rem: the column of boxes; what a column that takes the rest has at least, and how far it shrinks before others go. */
const PICK = 2.25;
const GROWING = 9;
const SHRUNK = 5.5;
/** Rem of the table's own width under which a row becomes two lines (600 px). */
export const TWO_LINES = 37.5;
const STEP = 2;
const WIDEST = 76;

const leastOf = ({ width, grows }: Column, growing = GROWING) => (grows ? Math.max(width, growing) : width);

/**
 * The table's width in rem under which each column goes. Those that state it (`under`) go first; of the others notes go
 * last, and what a row of two lines has never does. `fits`: the table cannot be scrolled sideways, so that a column also
 * goes where all that are left would not fit.
 */
export function columnSteps(
  shapes: readonly (Column & { name: string })[],
  { picks, fits }: { picks: boolean; fits: boolean },
): ReadonlyMap<string, number> {
  const going = shapes
    .filter((shape) => shape.under !== undefined || isOptional(shape))
    .toReversed()
    .sort(
      (a, b) => (b.under ?? 0) - (a.under ?? 0) || Number(a.place === 'note') - Number(b.place === 'note'),
    );
  const left = new Set(shapes);
  const steps = new Map<string, number>();
  for (const shape of going) {
    const growing = shape.under === undefined ? GROWING : SHRUNK;
    const needed = [...left].reduce((sum, one) => sum + leastOf(one, growing), picks ? PICK : 0);
    const wanted = Math.max(shape.under ?? 0, fits ? needed : 0);
    if (wanted > TWO_LINES) steps.set(shape.name, Math.min(WIDEST, STEP * Math.ceil(wanted / STEP)));
    left.delete(shape);
  }
  return steps;
}

/** Utilities must stand in the source as they are used. */
const GOES_UNDER = [
  '@max-[38rem]/table:hidden',
  '@max-[40rem]/table:hidden',
  '@max-[42rem]/table:hidden',
  '@max-[44rem]/table:hidden',
  '@max-[46rem]/table:hidden',
  '@max-[48rem]/table:hidden',
  '@max-[50rem]/table:hidden',
  '@max-[52rem]/table:hidden',
  '@max-[54rem]/table:hidden',
  '@max-[56rem]/table:hidden',
  '@max-[58rem]/table:hidden',
  '@max-[60rem]/table:hidden',
  '@max-[62rem]/table:hidden',
  '@max-[64rem]/table:hidden',
  '@max-[66rem]/table:hidden',
  '@max-[68rem]/table:hidden',
  '@max-[70rem]/table:hidden',
  '@max-[72rem]/table:hidden',
  '@max-[74rem]/table:hidden',
  '@max-[76rem]/table:hidden',
] as const;

/** Hides a cell where its column goes; on paper all stand. */
export const goesClasses = (step: number | undefined): string =>
  step === undefined ? '' : `${GOES_UNDER[(step - 38) / STEP]} print:table-cell!`;

/** 1 where the columns that go under so many rem stand, else 0: the steps of a list's own `under`. */
export const STANDING_CLASSES =
  '[--from-40:1] [--from-50:1] [--from-62:1] [--from-74:1] @max-[40rem]/table:[--from-40:0] @max-[50rem]/table:[--from-50:0] @max-[62rem]/table:[--from-62:0] @max-[74rem]/table:[--from-74:0]';

/** Least width of a table that is scrolled sideways: of the columns that stand. */
export function leastWidth(shapes: readonly Shape[], steps: ReadonlyMap<string, number>): string {
  const widths = shapes.map((shape) => {
    const step = steps.get(shape.name);
    return step === undefined ? `${leastOf(shape)}rem` : `${leastOf(shape)}rem * var(--from-${step})`;
  });
  return `calc(${[`${PICK}rem`, ...widths].join(' + ')})`;
}

export const widthOf = ({ grows, width }: Column): CSSProperties | undefined =>
  grows ? undefined : { width: `${width}rem` };
