import type { Column } from '#lib/list/list.ts';

/** What a cell and its head take from their column; styles and narrow layouts go by it. */
export const cellProps = ({ number, place, under }: Column) => ({
  className: number && 'num',
  'data-number': number,
  'data-place': place,
  'data-under': under,
});
