import type { ReactNode } from 'react';

type Props = { label: string; status: ReactNode; children: ReactNode };

/**
 * The bar below a table: what is selected (`status`, announced as it changes), then the actions. On a phone
 * the last button, which clears the selection, is at the end of the first line.
 */
export function SelectionBarFrame({ label, status, children }: Props) {
  return (
    <section
      className="relative flex flex-none flex-wrap items-center gap-x-3 gap-y-2 bg-ink px-gutter py-2 text-ink-inverse [&_:focus-visible]:outline-current [&_:is(b,[data-direction],[data-direction]>*)]:text-inherit [&_button]:border-current/50! [&_button]:bg-transparent! [&_button]:text-inherit! [&_button_svg]:text-inherit! max-wide:[&>:last-child]:absolute max-wide:[&>:last-child]:top-2 max-wide:[&>:last-child]:right-gutter"
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
