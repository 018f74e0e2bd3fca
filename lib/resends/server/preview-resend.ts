import 'server-only';
import { and, asc, count, desc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { db } from '#lib/data/client.ts';
import { resendItems, resendRequests, resends } from '#lib/data/schema/resends.ts';
import { eventOfStatus } from '#lib/deliveries/rules.ts';
import { getIncidents } from '#lib/deliveries/server/get-incidents.ts';
import { ResendPreview } from '#lib/resends/contract.ts';
import { collectUntil } from '#lib/resends/server/collect.ts';
import { failingReceivers } from '#lib/resends/server/collect-failures.ts';
import { countsOf } from '#lib/resends/server/counts.ts';
import { limitsOf } from '#lib/resends/server/rate-state.ts';
import { previewRow, type ResendRow } from '#lib/resends/server/resend-row.ts';
import { writeResend } from '#lib/resends/server/write-resend.ts';

/** Longest read of one call; the next call continues the same preview. */
const READ_MS = 20_000;
const SHOWN_REQUESTS = 500;

/**
 * Reads the transactions of a resend and freezes them for 15 minutes; sends nothing. `{ previewId }`
 * continues an incomplete preview or returns it again.
 */
export async function previewResend({ ctx, body }: Args<'POST /resends/preview'>): Promise<ResendPreview> {
  ctx.part('resends');
  const row =
    'previewId' in body
      ? await previewRow(ctx, body.previewId)
      : await writeResend(ctx, body, 'preview', async (_, written) => written);
  const { account, port, call } = ctx;
  const read = await collectUntil(row, Date.now() + READ_MS, { account, port, call }).catch(
    async (error: unknown) => {
      // The caller never got this preview's id, so it expires at once.
      if (!('previewId' in body))
        await db()
          .update(resends)
          .set({ expiresAt: new Date(0) })
          .where(eq(resends.id, row.id));
      throw error;
    },
  );
  return show(ctx, read);
}

/** Another running resend of the account: both share the provider's rate limit. */
async function sharedWith(row: ResendRow): Promise<ResendPreview['sharedWith']> {
  const [other] = await db()
    .select({ id: resends.id, number: resends.number })
    .from(resends)
    .where(
      and(
        eq(resends.accountId, row.accountId),
        ne(resends.id, row.id),
        inArray(resends.state, ['queued', 'running', 'paused']),
        isNotNull(resends.number),
      ),
    )
    .orderBy(desc(resends.number))
    .limit(1);
  return other === undefined || other.number === null ? null : { id: other.id, number: other.number };
}

async function show(ctx: Ctx, row: ResendRow): Promise<ResendPreview> {
  const limits = limitsOf(ctx.account);
  const [{ counts, amount }, events, requests, requestsTotal, failing, shared] = await Promise.all([
    countsOf(row),
    eventsOf(row.id),
    requestsOf(row.id),
    countRequests(row.id),
    failingReceivers(row),
    sharedWith(row),
  ]);
  const nothing = row.plannedAt !== null && counts.remaining === 0;
  const { total, outside, unreachable, skipped, remaining } = counts;
  return serializeFor(ctx, ResendPreview, {
    previewId: row.id,
    complete: row.plannedAt !== null,
    expiresAt: (row.expiresAt ?? row.createdAt).toISOString(),
    scope: row.scope as ResendPreview['scope'],
    estimated: row.estimated,
    counts: { total, outside, unreachable, skipped, remaining },
    amount,
    events,
    requests,
    requestsTotal,
    indexFrom: row.indexFrom?.toISOString() ?? null,
    earliest: row.earliest.toISOString(),
    perMinute: limits.perMinute,
    sharedWith: shared,
    failing: failing.map(({ url, lastStatus }) => ({ url, status: lastStatus })),
    instead: nothing ? await suggestionsFor(row) : [],
  });
}

/** The provider sends the event of the current status, unless a webhook's failures name their own event. */
async function eventsOf(resendId: string): Promise<ResendPreview['events']> {
  const rows = await db()
    .select({ event: resendItems.event, status: resendItems.status, count: sql<unknown>`count(*)` })
    .from(resendItems)
    .where(and(eq(resendItems.resendId, resendId), eq(resendItems.state, 'remaining')))
    .groupBy(resendItems.event, resendItems.status);
  return rows
    .map(({ event, status, count: number }) => ({
      event: event !== '' ? event : status === null ? null : eventOfStatus(status),
      status,
      count: Number(number),
    }))
    .sort((a, b) => b.count - a.count);
}

async function requestsOf(resendId: string): Promise<ResendPreview['requests']> {
  const rows = await db()
    .select()
    .from(resendRequests)
    .where(eq(resendRequests.resendId, resendId))
    .orderBy(asc(resendRequests.number))
    .limit(SHOWN_REQUESTS);
  return rows.map(({ number, route, from, to, transactions }) => ({
    number,
    route: route as ResendPreview['requests'][number]['route'],
    from: from?.toISOString() ?? null,
    to: to?.toISOString() ?? null,
    transactions,
  }));
}

async function countRequests(resendId: string): Promise<number> {
  const [row] = await db()
    .select({ count: count() })
    .from(resendRequests)
    .where(eq(resendRequests.resendId, resendId));
  return Number(row?.count ?? 0);
}

/** Other receivers with open failures, as a suggestion when the scope matches nothing. */
async function suggestionsFor(row: ResendRow): Promise<ResendPreview['instead']> {
  const { items } = await getIncidents(row.accountId);
  const { webhookId = null, host = null } = row.filter as { webhookId?: string; host?: string };
  return items
    .filter((one) =>
      one.webhookId === null ? webhookId !== null || one.host !== host : one.webhookId !== webhookId,
    )
    .map((one) => ({ webhookId: one.webhookId, host: one.host, count: one.callbacks }));
}
