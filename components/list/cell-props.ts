import type { Column } from '#lib/list/list.ts';

/** Attributes a cell and its head get from their column, for the styles and the narrow layouts. */
export const cellProps = ({ number, place, under }: Column) => ({
  className: number && 'num',
  'data-number': number,
  'data-place': place,
  'data-under': under,
});
