/** Classes of the words in a row that open it: 24 px to press (WCAG 2.5.8) without a taller row. */
export const ROW_OPEN = [
  'row-open -my-0.75 inline-block max-w-full truncate py-0.75 text-left align-top font-medium text-ink',
  'hover:underline focus-visible:-outline-offset-2',
].join(' ');
