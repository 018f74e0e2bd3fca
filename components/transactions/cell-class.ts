import { type Column, NUMBERS } from './columns.ts';
import styles from './transactions.module.css';

/** A cell's class by its column. The bar of a row that is not read yet is the cell's own background, not an element. */
export function cellClass(column: Column): string | undefined {
  return [styles[column], NUMBERS.has(column) && styles.number].filter(Boolean).join(' ') || undefined;
}
