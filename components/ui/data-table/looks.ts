import type { CSSProperties } from 'react';
import { cellClasses, headCellClasses } from '#components/ui/table.tsx';
import { columnSteps, goesClasses, leastWidth, type Shape, widthOf } from './columns.ts';

/** How a column's head and cells look. */
export type Look = {
  shape: Shape;
  headClassName: string;
  headStyle: CSSProperties | undefined;
  cellClassName: string;
};

const join = (...classes: (string | false | undefined)[]) => classes.filter(Boolean).join(' ');

/** In a row of two lines: who and amount, below state and time, then the notes. */
function placeClasses(shape: Shape, { windowed, beside }: { windowed: boolean; beside: boolean }): string {
  switch (shape.place) {
    case 'who':
      return 'two-lines:block two-lines:col-[row/last] two-lines:row-1';
    case 'amount':
      return 'two-lines:block two-lines:col-[last/end] two-lines:row-1 two-lines:text-right';
    case 'state':
      return join(
        'two-lines:block two-lines:row-2',
        beside ? 'two-lines:col-[row/next]' : 'two-lines:col-[row/last]',
        windowed && 'two-lines:text-xs',
      );
    case 'time':
      return join(
        'two-lines:block two-lines:col-[last/end] two-lines:row-2 two-lines:text-right two-lines:text-ink-3',
        windowed && 'two-lines:text-xs',
      );
    case 'beside':
      return windowed ? 'two-lines:block two-lines:col-[next/last] two-lines:row-2 two-lines:text-xs' : '';
    case 'note':
      return windowed
        ? ''
        : 'two-lines:block two-lines:col-[row/end] two-lines:text-left two-lines:whitespace-normal two-lines:text-ink-3';
    default:
      return '';
  }
}

const ON_PAPER =
  'print:static! print:h-auto! print:w-auto! print:max-w-none! print:px-1! print:py-0.5! print:whitespace-normal! print:wrap-anywhere';
const TWO_LINE_CELL =
  'two-lines:hidden two-lines:h-auto two-lines:max-w-none two-lines:border-0 two-lines:bg-transparent two-lines:p-0 two-lines:shadow-none! two-lines:has-[[data-nothing]]:hidden';
/** The open row's mark stands at its first cell. */
const MARK =
  'group-data-open/row:border-accent-line group-data-open/row:first:shadow-[inset_3px_0_0_var(--accent)]';
/** Bars without elements of their own: fast scrolling draws hundreds of them in each frame. */
const BAR =
  'group-data-unread/row:bg-[linear-gradient(var(--line)_0_0)] group-data-unread/row:bg-[length:65%_0.625rem] group-data-unread/row:bg-left group-data-unread/row:bg-no-repeat group-data-unread/row:bg-origin-content';

const cellOf = (shape: Shape, windowed: boolean) =>
  join(
    'group/cell',
    cellClasses,
    MARK,
    'group-data-waits/row:border-dashed group-data-waits/row:border-line-control group-data-dim/row:text-ink-3',
    shape.number && 'text-right',
    windowed
      ? join(BAR, shape.number && 'group-data-unread/row:bg-right')
      : 'max-w-0 group-last/row:border-b-0 has-data-lines:py-0',
    !windowed && shape.place === 'note' && !shape.number && 'py-1 whitespace-normal wrap-anywhere',
    windowed && shape.place === 'amount' && 'sticky right-0 bg-inherit',
  );

/** The looks of a table's columns, and the least width of one that is scrolled sideways. */
export function looksOf(
  shapes: readonly Shape[],
  { windowed, picks }: { windowed: boolean; picks: boolean },
): { looks: readonly Look[]; least: string } {
  const steps = columnSteps(shapes, { picks, fits: !windowed });
  const beside = windowed && shapes.some(({ place }) => place === 'beside');
  const looks = shapes.map((shape): Look => {
    const goes = goesClasses(steps.get(shape.name));
    return {
      shape,
      headStyle: widthOf(shape),
      headClassName: join(
        headCellClasses,
        'sticky top-0 z-3 overflow-hidden',
        shape.number && 'text-right',
        windowed && shape.place === 'amount' && 'right-0 z-4',
        goes,
        ON_PAPER,
      ),
      cellClassName: join(
        cellOf(shape, windowed),
        goes,
        TWO_LINE_CELL,
        placeClasses(shape, { windowed, beside }),
        ON_PAPER,
      ),
    };
  });
  return { looks, least: leastWidth(shapes, steps) };
}

/** The column of boxes. */
export const pickClasses = join(
  cellClasses,
  'w-9 cursor-default two-lines:col-start-1 two-lines:row-1 two-lines:block two-lines:h-auto two-lines:border-0 two-lines:p-0 print:hidden!',
  MARK,
  'group-last/row:border-b-0 group-data-waits/row:border-dashed group-data-waits/row:border-line-control',
);
export const pickHeadClasses = join(headCellClasses, 'sticky top-0 z-3 w-9 print:hidden!');

/** Rows of a table in its page's flow, or of one that is scrolled through: these have one height. */
export function rowClasses({
  windowed,
  picks,
  opens,
}: {
  windowed: boolean;
  picks: boolean;
  opens: string | undefined;
}) {
  return join(
    'group/row bg-surface hover:bg-hover data-selected:bg-selected data-open:bg-selected',
    'two-lines:grid two-lines:gap-x-2 two-lines:border-b two-lines:border-line two-lines:data-open:shadow-[inset_3px_0_0_var(--accent)]',
    'print:table-row! print:h-auto! print:bg-transparent! print:shadow-none!',
    picks
      ? 'two-lines:grid-cols-[1.75rem_[row]_minmax(0,max-content)_[next]_minmax(0,1fr)_[last]_max-content_[end]]'
      : 'two-lines:grid-cols-[[row]_minmax(0,max-content)_[next]_minmax(0,1fr)_[last]_max-content_[end]]',
    // Buttons in a row lie above the link that the row is.
    opens === 'page' && 'relative [&_td>button]:relative [&_td>button]:z-1',
    opens !== undefined && 'cursor-pointer',
    windowed
      ? 'h-row cursor-pointer data-unread:cursor-default focus-visible:rounded-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus motion-safe:data-arrived:not-data-selected:not-data-open:animate-arrived forced-colors:data-open:outline-2 forced-colors:data-open:-outline-offset-2 forced-colors:data-open:outline-[Highlight] forced-colors:data-selected:outline-2 forced-colors:data-selected:-outline-offset-2 forced-colors:data-selected:outline-[Highlight] two-lines:h-[3.125rem] two-lines:grid-rows-[1.25rem_1.25rem] two-lines:content-center two-lines:px-gutter two-lines:max-wide:h-14 print:data-unread:hidden!'
      : 'two-lines:gap-y-0.5 two-lines:px-panel two-lines:py-2 two-lines:last:border-b-0',
  );
}
