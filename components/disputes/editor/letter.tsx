import type { ReactNode } from 'react';

/** One part of the letter: its name and hint at the left, its text at the right, one below the other on a phone. */
export const SECTION =
  'grid grid-cols-[6.75rem_minmax(0,1fr)] border-b border-line max-wide:grid-cols-[minmax(0,1fr)]';
export const SECTION_NAME =
  'border-r border-line py-2 pr-2 pl-panel text-xs text-ink-3 max-wide:flex max-wide:gap-2 max-wide:border-0 max-wide:pb-0 [&>b]:block';
/** Lines of the letter while it is written and read. */
export const LETTER_LINES = 'px-panel py-2 leading-[1.3125rem] wrap-anywhere whitespace-pre-wrap';
/** Ground of a fact in the text. */
export const FACT_MARK = 'rounded-[1px] bg-accent-soft shadow-[inset_0_-1px_0_var(--accent)]';

/** The letter as it is or was sent. */
export function Letter({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <p
      className={`rounded-2 border border-line bg-sunken p-3 leading-[1.3125rem] wrap-anywhere whitespace-pre-wrap text-ink print:border-0 print:bg-transparent ${className}`}
      lang="pt-BR"
    >
      {children}
    </p>
  );
}
