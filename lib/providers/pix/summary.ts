import 'server-only';
import { saoPauloDay } from '#lib/core/dates.ts';
import { countOf } from '#lib/core/provider-numbers.ts';
import { moneyStateOf, stayed } from '#lib/core/status/money.ts';
import { type AdapterDeps, absentFor } from '#lib/providers/client/adapter-deps.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { isObject, objectReader, type ReadObject, wholeNumber } from '#lib/providers/fields.ts';
import { centsOf } from '#lib/providers/pix/map.ts';
import type { ProviderPort } from '#lib/providers/port.ts';
import type { Summary } from '#lib/providers/records.ts';
import { mostKnown, named, UnreadableAnswer, unwrapLayers } from '#lib/providers/unwrap.ts';

/** GET /user/summary is not in document 1: null where it is missing. */
export function summaryOf({ client, readable, now }: AdapterDeps): NonNullable<ProviderPort['summary']> {
  const absent = absentFor(now);
  return ({ from, to, byDay }, call) => {
    const dateTo = new Date(Date.parse(to) - 1).toISOString();
    const days = byDay ? { groupBy: 'day', grouped: 'true' } : {};
    return absent(async () => {
      const { json } = await client.read('/user/summary', { dateFrom: from, dateTo, ...days }, call);
      return readable(() => toSummary(readSummary(json)));
    });
  };
}

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
  const found = mostKnown(unwrapLayers(json, ['summary']), readSummaryFields);
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

function sumsIn(value: unknown): WireSum[] {
  if (Array.isArray(value)) return value.filter(isObject).map((sum) => readSum.row(sum).fields);
  const sums = Object.entries(unwrapLayers(value)[0] ?? {});
  return sums.flatMap(([status, sum]) => {
    const [inner] = unwrapLayers(sum);
    return inner === undefined ? [] : [{ ...readSum(inner).fields, status }];
  });
}

/** Money in and out: completed money if the statuses are listed, else the block's total. */
export function toSummary(wire: WireSummary): Summary {
  return {
    in: moved(wire.deposit),
    out: moved(wire.withdraw),
    fees: feesOf([wire.deposit, wire.withdraw, wire.commission]),
    count: countOf(wholeNumber(wire.totalTransactions)),
    days: daysOf(wire.deposit?.days ?? [], wire.withdraw?.days ?? []),
  };
}

function moved(block: WireBlock | null): number | null {
  const done = block?.sums.filter(({ status }) => stayed(moneyStateOf(status))) ?? [];
  return done.length === 0 ? centsOf(block?.totalAmount ?? null) : sumOf(done.map(({ amount }) => amount));
}

const feesOf = (blocks: readonly (WireBlock | null)[]): number | null =>
  sumOf(blocks.flatMap((block) => block?.sums.map(({ serviceFeeCharged }) => serviceFeeCharged) ?? []));

/** The sum of the readable amounts, in cents; null when there is none. */
function sumOf(written: readonly (string | null)[]): number | null {
  const amounts = written.map(centsOf).filter((cents) => cents !== null);
  return amounts.length === 0 ? null : amounts.reduce((sum, cents) => sum + cents, 0);
}

function daysOf(ins: WireBlock['days'], outs: WireBlock['days']): Summary['days'] {
  const days = new Map<string, { in: number; out: number }>();
  const add = (side: 'in' | 'out', entries: WireBlock['days']) => {
    for (const { date, amount } of entries) {
      const day = /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : saoPauloDay(date);
      const sums = days.get(day) ?? { in: 0, out: 0 };
      sums[side] += centsOf(amount) ?? 0;
      if (day !== '') days.set(day, sums);
    }
  };
  add('in', ins);
  add('out', outs);
  return [...days].map(([day, sums]) => ({ day, ...sums })).sort((a, b) => (a.day < b.day ? -1 : 1));
}
