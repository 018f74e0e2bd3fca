import { cva } from 'class-variance-authority';

/** A sunken box for code; its lines wrap, or the box scrolls. */
export const codeWell = cva(
  'rounded-2 border border-line bg-sunken px-3 py-2 font-mono text-xs/4.5 text-ink-2',
  {
    variants: {
      lines: {
        wrap: 'wrap-anywhere overflow-x-auto whitespace-pre-wrap',
        scroll: 'max-h-88 overflow-auto whitespace-pre',
      },
    },
  },
);
