import type { ReactNode } from 'react';
import { Page } from '#components/ui/page.tsx';

/** The page scrolls as one: what is at stake goes away, the rows' head stays. */
export function DeliveriesRoom({ above, children }: { above: ReactNode; children: ReactNode }) {
  return (
    <Page className="flex flex-col gap-1.5 p-0 [overflow-anchor:none] max-wide:overflow-auto">
      {/* A fieldset would be as wide as its words otherwise. */}
      <div className="grid grid-cols-1 gap-1.5 px-gutter pt-0.5 [&>fieldset]:min-w-0">{above}</div>
      <div className="[&>search]:pt-0! [&>search]:pb-1.5!">{children}</div>
    </Page>
  );
}
