import type { ReactNode } from 'react';

/** An amount whose direction is unknown; `why` explains it. */
export function UnknownDirectionAmount({ why, children }: { why: string; children: ReactNode }) {
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
