import type { ReactNode } from 'react';

/** One part of the form of a card charge, with its name. */
export function FieldGroup({ legend, children }: { legend: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-3 border-0 border-b border-line p-0 pb-3 [&>button]:justify-self-start">
      <legend className="p-0 pb-2 font-semibold">{legend}</legend>
      {children}
    </fieldset>
  );
}
