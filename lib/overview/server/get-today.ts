import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { addDays, dayRange, saoPauloDay, startOfDay } from '#lib/core/dates.ts';
import { createCache } from '#lib/data/cache.ts';
import { databaseNow } from '#lib/data/clock.ts';
import type { DayFigures, Today, Volume } from '#lib/overview/contract.ts';
import { COUNTS_EVERY_MS, PAID_STATUSES, VOLUME_DAYS } from '#lib/overview/rules.ts';
import { postedDays, postedSums } from '#lib/overview/server/posted-sums.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import type { ProviderPort, TransactionFilter } from '#lib/providers/port.ts';
import { SHARED_CALL } from '#lib/providers/reach.ts';
import type { Summary } from '#lib/providers/records.ts';
import { STATUSES } from '#lib/transactions/rules.ts';

type Transactions = NonNullable<ProviderPort['transactions']>;
type Window = { from: string; to: string };

/** Parallel calls: few enough to leave budget for the operator's other reads. */
const AT_ONCE = 3;
const figures = createCache();

/**
 * Today and yesterday up to the same time of day: counts from the list's `total` with limit 1 (document 1,
 * GET /user/transactions), sums by posting from the statement, or by creation from the service's summary where
 * the account has no statement. Cached for five minutes per account; an unknown figure is null, never estimated.
 */
export async function getToday({
  ctx,
  now = new Date(databaseNow()),
}: Args<'GET /overview/today'> & { now?: Date }): Promise<Today> {
  const { account } = ctx;
  const transactions = ctx.part('transactions');
  const cache = <T>(what: string, read: () => Promise<T>, whole: (answer: T) => boolean = () => true) =>
    figures.read(`${account.id} ${what}`, (answer) => (whole(answer) ? COUNTS_EVERY_MS : 0), read);
  // A failed sum that is read again covers the same period as the cached counts.
  const at = await cache(saoPauloDay(now), async () => now);
  const day = async (window: Window): Promise<DayFigures> => {
    const of = `${window.from} ${window.to}`;
    const readCounts = () => countsOf(transactions, window);
    const readSums = () => sumsOf(ctx, window, at.getTime());
    const [{ failed: _, ...counts }, sums] = await Promise.all([
      cache(`counts ${of}`, readCounts, ({ failed }) => !failed),
      // A failure here costs only the sums, and is not cached.
      cache(`sums ${of}`, readSums).catch(() => NO_DAY_SUMS),
    ]);
    return { ...window, ...counts, ...sums };
  };
  const windows = windowsAt(at);
  const [today, yesterday] = await Promise.all([day(windows[0]), day(windows[1])]);
  return { today, yesterday, asOf: at.toISOString() };
}

type DaySums = Pick<DayFigures, 'in' | 'out' | 'fees' | 'basis'>;
const NO_DAY_SUMS: DaySums = { in: null, out: null, fees: null, basis: 'created' };

async function sumsOf({ account, port }: Ctx, window: Window, now: number): Promise<DaySums> {
  const { statement, summary } = port;
  const key = `${account.id} today ${window.from}`;
  const posted = statement && (await ifAnswered(postedSums(statement, key, window, now)));
  // Where fees are inside the amounts, no line is a fee.
  if (posted)
    return { in: posted.in, out: posted.out, fees: posted.fees || posted.included, basis: 'posted' };
  const sums = (await summary?.({ ...window, byDay: false }, SHARED_CALL)) ?? NO_DAY_SUMS;
  return { in: sums.in, out: sums.out, fees: sums.fees, basis: 'created' };
}

/** Today and yesterday, each from its midnight and equally long. */
export function windowsAt(now: Date): [Window, Window] {
  const day = saoPauloDay(now);
  const from = startOfDay(day);
  const before = startOfDay(addDays(day, -1));
  const passed = now.getTime() - Date.parse(from);
  return [
    { from, to: now.toISOString() },
    { from: before, to: new Date(Date.parse(before) + passed).toISOString() },
  ];
}

/** `failed`: a count could not be read, so the result is not cached. */
type Counts = Pick<DayFigures, 'total' | 'byStatus' | 'deposits'> & { failed: boolean };

/** Runs at most `width` tasks at a time; results in the tasks' order. The first failure rejects. */
async function inParallel<T>(tasks: readonly (() => Promise<T>)[], width: number): Promise<T[]> {
  const answers: T[] = [];
  const waiting = tasks.entries();
  const worker = async (): Promise<void> => {
    for (const [index, task] of waiting) answers[index] = await task();
  };
  await Promise.all(Array.from({ length: Math.min(width, tasks.length) }, worker));
  return answers;
}

async function countsOf(transactions: Transactions, window: Window): Promise<Counts> {
  let failed = false;
  const count = (more: TransactionFilter) => async () => {
    const page = await transactions.list({ ...window, ...more }, { limit: 1, position: null }, SHARED_CALL);
    failed ||= page.totalFailed === true;
    return page.total;
  };
  const [total = null, paid = null, expired = null, ...each] = await inParallel(
    [
      count({}),
      count({ type: ['DEPOSIT'], status: PAID_STATUSES }),
      count({ type: ['DEPOSIT'], status: ['EXPIRED'] }),
      ...STATUSES.map((status) => count({ status: [status] })),
    ],
    AT_ONCE,
  );
  const byStatus = Object.fromEntries(
    STATUSES.flatMap((status, index) => {
      const known = each[index] ?? null;
      return known === null ? [] : [[status, known]];
    }),
  );
  return { total, byStatus, deposits: paid === null || expired === null ? null : { paid, expired }, failed };
}

const volumes = createCache({ max: 2_000 });

/** Past days change by refunds at most, so each is cached this long. Milliseconds. */
const PAST_EVERY_MS = 6 * 60 * 60_000;

const VOLUMES_AT_ONCE = 4;

/**
 * Sums of money in and out on each of the last thirty São Paulo days, today included and still open, in
 * cents: money that moved, never an unpaid charge. By posting from the statement; by creation from the service's
 * summary until the statement is read, or where it has too many lines. `days` is null where the service has no
 * summary. Cached for five minutes per account.
 */
export async function getVolume({
  ctx,
  now = new Date(databaseNow()),
}: Args<'GET /overview/volume'> & { now?: Date }): Promise<Volume> {
  const { port } = ctx;
  const asOf = now.toISOString();
  if (port.summary === undefined) return { days: null, basis: 'created', reading: false, asOf };
  const last = saoPauloDay(now);
  return volumes.read(
    `${ctx.account.id} ${last}`,
    ({ reading }) => (reading ? 0 : COUNTS_EVERY_MS),
    async () => {
      const posted = await postedDays(ctx, daysFrom(addDays(last, 1 - VOLUME_DAYS)), now.getTime());
      if (posted !== null && posted !== 'reading')
        return { days: posted, basis: 'posted', reading: false, asOf };
      return { days: await createdDays(ctx, last), basis: 'created', reading: posted === 'reading', asOf };
    },
  );
}

async function createdDays({ account, port }: Ctx, last: string): Promise<Volume['days']> {
  const first = addDays(last, 1 - VOLUME_DAYS);
  const answer = await port.summary?.({ ...dayRange(first, last), byDay: true }, SHARED_CALL);
  if (answer == null || answer.days.length === 0) return null;
  if (countsMoved(answer)) return everyDay(answer.days, first);
  // These days count everything created; the summary of a single day counts what moved.
  const read = (day: string) =>
    volumes.read(
      `${account.id} day ${day}`,
      () => (day < addDays(last, -1) ? PAST_EVERY_MS : COUNTS_EVERY_MS),
      async () => (await port.summary?.({ ...dayRange(day, day), byDay: false }, SHARED_CALL)) ?? null,
    );
  const sums = await inParallel(
    daysFrom(first).map((day) => async () => ({ day, sum: await read(day) })),
    VOLUMES_AT_ONCE,
  );
  const known = sums.flatMap(({ day, sum }) =>
    sum?.in == null || sum.out === null ? [] : [{ day, in: sum.in, out: sum.out }],
  );
  return known.length === sums.length ? known : null;
}

const daysFrom = (first: string) => Array.from({ length: VOLUME_DAYS }, (_, index) => addDays(first, index));

/** True when the days' sums add up to the money that moved. */
function countsMoved(answer: Summary): boolean {
  const sum = (side: 'in' | 'out') => answer.days.reduce((total, day) => total + day[side], 0);
  return sum('in') === answer.in && sum('out') === answer.out;
}

/** The summary omits days without movement; they become zero. Null when it names no day at all. */
export function everyDay(days: Summary['days'], first: string): Summary['days'] | null {
  if (days.length === 0) return null;
  const known = new Map(days.map((row) => [row.day, row]));
  return daysFrom(first).map((day) => known.get(day) ?? { day, in: 0, out: 0 });
}
