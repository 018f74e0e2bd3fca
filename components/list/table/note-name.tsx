import type { ReactNode } from 'react';
import styles from './table.module.css';

/** Name of a note on its own line, where no column head names it. */
export const NoteName = ({ children }: { children: ReactNode }) => (
  <span className={styles.noteName}>{children} </span>
);
