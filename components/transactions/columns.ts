export const COLUMNS = [
  'time',
  'state',
  'who',
  'reference',
  'type',
  'method',
  'virtualAccount',
  'endToEndId',
  'id',
  'paidAt',
  'fee',
  'refunded',
  'amount',
] as const;
export type Column = (typeof COLUMNS)[number];

/** Without these a row could not be told from another. */
export const FIXED: readonly Column[] = ['time', 'state', 'who', 'amount'];
export const INITIAL: readonly Column[] = ['time', 'state', 'who', 'reference', 'type', 'amount'];
export const NUMBERS: ReadonlySet<Column> = new Set(['fee', 'refunded', 'amount']);

/** The grid's tracks and its least width; how wide a column is at which width of the list is the style sheet's. */
export function tracksOf(columns: readonly Column[]): { tracks: string; least: string } {
  const widths = ['pick', ...columns].map((column) => `var(--w-${column})`);
  const tracks = widths.map((width) => (width === 'var(--w-who)' ? `minmax(${width}, 1fr)` : width));
  return { tracks: tracks.join(' '), least: `calc(${widths.join(' + ')})` };
}

/** Known columns in the table's own order, the fixed ones always among them. */
export function sanitize(chosen: unknown): readonly Column[] {
  if (!Array.isArray(chosen)) return INITIAL;
  return COLUMNS.filter((column) => FIXED.includes(column) || chosen.includes(column));
}
