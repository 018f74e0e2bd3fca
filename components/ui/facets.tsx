import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** Counts or sums to choose by. Those that do not fit in one row go into a second; each draws the lines around it. */
export function Facets({ className, ...rest }: ComponentProps<'fieldset'>) {
  return (
    <fieldset
      className={cn(
        'grid min-w-0 grid-cols-[repeat(auto-fit,minmax(7.75rem,1fr))] gap-px overflow-hidden rounded-3',
        'border border-line-strong bg-surface [&>*]:shadow-[0_0_0_1px_var(--line)]',
        'max-wide:auto-cols-max max-wide:grid-flow-col max-wide:grid-cols-none max-wide:overflow-x-auto',
        'max-wide:[scrollbar-width:none] max-wide:[&>*]:min-w-29',
        className,
      )}
      {...rest}
    />
  );
}

/** One of them; `aria-pressed` where it is the chosen one. */
export function Facet({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={cn(
        'relative min-w-0 px-3 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2',
        'aria-pressed:bg-selected aria-pressed:shadow-[inset_0_-3px_0_var(--accent),0_0_0_1px_var(--line)]',
        'forced-colors:aria-pressed:outline-2 forced-colors:aria-pressed:-outline-offset-3',
        'forced-colors:aria-pressed:outline-[Highlight] [&>b]:block [&>b]:text-md',
        className,
      )}
      {...rest}
    />
  );
}
