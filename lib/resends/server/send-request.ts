import 'server-only';
import { and, asc, eq, sql } from 'drizzle-orm';
import { db } from '#lib/db/client.ts';
import { dbNow } from '#lib/db/clock.ts';
import { resendItems, resendRequests, resends } from '#lib/db/schema/resends.ts';
import type { Change, Outcome, ProviderPort } from '#lib/providers/port.ts';
import { partOf } from '#lib/providers/reach.ts';
import type { ResendAnswer } from '#lib/providers/records.ts';
import { announceResend } from '#lib/resends/server/announce-resend.ts';
import type { RequestRow, ResendRow } from '#lib/resends/server/resend-row.ts';

/** It was cancelled, paused or taken elsewhere before a byte left. */
export class NotSent extends Error {}

export type Sent = { request: RequestRow; ids: string[]; outcome: Outcome<ResendAnswer> };

/**
 * Sends one planned request. Before its first byte it is `sent` and its transactions are `requested`, in one
 * transaction that holds only while the resend runs: who loses it sends nothing (NotSent). `askedAt`: the provider's
 * clock, epoch ms; records from then on may be this request's.
 */
export async function sendRequest(
  row: ResendRow,
  planned: RequestRow,
  port: ProviderPort,
  askedAt: number,
): Promise<Sent> {
  const routes = partOf(port, 'resends');
  const ids = await idsOf(planned);
  let request: RequestRow | null = null;
  const change: Change = {
    priority: 'operator',
    sending: async () => {
      // A second try after a refused connection is the same request.
      request ??= await markSent(row, planned, ids.length, askedAt);
    },
  };
  const outcome = await call(routes, row, planned, ids, change);
  return { request: request ?? planned, ids, outcome };
}

function call(
  routes: NonNullable<ProviderPort['resends']>,
  row: ResendRow,
  { route, from, to }: RequestRow,
  ids: string[],
  change: Change,
): Promise<Outcome<ResendAnswer>> {
  const { webhookId = '' } = row.filter as { webhookId?: string };
  if (route === 'webhook') return routes.webhook(webhookId, change);
  if (route === 'transaction') return routes.transaction(ids[0] ?? '', change);
  if (from === null || to === null) throw new Error('A request by filter has no window.');
  const filter = { from: from.toISOString(), to: to.toISOString(), transactionIds: ids };
  return route === 'registered'
    ? routes.registered({ ...filter, webhookIds: [webhookId] }, change)
    : routes.byFilter(filter, change);
}

async function idsOf({ resendId, number }: RequestRow): Promise<string[]> {
  const rows = await db()
    .select({ id: resendItems.transactionId })
    .from(resendItems)
    .where(remainingOf(resendId, number))
    .orderBy(asc(resendItems.createdAt), asc(resendItems.transactionId));
  return rows.map(({ id }) => id);
}

const remainingOf = (resendId: string, number: number) =>
  and(
    eq(resendItems.resendId, resendId),
    eq(resendItems.request, number),
    eq(resendItems.state, 'remaining'),
  );

const lastSeq = (accountId: string) =>
  sql<number>`(select coalesce(max(seq), 0) from deliveries where account_id = ${accountId})`;

async function markSent(
  row: ResendRow,
  planned: RequestRow,
  transactions: number,
  askedAt: number,
): Promise<RequestRow> {
  return db().transaction(async (tx) => {
    // The row's lock puts this before or after a cancellation, never beside it.
    const [running] = await tx
      .update(resends)
      .set({ pauseReason: null, pausedUntil: null })
      .where(and(eq(resends.id, row.id), eq(resends.state, 'running'), eq(resends.chain, row.chain)))
      .returning({ id: resends.id });
    if (running === undefined) throw new NotSent();
    const [request] = await tx
      .update(resendRequests)
      .set({ state: 'sent', sentAt: dbNow, endedAt: null, sends: planned.sends + 1 })
      .where(
        and(
          eq(resendRequests.resendId, row.id),
          eq(resendRequests.number, planned.number),
          eq(resendRequests.state, 'planned'),
        ),
      )
      .returning();
    if (request === undefined) throw new NotSent();
    const asked = await tx
      .update(resendItems)
      .set({
        state: 'requested',
        requestedAt: dbNow,
        askedAt: new Date(askedAt),
        askedSeq: lastSeq(row.accountId),
      })
      .where(remainingOf(row.id, planned.number))
      .returning({ id: resendItems.transactionId });
    // The items marked must be the items read: a difference is another process's doing, and nothing is sent.
    if (asked.length !== transactions) throw new NotSent();
    await announceResend(tx, row.accountId);
    return request;
  });
}
