import type { ReactNode } from 'react';
import styles from './selection-bar-frame.module.css';

type Props = { label: string; status: ReactNode; children: ReactNode };

/** Below a table: what of it is chosen (`status`, read out as it changes), then what can be done with that. */
export function SelectionBarFrame({ label, status, children }: Props) {
  return (
    <section className={styles.bar} aria-label={label}>
      <span role="status" className="flex flex-wrap items-center gap-x-3">
        {status}
      </span>
      <span className="flex-1" />
      {children}
    </section>
  );
}
