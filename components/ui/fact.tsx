import type { ReactNode } from 'react';

/** A line of `dl.facts`, absent where there is nothing to tell; `wraps` where the value is what people wrote. */
export function Fact({ name, wraps, children }: { name: ReactNode; wraps?: boolean; children: ReactNode }) {
  if (children === null || children === undefined || children === false || children === '') return null;
  return (
    <>
      <dt>{name}</dt>
      <dd className={wraps ? 'break-words whitespace-normal' : undefined}>{children}</dd>
    </>
  );
}
