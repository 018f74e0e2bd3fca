import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { addDays, dayRange, saoPauloDay } from '#lib/core/dates.ts';
import { createCache } from '#lib/data/answer-cache.ts';
import { databaseNow } from '#lib/data/clock.ts';
import type { Volume } from '#lib/overview/contract.ts';
import { COUNTS_EVERY_MS, VOLUME_DAYS } from '#lib/overview/rules.ts';
import { inParallel } from '#lib/overview/server/get-today.ts';
import { SHARED_CALL } from '#lib/providers/reach.ts';
import type { Summary } from '#lib/providers/records.ts';

const cached = createCache(Date.now, 2_000);

/** Past days change by a refund at most; read one by one, they are kept this long. */
const PAST_EVERY_MS = 6 * 60 * 60_000;
const AT_ONCE = 4;

/**
 * Sums of money in and out on each of the last thirty São Paulo days, today included and still open, in
 * cents: money that moved, never an unpaid charge. `days` is null where the service has no summary. Kept five
 * minutes an account.
 */
export async function getVolume({
  ctx,
  now = new Date(databaseNow()),
}: Args<'GET /overview/volume'> & { now?: Date }): Promise<Volume> {
  const { port } = ctx;
  if (port.summary === undefined) return { days: null, asOf: now.toISOString() };
  const last = saoPauloDay(now);
  return cached(
    `${ctx.account.id} ${last}`,
    () => COUNTS_EVERY_MS,
    async () => ({ days: await readVolume(ctx, last), asOf: now.toISOString() }),
  );
}

async function readVolume({ account, port }: Ctx, last: string): Promise<Volume['days']> {
  const first = addDays(last, 1 - VOLUME_DAYS);
  const answer = await port.summary?.({ ...dayRange(first, last), byDay: true }, SHARED_CALL);
  if (answer == null || answer.days.length === 0) return null;
  if (countsMoved(answer)) return everyDay(answer.days, first);
  // Its days count whatever was created; each day's own summary tells what moved.
  const read = (day: string) =>
    cached(
      `${account.id} day ${day}`,
      () => (day < addDays(last, -1) ? PAST_EVERY_MS : COUNTS_EVERY_MS),
      async () => (await port.summary?.({ ...dayRange(day, day), byDay: false }, SHARED_CALL)) ?? null,
    );
  const days = Array.from({ length: VOLUME_DAYS }, (_, index) => addDays(first, index));
  const sums = await inParallel(
    days.map((day) => async () => ({ day, sum: await read(day) })),
    AT_ONCE,
  );
  const told = sums.flatMap(({ day, sum }) =>
    sum?.in == null || sum.out === null ? [] : [{ day, in: sum.in, out: sum.out }],
  );
  return told.length === days.length ? told : null;
}

/** Tells if the days' sums add up to the money that moved. */
function countsMoved(answer: Summary): boolean {
  const sum = (side: 'in' | 'out') => answer.days.reduce((total, day) => total + day[side], 0);
  return sum('in') === answer.in && sum('out') === answer.out;
}

/** A summary by day names the days on which something happened; the others had nothing. No day at all: unknown. */
export function everyDay(days: Summary['days'], first: string): Summary['days'] | null {
  if (days.length === 0) return null;
  const known = new Map(days.map((row) => [row.day, row]));
  return Array.from({ length: VOLUME_DAYS }, (_, index) => {
    const day = addDays(first, index);
    return known.get(day) ?? { day, in: 0, out: 0 };
  });
}
