import type { Column } from '#lib/list/list.ts';
import styles from './grid.module.css';

/** What a cell and its head take from their column. The bar of a row that is not read yet is the cell's own background. */
export function cellProps({ number, place, under }: Column) {
  const className = [place && styles[place], number && styles.number].filter(Boolean).join(' ');
  return { className: className || undefined, 'data-under': under };
}
