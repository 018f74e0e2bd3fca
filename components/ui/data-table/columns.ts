import type { CSSProperties, ReactNode } from 'react';
import { type Column, type Columns, initialColumns } from '#lib/list/list.ts';

/** A visible column, with its name and head. */
export type Shape = Column & { name: string; head: ReactNode };

const isOptional = ({ place }: Column) => place === undefined || place === 'note' || place === 'beside';

/** Columns that the operator can hide; the others are needed to tell rows apart. */
export const optionalColumns = <C extends string>({ columns, columnNames }: Columns<C>): readonly C[] =>
  columnNames.filter((name) => isOptional(columns[name]));

/**
 * The chosen columns that exist, in the list's order, plus those that cannot be hidden. Nothing valid chosen:
 * the initial columns.
 */
export function sanitize<C extends string>(list: Columns<C>, chosen: unknown): readonly C[] {
  // A stored choice always contains the columns that cannot be hidden, so an empty one is invalid.
  if (!Array.isArray(chosen) || chosen.length === 0) return initialColumns(list);
  return list.columnNames.filter((name) => !isOptional(list.columns[name]) || chosen.includes(name));
}

/**
 * Widths in rem: the checkbox column; the minimum of a growing column that names none; how far such a one may
 * shrink before other columns are hidden.
 */
const PICK = 2.25;
const GROWING = 9;
const SHRUNK = 5.5;
/** Table width in rem below which a row is stacked in two lines (600 px). */
export const TWO_LINES = 37.5;
const STEP = 2;
const WIDEST = 76;

const minWidthOf = ({ width, grows }: Column, growing = GROWING) => (grows ? width || growing : width);

/**
 * The table width in rem below which each column is hidden. Columns with `under` go first, notes last;
 * columns that a stacked row needs never go. `fits`: the table cannot scroll sideways, so columns also go
 * when the rest would not fit.
 */
export function columnSteps(
  shapes: readonly (Column & { name: string })[],
  { picks, fits }: { picks: boolean; fits: boolean },
): ReadonlyMap<string, number> {
  const hideable = shapes
    .filter((shape) => shape.under !== undefined || isOptional(shape))
    .toReversed()
    .sort(
      (a, b) => (b.under ?? 0) - (a.under ?? 0) || Number(a.place === 'note') - Number(b.place === 'note'),
    );
  const remaining = new Set(shapes);
  const steps = new Map<string, number>();
  for (const shape of hideable) {
    const growing = shape.under === undefined ? GROWING : SHRUNK;
    const needed = [...remaining].reduce((sum, one) => sum + minWidthOf(one, growing), picks ? PICK : 0);
    const wanted = Math.max(shape.under ?? 0, fits ? needed : 0);
    if (wanted > TWO_LINES) steps.set(shape.name, Math.min(WIDEST, STEP * Math.ceil(wanted / STEP)));
    remaining.delete(shape);
  }
  return steps;
}

/** Tailwind finds only class names that are written out in the source. */
const HIDDEN_UNDER = [
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

/** Hides a cell where its column is hidden; in print all columns are shown. */
export const hideUnderClasses = (step: number | undefined): string =>
  step === undefined ? '' : `${HIDDEN_UNDER[(step - 38) / STEP]} print:table-cell!`;

/** CSS variables that are 1 while columns with this `under` (rem) are visible, else 0. */
export const STANDING_CLASSES =
  '[--from-40:1] [--from-50:1] [--from-62:1] [--from-74:1] @max-[40rem]/table:[--from-40:0] @max-[50rem]/table:[--from-50:0] @max-[62rem]/table:[--from-62:0] @max-[74rem]/table:[--from-74:0]';

/** Minimum width of a table that scrolls sideways: the sum of its visible columns. */
export function leastWidth(shapes: readonly Shape[], steps: ReadonlyMap<string, number>): string {
  const widths = shapes.map((shape) => {
    const step = steps.get(shape.name);
    return step === undefined ? `${minWidthOf(shape)}rem` : `${minWidthOf(shape)}rem * var(--from-${step})`;
  });
  return `calc(${[`${PICK}rem`, ...widths].join(' + ')})`;
}

export const widthOf = ({ grows, width }: Column): CSSProperties | undefined =>
  grows ? undefined : { width: `${width}rem` };
