import 'server-only';
import { and, desc, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { presentOne, type ReadByIdArgs } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { disputes } from '#lib/data/schema/disputes.ts';
import { receivedCallbacks } from '#lib/data/schema/webhooks.ts';
import { DisputeDetail, type DisputeState, type PayerPayment } from '#lib/disputes/contract.ts';
import { defendersOf, limitsOf } from '#lib/disputes/server/disputes-of.ts';
import { queueOf, showDisputes } from '#lib/disputes/server/queue-rows.ts';
import { knownDispute, payerPayments, readDispute } from '#lib/disputes/server/read-dispute.ts';
import { notesOf } from '#lib/disputes/server/work.ts';
import { disputeSubject, hoursRemainingIn } from '#lib/webhooks/callback-body.ts';

const EARLIER = 10;

const MOST = 10;

/** Document 2, INFRACTION_DEADLINE: notices of one dispute that Guichê's own receiver got, newest first. */
export async function deadlineNoticesOf(accountId: string, protocol: string) {
  const rows = await db()
    .select({ body: receivedCallbacks.body, at: receivedCallbacks.receivedAt })
    .from(receivedCallbacks)
    .where(
      and(
        eq(receivedCallbacks.accountId, accountId),
        eq(receivedCallbacks.transactionId, disputeSubject(protocol)),
        eq(receivedCallbacks.event, 'INFRACTION_DEADLINE'),
      ),
    )
    .orderBy(desc(receivedCallbacks.receivedAt))
    .limit(MOST);
  return rows.map(({ body, at }) => ({ hours: hoursRemainingIn(body), at: at.toISOString() }));
}

/** Document 1, GET /user/infractions/{id}, with the operators' work. `reveal`: in clear and audited. */
export function getDispute(request: ReadByIdArgs): Promise<DisputeDetail> {
  const { ctx } = request;
  return presentOne(request, [DisputeDetail, 'dispute.reveal'], async () => {
    const detail = await readDispute(ctx, request.id);
    // The operators' work is stored under the dispute's main id, whatever id the URL has.
    const { id } = detail.infraction;
    const accountId = ctx.account.id;
    const limits = limitsOf(ctx.account);
    const { windowHours } = limits;
    const [[dispute], notes, earlier, people, deadlineNotices] = await Promise.all([
      showDisputes({ accountId, windowHours }, [id], null),
      notesOf(accountId, [id]),
      earlierOf(accountId, id, detail.infraction.type),
      defendersOf(accountId),
      deadlineNoticesOf(accountId, id),
    ]);
    if (dispute === undefined) throw new GuicheError('not_found', 'No such dispute.');
    const queue = await placeOf({ accountId, windowHours, now: databaseNow() }, dispute.id, dispute.state);
    return { ...detail, dispute, notes, earlier, people, deadlineNotices, queue, limits };
  });
}

async function earlierOf(accountId: string, id: string, type: string | null) {
  if (type === null) return [];
  const rows = await db()
    .select()
    .from(disputes)
    .where(
      and(
        eq(disputes.accountId, accountId),
        eq(disputes.type, type),
        ne(disputes.id, id),
        inArray(disputes.state, ['answered', 'closed']),
        isNotNull(disputes.answeredAt),
      ),
    )
    .orderBy(desc(disputes.answeredAt))
    .limit(EARLIER);
  return rows.map((row) => ({
    disputeId: row.id,
    type: row.type,
    amount: row.amount,
    answeredAt: row.answeredAt?.toISOString() ?? null,
    state: row.state as DisputeState,
    result: row.result,
    files: row.files,
  }));
}

/** The dispute's neighbours of the same state, in the queue's order. */
async function placeOf(at: Parameters<typeof queueOf>[0], id: string, state: DisputeState) {
  const queue = queueOf(at);
  const order = sql`(order by ${queue.rank}, ${queue.key}, ${queue.id})`;
  const placed = db()
    .select({
      id: queue.id,
      place: sql<number>`(row_number() over ${order})::int`.as('queue_place'),
      of: sql<number>`(count(*) over ())::int`.as('queue_of'),
      previous: sql<string | null>`lag(${queue.id}) over ${order}`.as('queue_previous'),
      next: sql<string | null>`lead(${queue.id}) over ${order}`.as('queue_next'),
    })
    .from(queue)
    .where(eq(queue.state, state))
    .as('placed');
  const [row] = await db().select().from(placed).where(eq(placed.id, id));
  if (row === undefined) return { place: null, of: 0, previous: null, next: null };
  return { ...row, place: state === 'open' ? row.place : null };
}

/** The payer's other payments. Without a document `items` is empty, `total` null. It stays on the server. */
export async function getPayer({ ctx, id }: Args<'GET /disputes/{id}/payer'>): Promise<{
  items: z.infer<typeof PayerPayment>[];
  total: number | null;
}> {
  const found = await payerPayments(ctx, await knownDispute(ctx, id));
  if (found === null) return { items: [], total: null };
  const items = found.payments.map(({ id: transactionId, paidAt, createdAt, amount, status }) => ({
    transactionId,
    paidAt: paidAt ?? createdAt,
    amount,
    status,
    disputeId: found.disputed.get(transactionId) ?? null,
  }));
  return { items, total: found.total };
}

/** The payer's document in clear, and the disputed payment; for look-ups on the server only. */
export async function getDisputedPayment(ctx: Ctx, id: string) {
  const { payer, transactionId } = await knownDispute(ctx, id);
  return { document: payer.document, transactionId };
}
