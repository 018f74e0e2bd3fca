import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/api/errors.ts';
import { addDays, saoPauloDay, startOfDay } from '#lib/dates.ts';
import { createKept } from '#lib/kept.ts';
import type { DayFigures, Today } from '#lib/overview/contract.ts';
import { COUNTS_EVERY_MS, PAID_STATUSES, PANELS_EVERY_MS } from '#lib/overview/rules.ts';
import { inParallel } from '#lib/overview/server/in-parallel.ts';
import { SHARED_CALL } from '#lib/overview/server/page-call.ts';
import type { ProviderPort, TransactionFilter } from '#lib/providers/port.ts';
import type { Summary } from '#lib/providers/records.ts';
import { STATUSES } from '#lib/transactions/rules.ts';

type Transactions = NonNullable<ProviderPort['transactions']>;
type Window = { from: string; to: string };
type Sums = { sums: Pick<Summary, 'in' | 'out' | 'fees'> | null; failed: boolean };

/** Enough to be quick, few enough to leave room for the operator's other reads. */
const AT_ONCE = 3;
const keep = createKept();

/**
 * Today and yesterday up to the same time of day: counts from the list's `total` with limit 1 (document 1,
 * GET /user/transactions), sums from the service's summary where it has one. Kept five minutes an account and
 * shared by all who ask; a figure that cannot be had is null, never estimated.
 */
export async function getToday({ ctx, now = new Date() }: { ctx: Ctx; now?: Date }): Promise<Today> {
  const { transactions } = ctx.port;
  if (transactions === undefined)
    throw new GuicheError('not_supported', 'This account has no list of transactions.');
  const day = saoPauloDay(now);
  const { today } = await keep(
    `${ctx.account.id} ${day}`,
    (answer) => (answer.sumsFailed ? PANELS_EVERY_MS : COUNTS_EVERY_MS),
    () => readToday(ctx.port, transactions, now),
  );
  return today;
}

async function readToday(
  port: ProviderPort,
  transactions: Transactions,
  now: Date,
): Promise<{ today: Today; sumsFailed: boolean }> {
  const [current, before] = windowsAt(now);
  const [today, yesterday, sumsToday, sumsYesterday] = await Promise.all([
    countsOf(transactions, current),
    countsOf(transactions, before),
    sumsOf(port, current),
    sumsOf(port, before),
  ]);
  return {
    today: {
      today: { ...current, ...today, ...spread(sumsToday) },
      yesterday: { ...before, ...yesterday, ...spread(sumsYesterday) },
      asOf: now.toISOString(),
    },
    sumsFailed: sumsToday.failed || sumsYesterday.failed,
  };
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

async function countsOf(
  transactions: Transactions,
  window: Window,
): Promise<Pick<DayFigures, 'total' | 'byStatus' | 'deposits'>> {
  const count = (more: TransactionFilter) => async () =>
    (await transactions.list({ ...window, ...more }, { limit: 1, position: null }, SHARED_CALL)).total;
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
  return { total, byStatus, deposits: paid === null || expired === null ? null : { paid, expired } };
}

/** A summary that fails costs its sums, not the counts beside them. */
async function sumsOf(port: ProviderPort, window: Window): Promise<Sums> {
  if (port.summary === undefined) return { sums: null, failed: false };
  try {
    return { sums: await port.summary({ ...window, byDay: false }, SHARED_CALL), failed: false };
  } catch {
    return { sums: null, failed: true };
  }
}

function spread({ sums }: Sums): Pick<DayFigures, 'in' | 'out' | 'fees'> {
  return { in: sums?.in ?? null, out: sums?.out ?? null, fees: sums?.fees ?? null };
}
