import 'server-only';
import { and, eq, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { db } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { resendItems, resends } from '#lib/data/schema/resends.ts';
import type { Incident } from '#lib/deliveries/contract.ts';
import { hostOf } from '#lib/deliveries/rules.ts';
import { getAnswered } from '#lib/deliveries/server/get-health.ts';
import { getIncidents } from '#lib/deliveries/server/get-incidents.ts';
import { followIndex } from '#lib/deliveries/server/get-index-reach.ts';
import {
  announceResend,
  auditResend,
  enqueueResend,
  type ResendRow,
} from '#lib/resends/server/resend-row.ts';

/** Receivers by their index keys, and the provider's time: a delivery after it is an answer. */
const Awaited = z.object({ keys: z.array(z.string()).min(1), since: z.string() });
type Awaited = z.infer<typeof Awaited>;

const REFRESH_EVERY_MS = 60_000;
const REFRESH_MS = 15_000;

/** Receivers of a resend that are failing right now. */
export async function failingReceivers(row: ResendRow): Promise<Incident[]> {
  const { items } = await getIncidents(row.accountId);
  const failing = items.filter((incident) => incident.failing);
  const urls = failing.length === 0 ? [] : await remainingReceivers(row.id);
  return failing.filter((incident) =>
    urls.some(({ url, webhookId }) =>
      incident.webhookId === null
        ? hostOf(url) === incident.host && webhookId === null
        : webhookId === incident.webhookId,
    ),
  );
}

const remainingReceivers = (resendId: string) =>
  db()
    .selectDistinct({ url: resendItems.url, webhookId: resendItems.webhookId })
    .from(resendItems)
    .where(and(eq(resendItems.resendId, resendId), eq(resendItems.state, 'remaining')))
    .limit(5_000);

/** The failing receivers that a resend waits for; null if none fails. */
export async function receiversToAwait(row: ResendRow): Promise<Awaited | null> {
  const [failing, { newestAt }] = await Promise.all([
    failingReceivers(row),
    followIndex(row.accountId, REFRESH_MS),
  ]);
  const keys = failing.map(({ webhookId, host }) => webhookId ?? host);
  return keys.length === 0 || newestAt === null ? null : { keys, since: newestAt.toISOString() };
}

/**
 * Starts waiting resends whose receivers have all accepted a callback since and fail no more. Also updates
 * their indexes.
 */
export async function startRecovered(): Promise<void> {
  const rows = await db()
    .select()
    .from(resends)
    .where(and(waiting, isNotNull(resends.waitsFor)));
  for (const row of rows) {
    // Rarely: a wait may last days, and the account's calls are limited.
    await refreshIndex(row.accountId, REFRESH_MS, REFRESH_EVERY_MS);
    const { keys, since } = Awaited.parse(row.waitsFor);
    if ((await getAnswered(row.accountId, keys, since)) < keys.length) continue;
    // A late page of the index can bring answers that are older than the failures.
    const failing = await failingReceivers(row);
    if (!failing.some(({ webhookId, host }) => keys.includes(webhookId ?? host))) await begin(row);
  }
}

const waiting = and(eq(resends.state, 'paused'), eq(resends.pauseReason, 'receiver_down'));

const refreshedAt = new Map<string, number>();

/** Keeps the account's index current for `forMs`, unless that was done less than `everyMs` ago. */
export async function refreshIndex(accountId: string, forMs: number, everyMs: number): Promise<void> {
  if (Date.now() - (refreshedAt.get(accountId) ?? 0) < everyMs) return;
  refreshedAt.set(accountId, Date.now());
  await followIndex(accountId, forMs);
}

async function begin(row: ResendRow): Promise<void> {
  const begun = await db().transaction(async (tx) => {
    const [started] = await tx
      .update(resends)
      .set({ state: 'running', pauseReason: null, stepDueAt: dbNow, chain: row.chain + 1 })
      .where(and(eq(resends.id, row.id), eq(resends.chain, row.chain), waiting))
      .returning();
    // Cancelled, or started by an operator or another process.
    if (started === undefined) return null;
    await auditResend(tx, started, { action: 'resend.answered' });
    await announceResend(tx, started.accountId);
    return started;
  });
  if (begun !== null) await enqueueResend(begun);
}
