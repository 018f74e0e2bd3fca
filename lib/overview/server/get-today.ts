import 'server-only';
import type { Args } from '#lib/api/serve.ts';
import { addDays, saoPauloDay, startOfDay } from '#lib/core/dates.ts';
import { createCache } from '#lib/data/answer-cache.ts';
import { databaseNow } from '#lib/data/clock.ts';
import type { DayFigures, Today } from '#lib/overview/contract.ts';
import { COUNTS_EVERY_MS, PAID_STATUSES } from '#lib/overview/rules.ts';
import type { ProviderPort, TransactionFilter } from '#lib/providers/port.ts';
import { SHARED_CALL } from '#lib/providers/reach.ts';
import type { Summary } from '#lib/providers/records.ts';
import { STATUSES } from '#lib/transactions/rules.ts';

type Transactions = NonNullable<ProviderPort['transactions']>;
type Window = { from: string; to: string };

/** Enough to be quick, few enough to leave room for the operator's other reads. */
const AT_ONCE = 3;
const cached = createCache();

/**
 * Today and yesterday up to the same time of day: counts from the list's `total` with limit 1 (document 1,
 * GET /user/transactions), sums from the service's summary where it has one. Kept five minutes an account and
 * shared by all who ask; a figure that cannot be had is null, never estimated.
 */
export async function getToday({
  ctx,
  now = new Date(databaseNow()),
}: Args<'GET /overview/today'> & { now?: Date }): Promise<Today> {
  const transactions = ctx.part('transactions');
  const { id } = ctx.account;
  const kept = <T>(what: string, read: () => Promise<T>, whole: (answer: T) => boolean = () => true) =>
    cached(`${id} ${what}`, (answer) => (whole(answer) ? COUNTS_EVERY_MS : 0), read);
  // A sum that failed and is read again has the windows of the counts beside it.
  const at = await kept(saoPauloDay(now), async () => now);
  const windows = windowsAt(at);
  const day = async (window: Window): Promise<DayFigures> => {
    const of = `${window.from} ${window.to}`;
    const [{ failed: _, ...counts }, sums] = await Promise.all([
      kept(
        `counts ${of}`,
        () => countsOf(transactions, window),
        ({ failed }) => !failed,
      ),
      kept(`sums ${of}`, () => sumsOf(ctx.port, window)).catch(() => null),
    ]);
    return { ...window, ...counts, in: sums?.in ?? null, out: sums?.out ?? null, fees: sums?.fees ?? null };
  };
  const [today, yesterday] = await Promise.all([day(windows[0]), day(windows[1])]);
  return { today, yesterday, asOf: at.toISOString() };
}

/** Today's window and yesterday's, both from their midnight and equally long. */
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

/** `failed`: a count is missing that another reading may bring; it is asked for again at once. */
type Counts = Pick<DayFigures, 'total' | 'byStatus' | 'deposits'> & { failed: boolean };

/** Runs the tasks, at most `width` at a time, and answers in their order; the first failure ends it. */
export async function inParallel<T>(tasks: readonly (() => Promise<T>)[], width: number): Promise<T[]> {
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
  const byStatus: Record<string, number> = {};
  for (const [index, status] of STATUSES.entries()) {
    const known = each[index];
    if (known !== null && known !== undefined) byStatus[status] = known;
  }
  return { total, byStatus, deposits: paid === null || expired === null ? null : { paid, expired }, failed };
}

/** It may fail, which costs the sums, not the counts beside them; a failure is not kept. */
async function sumsOf(port: ProviderPort, window: Window): Promise<Summary | null> {
  return port.summary === undefined ? null : port.summary({ ...window, byDay: false }, SHARED_CALL);
}
