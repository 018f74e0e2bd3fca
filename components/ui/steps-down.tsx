import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './steps-down.module.css';

export type Step = {
  id: string;
  title: ReactNode;
  /** Quiet words beside the title: when it was done, what awaits. */
  note?: ReactNode;
  state: 'done' | 'skipped' | 'current' | 'later';
  children?: ReactNode;
};

/** Steps down the side: done ones shrink to a line, the current one is open, later ones show what will come. */
export function Steps({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <ol className={`steps-down ${styles.steps}`} aria-label={label}>
      {steps.map(({ id, title, note, state, children }, index) => (
        <li
          key={id}
          data-done={state === 'done' || undefined}
          data-skipped={state === 'skipped' || undefined}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          <span>
            {state === 'done' ? (
              <Icon name="tick" size="s" />
            ) : state === 'skipped' ? (
              <Icon name="right" size="s" />
            ) : (
              index + 1
            )}
          </span>
          <div className={styles.step}>
            <h3>
              {title} {note && <small>{note}</small>}
            </h3>
            {children}
          </div>
        </li>
      ))}
    </ol>
  );
}
