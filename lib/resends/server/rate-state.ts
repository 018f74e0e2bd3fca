import 'server-only';
import { and, eq, isNull, lte, or } from 'drizzle-orm';
import type { Account } from '#lib/accounts/server/account.ts';
import { settings } from '#lib/core/env/settings.ts';
import { isPlausibleSkew } from '#lib/core/provider-numbers.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { databaseNow, dbNow, fromNow } from '#lib/data/clock.ts';
import { resendLines } from '#lib/data/schema/resends.ts';
import { DAY_MS, nextRequestAt, type Pace } from '#lib/resends/rules.ts';

export type Line = typeof resendLines.$inferSelect;

/** The row of an account's resend routes; created on first use. */
export async function lineOf(accountId: string): Promise<Line> {
  const [known] = await db().select().from(resendLines).where(eq(resendLines.accountId, accountId));
  if (known !== undefined) return known;
  await db().insert(resendLines).values({ accountId }).onConflictDoNothing();
  return lineOf(accountId);
}

export async function learn(
  tx: Database | Transaction,
  accountId: string,
  what: Partial<Pick<Line, 'idsRefused' | 'registered' | 'windowMs' | 'aheadMs' | 'pausedUntil'>>,
): Promise<void> {
  await tx.insert(resendLines).values({ accountId }).onConflictDoNothing();
  await tx.update(resendLines).set(what).where(eq(resendLines.accountId, accountId));
}

/** The provider's current time (epoch ms), by the clock difference seen in its answers. */
export const providerNow = ({ aheadMs }: Line): number =>
  databaseNow() + (isPlausibleSkew(aheadMs) ? aheadMs : 0);

/** A record from the future shows that the provider's clock is ahead. `newest`: ISO 8601. */
export async function updateClockSkew(accountId: string, newest: string | null | undefined): Promise<void> {
  const ahead = Date.parse(newest ?? '') - databaseNow();
  if (!(ahead > 2_000 && isPlausibleSkew(ahead))) return;
  const line = await lineOf(accountId);
  if (ahead > line.aheadMs) await learn(db(), accountId, { aheadMs: ahead });
}

/** `pausedUntil`: the provider requested a wait for the whole account. */
export type RateSlot = { line: Line } | { waitMs: number; pausedUntil: Date | null };

/** Reserves the account's line for `forMs`: one request at a time, within the rate. Or how long to wait. */
export async function acquireRateSlot(
  accountId: string,
  holder: string,
  { forMs, ...pace }: Pace & { forMs: number },
): Promise<RateSlot> {
  await lineOf(accountId);
  const free = or(isNull(resendLines.heldUntil), lte(resendLines.heldUntil, dbNow));
  const [line] = await db()
    .update(resendLines)
    .set({ heldBy: holder, heldUntil: fromNow(forMs) })
    .where(and(eq(resendLines.accountId, accountId), free))
    .returning();
  if (line === undefined) return { waitMs: 250, pausedUntil: null };
  const now = databaseNow();
  const at = Math.max(nextRequestAt(line.taken as number[], pace, now), line.pausedUntil?.getTime() ?? 0);
  if (at <= now) return { line };
  await releaseRateSlot(accountId, holder, { counts: false });
  const paused = line.pausedUntil !== null && line.pausedUntil.getTime() > now;
  return { waitMs: at - now, pausedUntil: paused ? line.pausedUntil : null };
}

/** Releases the line. `counts`: the provider counted this request against its limit. */
export async function releaseRateSlot(accountId: string, holder: string, { counts }: { counts: boolean }) {
  await db().transaction(async (tx) => {
    const mine = and(eq(resendLines.accountId, accountId), eq(resendLines.heldBy, holder));
    const [line] = await tx.select().from(resendLines).where(mine).for('update');
    if (line === undefined) return;
    const now = databaseNow();
    const taken = (line.taken as number[]).filter((at) => now - at < 120_000);
    await tx
      .update(resendLines)
      .set({ heldBy: null, heldUntil: null, taken: counts ? [...taken, now] : taken })
      .where(mine);
  });
}

export type ResendLimits = {
  /** Longest window of a request. */
  windowMs: number;
  maxAgeMs: number;
  ids: number;
  perMinute: number;
  pauseMs: number;
};

/** Limits of the account's provider. Defaults: 7 days, 30 days back, 500 ids, 5 requests a minute. */
export function limitsOf({ settings: configured }: Account): ResendLimits {
  const { pauseMs, perMinute } = settings().resends;
  return {
    windowMs: number(configured.resendWindowDays, 7) * DAY_MS,
    maxAgeMs: number(configured.resendMaxAgeDays, 30) * DAY_MS,
    ids: number(configured.resendIdsPerRequest, 500),
    perMinute: number(configured.resendsPerMinute, perMinute),
    pauseMs,
  };
}

function number(text: string | undefined, fallback: number): number {
  const value = Math.floor(Number(text ?? Number.NaN));
  return value >= 1 && value <= 100_000 ? value : fallback;
}
