import 'server-only';
import { and, asc, eq, gt, inArray, or, sql } from 'drizzle-orm';
import type { Account } from '#lib/accounts/server/account.ts';
import { settings } from '#lib/core/env/settings.ts';
import { isPlausibleSkew } from '#lib/core/provider-numbers.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { ago, databaseNow } from '#lib/data/clock.ts';
import { operationAttempts, operations } from '#lib/data/schema/operations.ts';
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

/** The kind of the operation that a request of a resend is. */
export const REQUEST_KIND = 'callback.resend';
const UNDER_WAY = ['requested', 'sent'];
/** A request ends at most this long (ms) after it was written: its longest call, then its recovery. */
const LONGEST_MS = 10 * 60_000;

/** `pausedUntil`: the provider requested a wait for the whole account. */
export type RateWait = { waitMs: number; pausedUntil: Date | null };
export const BUSY: RateWait = { waitMs: 250, pausedUntil: null };

/** How long the account's next request must wait: one at a time, within the rate. Null: it may be sent. */
export async function rateWait(
  { accountId, pausedUntil }: Line,
  pace: Pace,
  on: Pick<Database, 'select'> = db(),
): Promise<RateWait | null> {
  const now = databaseNow();
  if (pausedUntil !== null && pausedUntil.getTime() > now)
    return { waitMs: pausedUntil.getTime() - now, pausedUntil };
  const { state, kind, createdAt, problem } = operations;
  const { operationId, endedAt, outcome } = operationAttempts;
  const rows = await on
    .select({ state, endedAt, outcome, status: sql`${problem} -> 'provider' ->> 'status'` })
    .from(operations)
    .leftJoin(operationAttempts, eq(operationId, operations.id))
    .where(
      and(
        eq(operations.accountId, accountId),
        eq(kind, REQUEST_KIND),
        gt(createdAt, ago(pace.minuteMs + LONGEST_MS)),
        or(inArray(state, UNDER_WAY), gt(endedAt, ago(pace.minuteMs))),
      ),
    )
    .orderBy(asc(endedAt));
  if (rows.some((row) => UNDER_WAY.includes(row.state))) return BUSY;
  // The provider does not count what never arrived, nor what it refused by its limit.
  const counted = rows.filter(
    (row) => row.outcome !== 'rejected:never_sent' && row.status !== '422' && row.status !== '429',
  );
  const taken = counted.flatMap((row) => row.endedAt?.getTime() ?? []);
  const at = nextRequestAt(taken, pace, now);
  return at <= now ? null : { waitMs: at - now, pausedUntil: null };
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
