import type { ReactNode } from 'react';

/** An amount of which nobody can say whether it came or went: `why` in words. */
export function DoubtfulAction({ why, children }: { why: string; children: ReactNode }) {
  return (
    <span title={why}>
      <span aria-hidden="true" className="text-warn-ink">
        ±
      </span>
      {children}
      <span className="sr-only">, {why}</span>
    </span>
  );
}
