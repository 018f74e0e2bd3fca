import type { ReactNode } from 'react';

/** Policies as lines: what it is, what holds, its change. */
export function PolicyLines({ children }: { children: ReactNode }) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_max-content] max-[481px]:grid-cols-[minmax(0,1fr)_max-content]">
      {children}
    </ul>
  );
}

/** On a narrow screen what holds stands below the rest. */
export function PolicyLine({ children }: { children: ReactNode }) {
  return (
    <li className="col-span-full grid grid-cols-subgrid items-start gap-x-3 gap-y-1 border-line border-b px-panel py-2 last:border-b-0 max-[481px]:[&>:nth-child(2)]:col-span-full max-[481px]:[&>:nth-child(2)]:row-start-2">
      {children}
    </li>
  );
}
