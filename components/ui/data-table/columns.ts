import type { CSSProperties, ReactNode } from 'react';
import { cn } from '#components/ui/cn.ts';
import { cellClasses, headCellClasses } from '#components/ui/table.tsx';
import { type Column, type Columns, initialColumns } from '#lib/list/list.ts';

export type Shape = Column & { name: string; head: ReactNode };

const isOptional = ({ place }: Column) => place === undefined || place === 'note' || place === 'secondary';

/** Columns that the operator can hide; the others are needed to distinguish rows. */
export const optionalColumns = <C extends string>({ columns, columnNames }: Columns<C>): readonly C[] =>
  columnNames.filter((name) => isOptional(columns[name]));

/** The chosen columns that exist, plus those that cannot be hidden; the initial ones where none is valid. */
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

/** Hides a cell where its column is hidden (`globals.css` names these classes); in print all are shown. */
export const hideUnderClasses = (step: number | undefined): string =>
  step === undefined ? '' : `@max-[${step}rem]/table:hidden print:table-cell!`;

/** CSS variables that are 1 while columns with this `under` (rem) are visible, else 0. */
export const STANDING_CLASSES =
  '[--from-40:1] [--from-50:1] [--from-62:1] [--from-74:1] @max-[40rem]/table:[--from-40:0] @max-[50rem]/table:[--from-50:0] @max-[62rem]/table:[--from-62:0] @max-[74rem]/table:[--from-74:0]';

/** Minimum width of a table that scrolls sideways: the sum of its visible columns. */
function leastWidth(shapes: readonly Shape[], steps: ReadonlyMap<string, number>): string {
  const widths = shapes.map((shape) => {
    const step = steps.get(shape.name);
    return step === undefined ? `${minWidthOf(shape)}rem` : `${minWidthOf(shape)}rem * var(--from-${step})`;
  });
  return `calc(${[`${PICK}rem`, ...widths].join(' + ')})`;
}

export type ColumnStyle = {
  shape: Shape;
  headClassName: string;
  headStyle: CSSProperties | undefined;
  cellClassName: string;
};

/** Cell positions in a stacked row: who and amount, below them state and time, then the notes. */
function placeClasses(
  windowed: boolean,
  hasSecondary: boolean,
): Record<NonNullable<Column['place']>, string> {
  const small = windowed ? 'stacked:text-xs' : '';
  const end = hasSecondary ? 'stacked:col-[row/next]' : 'stacked:col-[row/last]';
  return {
    who: 'stacked:block stacked:col-[row/last] stacked:row-1',
    amount: 'stacked:block stacked:col-[last/end] stacked:row-1 stacked:text-right',
    state: `stacked:block stacked:row-2 ${end} ${small}`,
    time: `stacked:block stacked:col-[last/end] stacked:row-2 stacked:text-right stacked:text-ink-3 ${small}`,
    secondary: windowed ? 'stacked:block stacked:col-[next/last] stacked:row-2 stacked:text-xs' : '',
    note: windowed
      ? ''
      : 'stacked:block stacked:col-[row/end] stacked:text-left stacked:whitespace-normal stacked:text-ink-3',
  };
}

const ON_PAPER = 'print:static! print:h-auto! print:w-auto! print:max-w-none! print:px-1! print:py-0.5!';
/** Times, states and amounts do not wrap in print either. */
function paperLines({ place, number, copies }: Shape): string {
  if (number || place === 'time' || place === 'state') return '';
  return copies === undefined ? 'print:whitespace-normal!' : 'print:whitespace-normal! print:wrap-anywhere';
}
const TWO_LINE_CELL =
  'stacked:hidden stacked:h-auto stacked:max-w-none stacked:border-0 stacked:bg-transparent stacked:p-0 stacked:shadow-none! stacked:has-[[data-nothing]]:hidden';
/** The first cell of the open row carries the mark. */
const MARK =
  'group-data-open/row:border-accent-line group-data-open/row:first:shadow-[inset_3px_0_0_var(--accent)]';
/** Placeholder bars drawn as backgrounds: fast scrolling draws hundreds of them per frame. */
const BAR =
  'group-data-unread/row:bg-[linear-gradient(var(--line)_0_0)] group-data-unread/row:bg-[length:65%_0.625rem] group-data-unread/row:bg-left group-data-unread/row:bg-no-repeat group-data-unread/row:bg-origin-content';

/** Not done yet: the line below the row is dashed. */
const WAITS = 'group-data-waits/row:border-dashed group-data-waits/row:border-line-control';

const cellOf = (shape: Shape, windowed: boolean) =>
  cn(
    'group/cell group-data-dim/row:text-ink-3',
    cellClasses,
    MARK,
    WAITS,
    shape.number && 'text-right',
    windowed
      ? cn(BAR, shape.number && 'group-data-unread/row:bg-right')
      : 'max-w-0 group-last/row:border-b-0 has-data-lines:py-0',
    !windowed && shape.place === 'note' && !shape.number && 'py-1 whitespace-normal wrap-anywhere',
    windowed && shape.place === 'amount' && 'sticky right-0 bg-inherit',
  );

/** The styles of a table's columns, and the minimum width of a table that scrolls sideways. */
export function columnStylesOf(
  shapes: readonly Shape[],
  { windowed, picks }: { windowed: boolean; picks: boolean },
): { columnStyles: readonly ColumnStyle[]; least: string } {
  const steps = columnSteps(shapes, { picks, fits: !windowed });
  const hasSecondary = windowed && shapes.some(({ place }) => place === 'secondary');
  const places = placeClasses(windowed, hasSecondary);
  const columnStyles = shapes.map((shape): ColumnStyle => {
    const hideClasses = hideUnderClasses(steps.get(shape.name));
    return {
      shape,
      headStyle: shape.grows ? undefined : { width: `${shape.width}rem` },
      headClassName: cn(
        headCellClasses,
        'sticky top-0 z-3 overflow-hidden',
        shape.number && 'text-right',
        windowed && shape.place === 'amount' && 'right-0 z-4',
        hideClasses,
        ON_PAPER,
      ),
      cellClassName: cn(
        cellOf(shape, windowed),
        hideClasses,
        TWO_LINE_CELL,
        shape.place && places[shape.place],
        ON_PAPER,
        paperLines(shape),
      ),
    };
  });
  return { columnStyles, least: leastWidth(shapes, steps) };
}

/** The checkbox column. */
export const pickClasses = cn(
  cellClasses,
  'w-9 cursor-default stacked:col-start-1 stacked:row-1 stacked:block stacked:h-auto stacked:border-0 stacked:p-0 stacked:shadow-none! print:hidden!',
  MARK,
  WAITS,
  'group-last/row:border-b-0',
);
export const pickHeadClasses = cn(headCellClasses, 'sticky top-0 z-3 w-9 print:hidden!');

/** Classes of a row, in the page flow or windowed; windowed rows all have one height. */
export const rowClasses = (windowed: boolean, picks: boolean, opens: string | undefined) =>
  cn(
    'group/row bg-surface hover:bg-hover data-selected:bg-selected data-open:bg-selected',
    'stacked:grid stacked:gap-x-2 stacked:border-b stacked:border-line stacked:data-open:shadow-[inset_3px_0_0_var(--accent)]',
    'print:table-row! print:h-auto! print:bg-transparent! print:shadow-none!',
    picks
      ? 'stacked:grid-cols-[1.75rem_[row]_minmax(0,max-content)_[next]_minmax(0,1fr)_[last]_max-content_[end]]'
      : 'stacked:grid-cols-[[row]_minmax(0,max-content)_[next]_minmax(0,1fr)_[last]_max-content_[end]]',
    // Buttons in a row are above the link that covers the whole row.
    opens === 'page' && 'relative [&_td_:is(button,input)]:relative [&_td_:is(button,input)]:z-1',
    opens !== undefined && 'cursor-pointer',
    windowed
      ? 'h-row cursor-pointer data-unread:cursor-default focus-visible:rounded-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus motion-safe:data-arrived:not-data-selected:not-data-open:animate-arrived forced-colors:data-open:outline-2 forced-colors:data-open:-outline-offset-2 forced-colors:data-open:outline-[Highlight] forced-colors:data-selected:outline-2 forced-colors:data-selected:-outline-offset-2 forced-colors:data-selected:outline-[Highlight] stacked:h-[3.125rem] stacked:grid-rows-[1.25rem_1.25rem] stacked:content-center stacked:px-gutter stacked:max-wide:h-14 print:data-unread:hidden!'
      : 'stacked:gap-y-0.5 stacked:px-panel stacked:py-2 stacked:last:border-b-0',
  );
