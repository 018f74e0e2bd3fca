import type { CSSProperties } from 'react';
import { cn } from '#components/ui/cn.ts';
import { cellClasses, headCellClasses } from '#components/ui/table.tsx';
import { columnSteps, hideUnderClasses, leastWidth, type Shape, widthOf } from './columns.ts';

/** The classes and styles of a column's head and cells. */
export type ColumnStyle = {
  shape: Shape;
  headClassName: string;
  headStyle: CSSProperties | undefined;
  cellClassName: string;
};

/** Cell positions in a stacked row: who and amount, below them state and time, then the notes. */
function placeClasses(shape: Shape, { windowed, beside }: { windowed: boolean; beside: boolean }): string {
  switch (shape.place) {
    case 'who':
      return 'stacked:block stacked:col-[row/last] stacked:row-1';
    case 'amount':
      return 'stacked:block stacked:col-[last/end] stacked:row-1 stacked:text-right';
    case 'state':
      return cn(
        'stacked:block stacked:row-2',
        beside ? 'stacked:col-[row/next]' : 'stacked:col-[row/last]',
        windowed && 'stacked:text-xs',
      );
    case 'time':
      return cn(
        'stacked:block stacked:col-[last/end] stacked:row-2 stacked:text-right stacked:text-ink-3',
        windowed && 'stacked:text-xs',
      );
    case 'beside':
      return windowed ? 'stacked:block stacked:col-[next/last] stacked:row-2 stacked:text-xs' : '';
    case 'note':
      return windowed
        ? ''
        : 'stacked:block stacked:col-[row/end] stacked:text-left stacked:whitespace-normal stacked:text-ink-3';
    default:
      return '';
  }
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

const cellOf = (shape: Shape, windowed: boolean) =>
  cn(
    'group/cell',
    cellClasses,
    MARK,
    'group-data-waits/row:border-dashed group-data-waits/row:border-line-control group-data-dim/row:text-ink-3',
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
  const beside = windowed && shapes.some(({ place }) => place === 'beside');
  const columnStyles = shapes.map((shape): ColumnStyle => {
    const hideClasses = hideUnderClasses(steps.get(shape.name));
    return {
      shape,
      headStyle: widthOf(shape),
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
        placeClasses(shape, { windowed, beside }),
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
  'group-last/row:border-b-0 group-data-waits/row:border-dashed group-data-waits/row:border-line-control',
);
export const pickHeadClasses = cn(headCellClasses, 'sticky top-0 z-3 w-9 print:hidden!');

/** Classes of a row, in the page flow or windowed; windowed rows all have one height. */
export function rowClasses({
  windowed,
  picks,
  opens,
}: {
  windowed: boolean;
  picks: boolean;
  opens: string | undefined;
}) {
  return cn(
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
}
