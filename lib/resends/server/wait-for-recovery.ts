import 'server-only';
import { and, eq, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { db } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { resends } from '#lib/data/schema/resends.ts';
import { getAnswered } from '#lib/deliveries/server/get-health.ts';
import { getFollowedIndex } from '#lib/deliveries/server/get-index-reach.ts';
import { failingReceivers } from '#lib/resends/server/collect-failures.ts';
import { enqueueResend } from '#lib/resends/server/resend-job.ts';
import { announceResend, auditResend, type ResendRow } from '#lib/resends/server/resend-row.ts';

/** Receivers as the index names them, and the provider's time after which a taken notice is an answer. */
const Awaited = z.object({ keys: z.array(z.string()).min(1), since: z.string() });
type Awaited = z.infer<typeof Awaited>;

const LOOK_EVERY_MS = 60_000;
const LOOK_MS = 15_000;
const looked = new Map<string, number>();

/** The failing receivers among a resend's addresses, which it waits for; null where none fails. */
export async function receiversToAwait(row: ResendRow): Promise<Awaited | null> {
  const [failing, state] = await Promise.all([
    failingReceivers(row),
    getFollowedIndex(row.accountId, LOOK_MS),
  ]);
  const since = state.newestAt?.toISOString();
  if (failing.length === 0 || since === undefined) return null;
  return { keys: failing.map(({ webhookId, host }) => webhookId ?? host), since };
}

/** Begins every waiting resend whose receivers have all taken a notice since; their indexes are kept current. */
export async function beginAnswered(): Promise<void> {
  const waiting = await db()
    .select()
    .from(resends)
    .where(
      and(eq(resends.state, 'paused'), eq(resends.pauseReason, 'receiver_down'), isNotNull(resends.waitsFor)),
    );
  for (const row of waiting) {
    await look(row.accountId);
    if (await haveAnswered(row.accountId, Awaited.parse(row.waitsFor))) await begin(row);
  }
}

/** Seldom: a wait may last for days, and the account's calls are counted. */
async function look(accountId: string): Promise<void> {
  if (Date.now() - (looked.get(accountId) ?? 0) < LOOK_EVERY_MS) return;
  looked.set(accountId, Date.now());
  await getFollowedIndex(accountId, LOOK_MS);
}

async function haveAnswered(accountId: string, { keys, since }: Awaited): Promise<boolean> {
  return (await getAnswered(accountId, keys, since)) === keys.length;
}

async function begin(row: ResendRow): Promise<void> {
  const chain = await db().transaction(async (tx) => {
    const [begun] = await tx
      .update(resends)
      .set({ state: 'running', pauseReason: null, stepDueAt: dbNow, chain: row.chain + 1 })
      .where(
        and(
          eq(resends.id, row.id),
          eq(resends.chain, row.chain),
          eq(resends.state, 'paused'),
          eq(resends.pauseReason, 'receiver_down'),
        ),
      )
      .returning();
    // Cancelled, or begun by an operator or another process.
    if (begun === undefined) return null;
    await auditResend(tx, begun, { action: 'resend.answered' });
    await announceResend(tx, begun.accountId);
    return begun.chain;
  });
  // When this fails, whoever keeps the resends finds the broken chain.
  if (chain !== null) await enqueueResend(row.id, chain).catch(() => undefined);
}
