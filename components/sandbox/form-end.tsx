import type { ReactNode } from 'react';

/** The last line of a form: words or a choice at the left, the button at the right. */
export function FormEnd({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 [&>button]:ml-auto [&>span]:min-w-0 [&>span]:flex-[1_1_10rem]">
      {children}
    </div>
  );
}
