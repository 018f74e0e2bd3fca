import type { ReactNode } from 'react';
import styles from './table.module.css';

/** A cell of two lines; where rows are of two lines themselves, one that wraps. */
export function TwoLines({ children, below }: { children: ReactNode; below: ReactNode }) {
  return (
    <span className={styles.lines}>
      <span>{children}</span>
      <small>{below}</small>
    </span>
  );
}
