import type { ReactNode } from 'react';

type Props = { label: string; status: ReactNode; children: ReactNode };

/** On the dark ground of the bar. */
const INVERTED =
  '[&_:is(b,[data-direction],[data-direction]>*)]:text-inherit [&_button]:border-current/50 [&_button]:bg-transparent [&_button]:text-inherit [&_button_svg]:text-inherit [&_:focus-visible]:outline-current';

/** Below a table: what of it is chosen (`status`, read out as it changes), then what can be done with that. */
export function SelectionBarFrame({ label, status, children }: Props) {
  return (
    <section
      // On a phone what puts it away stands at the end of the first line, and what can be done below.
      className={`flex flex-none flex-wrap items-center gap-x-3 gap-y-2 bg-ink px-gutter py-2 text-ink-inverse max-wide:relative max-wide:[&>:last-child]:absolute max-wide:[&>:last-child]:top-2 max-wide:[&>:last-child]:right-gutter ${INVERTED}`}
      aria-label={label}
    >
      <span
        role="status"
        className="flex flex-wrap items-center gap-x-3 max-wide:min-h-control max-wide:basis-full max-wide:pr-[calc(var(--control)+0.5rem)]"
      >
        {status}
      </span>
      <span className="flex-1 max-wide:hidden" />
      {children}
    </section>
  );
}
