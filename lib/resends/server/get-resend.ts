import 'server-only';
import { and, asc, count, desc, eq, ne, sql } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { present } from '#lib/api/present.ts';
import { db } from '#lib/db/client.ts';
import { resendItems, resendRequests } from '#lib/db/schema/resends.ts';
import { Resend, type ResendRequest } from '#lib/resends/contract.ts';
import { resendRecords } from '#lib/resends/server/resend-record.ts';
import type { RequestRow, ResendRow } from '#lib/resends/server/resend-row.ts';
import { resendRow } from '#lib/resends/server/resends-of.ts';

const SHOWN_SENT = 400;
const SHOWN_NEXT = 100;
/** The last bar of the waits counts everything later. */
const LAST_SECOND = 15;
/** `askedAt` lies so long before the request itself. */
const CLOCK_MARGIN_MS = 5_000;

/** A resend with its requests, how long deliveries took, and what failed. */
export async function getResend({ ctx, id }: { ctx: Ctx; id: string }): Promise<Resend> {
  const row = await resendRow(ctx, id);
  const [[head], requests, [all], waits, failures] = await Promise.all([
    resendRecords(ctx, [row]),
    requestsOf(row),
    db().select({ count: count() }).from(resendRequests).where(eq(resendRequests.resendId, id)),
    waitsOf(id),
    failuresOf(id),
  ]);
  if (head === undefined) throw new Error('A resend has no record.');
  return present(ctx, Resend, {
    ...head,
    requests,
    waits,
    failures,
    requestsTotal: Number(all?.count ?? 0),
  });
}

/** The last that were sent, and the next ones; the very next one waits where the resend does. */
async function requestsOf(row: ResendRow): Promise<ResendRequest[]> {
  const mine = eq(resendRequests.resendId, row.id);
  const [sent, next] = await Promise.all([
    db()
      .select()
      .from(resendRequests)
      .where(and(mine, ne(resendRequests.state, 'planned')))
      .orderBy(desc(resendRequests.number))
      .limit(SHOWN_SENT),
    db()
      .select()
      .from(resendRequests)
      .where(and(mine, eq(resendRequests.state, 'planned')))
      .orderBy(asc(resendRequests.number))
      .limit(SHOWN_NEXT),
  ]);
  const waits = row.state === 'paused';
  return [
    ...sent.reverse().map(requestRecord),
    ...next.map((request, place) => ({
      ...requestRecord(request),
      ...(waits && place === 0 ? { state: 'waiting' as const } : {}),
    })),
  ].sort((a, b) => a.number - b.number);
}

const requestRecord = (request: RequestRow): ResendRequest => ({
  number: request.number,
  route: request.route as ResendRequest['route'],
  from: request.from?.toISOString() ?? null,
  to: request.to?.toISOString() ?? null,
  transactions: request.transactions,
  state: request.state as ResendRequest['state'],
  accepted: request.accepted,
  truncated: request.truncated,
  sentAt: request.sentAt?.toISOString() ?? null,
  endedAt: request.endedAt?.toISOString() ?? null,
  code: request.code,
  providerRequestId: request.providerRequestId,
});

/** From the request to the delivery, by the provider's clock; only what was seen delivered. */
async function waitsOf(resendId: string): Promise<Resend['waits']> {
  const seconds = sql<unknown>`least(${LAST_SECOND}::int, greatest(0, floor(
    extract(epoch from ${resendItems.deliveredAt} - ${resendItems.askedAt}) - ${CLOCK_MARGIN_MS / 1000}::int)))`;
  const rows = await db()
    .select({ seconds, count: sql<unknown>`count(*)` })
    .from(resendItems)
    .where(and(eq(resendItems.resendId, resendId), eq(resendItems.result, 'delivered')))
    .groupBy(sql`1`);
  const counts = new Map(rows.map((row) => [Number(row.seconds), Number(row.count)]));
  return Array.from({ length: LAST_SECOND + 1 }, (_, second) => ({
    seconds: second,
    count: counts.get(second) ?? 0,
  }));
}

async function failuresOf(resendId: string): Promise<Resend['failures']> {
  const rows = await db()
    .select({
      status: resendItems.httpStatus,
      count: sql<unknown>`count(*)`,
      amount: sql<unknown>`coalesce(sum(${resendItems.amount}), 0)`,
    })
    .from(resendItems)
    .where(and(eq(resendItems.resendId, resendId), eq(resendItems.result, 'failed')))
    .groupBy(resendItems.httpStatus);
  return rows
    .map((row) => ({ status: row.status, count: Number(row.count), amount: Number(row.amount) }))
    .sort((a, b) => b.count - a.count);
}
