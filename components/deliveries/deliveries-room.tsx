import type { ReactNode } from 'react';

/** The page scrolls as one: what is at stake goes away, the rows' head stays. */
export function DeliveriesRoom({ above, children }: { above: ReactNode; children: ReactNode }) {
  return (
    <div className="page flex flex-col gap-3 overflow-auto p-0 [overflow-anchor:none]">
      {/* A fieldset would be as wide as its words otherwise. */}
      <div className="grid grid-cols-1 gap-3 px-gutter [&>fieldset]:min-w-0">{above}</div>
      <div>{children}</div>
    </div>
  );
}
