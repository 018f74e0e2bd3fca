import { extendTailwindMerge } from 'tailwind-merge';

/** Joins classes. Of two that set the same property the later one wins, so a caller's class wins. */
export const cn = extendTailwindMerge({
  extend: {
    theme: {
      radius: ['1', '2', '3'],
      spacing: ['control', 'control-sm', 'row', 'row-head', 'gutter', 'cell', 'panel', 'side', 'bar'],
    },
  },
});
