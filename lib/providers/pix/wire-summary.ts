import 'server-only';
import * as means from '#lib/providers/field-aliases.ts';
import { isObject, objectReader, type ReadObject } from '#lib/providers/fields.ts';
import { named, UnreadableAnswer, unwrapLayers } from '#lib/providers/unwrap.ts';

/** GET /user/summary, a route document 1 does not list. */

const BLOCK = {
  totalAmount: means.total(...means.amount().spellings),
  statuses: means.byState(),
  grouped: means.byDay(),
};
const SUM = {
  status: means.state(),
  count: means.count(),
  amount: means.total(...means.amount().spellings),
  serviceFeeCharged: means.fee(),
};
const DAY = { date: means.day(), amount: SUM.amount };
const SUMMARY = {
  totalTransactions: means.count('total'),
  deposit: means.ofDeposits(),
  withdraw: means.ofWithdrawals(),
  commission: means.ofCommissions(),
};

const readSummaryFields = objectReader(SUMMARY);
const readBlock = objectReader(BLOCK);
const readSum = objectReader(SUM);
const readDay = objectReader(DAY);

export type WireSum = ReadObject<typeof SUM>['fields'];
export type WireBlock = {
  totalAmount: string | null;
  /** `status`: the provider's word. */
  sums: WireSum[];
  days: { date: string; amount: string }[];
};
export type WireSummary = {
  totalTransactions: string | null;
  deposit: WireBlock | null;
  withdraw: WireBlock | null;
  commission: WireBlock | null;
};

export function readSummary(json: unknown): WireSummary {
  const read = unwrapLayers(json, ['summary']).map(readSummaryFields);
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
  const [object] = unwrapLayers(value);
  if (object === undefined) return null;
  const { totalAmount, statuses } = readBlock(object).fields;
  const days = named([object], BLOCK.grouped.spellings).map((day) => readDay(day).fields);
  return {
    totalAmount,
    sums: sumsIn(statuses),
    days: days.flatMap(({ date, amount }) => (date === null || amount === null ? [] : [{ date, amount }])),
  };
}

/** Accepts sums by their state's word, or a list of sums with a state each. */
function sumsIn(value: unknown): WireSum[] {
  if (Array.isArray(value)) return value.filter(isObject).map((sum) => readSum.row(sum).fields);
  const sums = Object.entries(unwrapLayers(value)[0] ?? {});
  return sums.flatMap(([status, sum]) => {
    const [inner] = unwrapLayers(sum);
    return inner === undefined ? [] : [{ ...readSum(inner).fields, status }];
  });
}
