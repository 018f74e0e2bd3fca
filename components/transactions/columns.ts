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

const WIDTH: Record<Column, string> = {
  time: '4.875rem',
  state: '8rem',
  who: 'minmax(11rem, 1fr)',
  reference: '9rem',
  type: '6rem',
  method: '6.5rem',
  virtualAccount: '7.5rem',
  endToEndId: '9.5rem',
  id: '8.5rem',
  paidAt: '9rem',
  fee: '6rem',
  refunded: '6.5rem',
  amount: '8rem',
};
const PICK_WIDTH = 2;

/** The grid's tracks and the least width, in rem, below which the table scrolls sideways. */
export function tracksOf(columns: readonly Column[]): { tracks: string; least: number } {
  const widths = columns.map((column) => WIDTH[column]);
  const least = widths.reduce(
    (sum, width) => sum + Number.parseFloat(width.replace('minmax(', '')),
    PICK_WIDTH,
  );
  return { tracks: [`${PICK_WIDTH}rem`, ...widths].join(' '), least };
}

/** Known columns in the table's own order, the fixed ones always among them. */
export function sanitize(chosen: unknown): readonly Column[] {
  if (!Array.isArray(chosen)) return INITIAL;
  return COLUMNS.filter((column) => FIXED.includes(column) || chosen.includes(column));
}
