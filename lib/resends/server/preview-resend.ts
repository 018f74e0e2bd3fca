import 'server-only';
import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { db } from '#lib/db/client.ts';
import { resendItems, resendRequests, resends } from '#lib/db/schema/resends.ts';
import { eventOfStatus, hostOf } from '#lib/deliveries/rules.ts';
import { getIncidents } from '#lib/deliveries/server/get-incidents.ts';
import { maskReference } from '#lib/mask-text.ts';
import type { ResendPreview, ResendScope } from '#lib/resends/contract.ts';
import { countsOf } from '#lib/resends/server/counts.ts';
import { gatherUntil } from '#lib/resends/server/gather.ts';
import { limitsOf } from '#lib/resends/server/limits.ts';
import type { ResendRow } from '#lib/resends/server/resend-row.ts';
import { previewRow, resendsOf } from '#lib/resends/server/resends-of.ts';
import { sharedWith } from '#lib/resends/server/shared-with.ts';
import { writeResend } from '#lib/resends/server/write-resend.ts';

/** One answer reads no longer than this; the same preview reads on where it was. */
const READ_MS = 20_000;
const SHOWN_REQUESTS = 500;

/**
 * Reads what a resend would ask for and freezes it for 15 minutes: nothing is sent. `{ previewId }` reads on one
 * that is not complete yet, or shows it again.
 */
export async function previewResend({
  ctx,
  body,
}: {
  ctx: Ctx;
  body: ResendScope | { previewId: string };
}): Promise<ResendPreview> {
  resendsOf(ctx);
  const row =
    'previewId' in body
      ? await previewRow(ctx, body.previewId)
      : await writeResend(ctx, body, 'preview', async (_, written) => written);
  const call = { priority: 'operator', ...(ctx.signal === undefined ? {} : { signal: ctx.signal }) } as const;
  const { account, port } = ctx;
  const read = await gatherUntil(row, Date.now() + READ_MS, { account, port, call }).catch(
    async (error: unknown) => {
      // Nobody knows of a preview whose first answer failed.
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

async function show(ctx: Ctx, row: ResendRow): Promise<ResendPreview> {
  const limits = limitsOf(ctx.account);
  const [{ counts, amount }, events, requests, requestsTotal, failing, shared] = await Promise.all([
    countsOf(row),
    eventsOf(row.id),
    requestsOf(row.id),
    countRequests(row.id),
    failingOf(row),
    sharedWith(row),
  ]);
  const { total, outside, unreachable, skipped, remaining } = counts;
  return {
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
    failing,
  };
}

/** The provider sends the event of the present status, except where a webhook's failures name theirs. */
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

/** Receivers among its addresses that take nothing right now. */
async function failingOf(row: ResendRow): Promise<ResendPreview['failing']> {
  const incidents = await getIncidents(row.accountId);
  if (incidents.length === 0) return [];
  const urls = await db()
    .selectDistinct({ url: resendItems.url, webhookId: resendItems.webhookId })
    .from(resendItems)
    .where(and(eq(resendItems.resendId, row.id), eq(resendItems.state, 'remaining')))
    .limit(5_000);
  const failing = incidents.flatMap((incident) => {
    const hit = urls.find(({ url, webhookId }) =>
      incident.webhookId === null
        ? hostOf(url) === incident.host && webhookId === null
        : webhookId === incident.webhookId,
    );
    return hit === undefined ? [] : [{ url: incident.url, status: incident.lastStatus }];
  });
  return failing.map((one) => ({ ...one, url: maskReference(one.url) }));
}
