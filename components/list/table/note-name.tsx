import type { ReactNode } from 'react';
import styles from './table.module.css';

/** What a note is called, where it stands on a line of its own and no head says it. */
export const NoteName = ({ children }: { children: ReactNode }) => (
  <span className={styles.noteName}>{children} </span>
);
