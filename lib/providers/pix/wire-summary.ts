import 'server-only';
import { layersOf, named, UnreadableAnswer } from '#lib/providers/envelopes.ts';
import { number, objectReader, type ReadObject, raw, text } from '#lib/providers/fields.ts';

/** GET /user/summary, a route document 1 does not list. */

const BLOCK = {
  totalAmount: number('amount'),
  totalTransactions: number('count'),
  statuses: raw('status'),
  grouped: raw('days'),
};
const STATUS = {
  count: number('totalTransactions'),
  amount: number('totalAmount'),
  serviceFeeCharged: number('fee', 'fees'),
};
const DAY = { date: text('day', 'period'), amount: number('totalAmount', 'total') };
const SUMMARY = {
  totalTransactions: number('total', 'count'),
  deposit: raw('deposits'),
  withdraw: raw('withdraws', 'withdrawals'),
  commission: raw('commissions'),
};

const readSummaryFields = objectReader(SUMMARY);
const readBlock = objectReader(BLOCK);
const readStatus = objectReader(STATUS);
const readDay = objectReader(DAY);

export type WireStatusSum = ReadObject<typeof STATUS>['fields'];
export type WireBlock = {
  totalAmount: string | null;
  /** By the provider's word in lower case. */
  statuses: Record<string, WireStatusSum>;
  days: { date: string; amount: string }[];
};
export type WireSummary = {
  totalTransactions: string | null;
  deposit: WireBlock | null;
  withdraw: WireBlock | null;
  commission: WireBlock | null;
};

export function readSummary(json: unknown): WireSummary {
  const read = layersOf(json, ['summary']).map(readSummaryFields);
  const [found] = read.sort((a, b) => b.known - a.known);
  if (found === undefined || found.known === 0) throw new UnreadableAnswer('summary');
  const { totalTransactions, deposit, withdraw, commission } = found.fields;
  return {
    totalTransactions,
    deposit: block(deposit),
    withdraw: block(withdraw),
    commission: block(commission),
  };
}

function block(value: unknown): WireBlock | null {
  const [object] = layersOf(value);
  if (object === undefined) return null;
  const { totalAmount, statuses } = readBlock(object).fields;
  const sums = layersOf(statuses)[0] ?? {};
  const days = named([object], ['grouped', ...BLOCK.grouped.spellings]).map((day) => readDay(day).fields);
  return {
    totalAmount,
    statuses: Object.fromEntries(
      Object.entries(sums).flatMap(([word, sum]) => {
        const [inner] = layersOf(sum);
        return inner === undefined ? [] : [[word.toLowerCase(), readStatus(inner).fields]];
      }),
    ),
    days: days.flatMap(({ date, amount }) => (date === null || amount === null ? [] : [{ date, amount }])),
  };
}
