import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { addDays, dayRange, saoPauloDay } from '#lib/dates.ts';
import { createKept } from '#lib/kept.ts';
import type { Volume } from '#lib/overview/contract.ts';
import { COUNTS_EVERY_MS, VOLUME_DAYS } from '#lib/overview/rules.ts';
import { SHARED_CALL } from '#lib/overview/server/page-call.ts';
import type { ProviderPort } from '#lib/providers/port.ts';
import type { Summary } from '#lib/providers/records.ts';

const keep = createKept();

/**
 * What came in and went out on each of the last thirty São Paulo days, today included and still open, in cents.
 * `days` is null where the service has no summary by day. Kept five minutes an account.
 */
export async function getVolume({ ctx, now = new Date() }: { ctx: Ctx; now?: Date }): Promise<Volume> {
  const { port } = ctx;
  if (port.summary === undefined) return { basis: 'moved', days: null, asOf: now.toISOString() };
  const last = saoPauloDay(now);
  return keep(
    `${ctx.account.id} ${last}`,
    () => COUNTS_EVERY_MS,
    () => readVolume(port, last, now),
  );
}

async function readVolume(port: ProviderPort, last: string, now: Date): Promise<Volume> {
  const first = addDays(last, 1 - VOLUME_DAYS);
  const answer = await port.summary?.({ ...dayRange(first, last), byDay: true }, SHARED_CALL);
  if (answer == null) return { basis: 'moved', days: null, asOf: now.toISOString() };
  return { basis: basisOf(answer), days: everyDay(answer.days, first), asOf: now.toISOString() };
}

function basisOf(answer: Summary): Volume['basis'] {
  const sum = (side: 'in' | 'out') => answer.days.reduce((total, day) => total + day[side], 0);
  return sum('in') === answer.in && sum('out') === answer.out ? 'moved' : 'created';
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
