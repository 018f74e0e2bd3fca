import { visibleProblemsOf } from '#lib/api/reading.ts';
import type { Delivery, DeliveryList } from '#lib/deliveries/contract.ts';
import type { Columns } from '#lib/list/packed.ts';
import { dayRuns, packedPage, type RowPage, timeOf } from '#lib/list/pages.ts';

/** The grid's row of a delivery. Amounts are cents, times ms since 1970. */
export type Row = { at: number | null } & Omit<
  Delivery,
  'createdAt' | 'webhookId' | 'transactionStatus' | 'derived'
>;
export type Sums = { count: number };
/** The answer's facts of the whole result and of the index behind it. */
export type Whole = Pick<DeliveryList, 'facets' | 'reach' | 'answers'>;
type DeliveryPage = RowPage<Row, Sums, Whole>;

/** A page of the list, cut down to what the grid needs. */
export function toRowPage(list: DeliveryList): DeliveryPage {
  const { items, nextCursor, total, asOf, facets, reach, answers } = list;
  const runs = dayRuns<Delivery, Sums>(
    items,
    ({ createdAt }) => createdAt,
    () => ({ count: 0 }),
    (sums) => {
      sums.count += 1;
    },
  );
  const whole = { total, asOf, facets, reach, answers };
  return { rows: items.map(toRow), runs, nextCursor, ...whole, ...visibleProblemsOf(list) };
}

function toRow({ createdAt, webhookId: _, transactionStatus: __, derived: ___, ...rest }: Delivery): Row {
  return { ...rest, at: timeOf(createdAt) };
}

const COLUMNS: Columns<Row> = {
  texts: ['id', 'transactionId', 'clientReference'],
  numbers: ['at', 'status', 'attempt', 'responseTimeMs', 'amount'],
  words: ['url', 'event', 'outcome', 'open', 'resendId'],
};
export const packed = (page: DeliveryPage): DeliveryPage => packedPage(page, COLUMNS);
