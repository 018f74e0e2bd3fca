import 'server-only';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { type MoneyState, stateOf } from '#lib/core/status/money.ts';
import { db } from '#lib/data/client.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { operators } from '#lib/data/schema/operators.ts';
import type { Notice } from '#lib/deliveries/contract.ts';
import { noticesOf } from '#lib/deliveries/server/get-notices.ts';
import type { TransactionDetail } from '#lib/providers/records.ts';
import type { TimelineEntry } from '#lib/transactions/contract.ts';
import { getTransaction } from '#lib/transactions/server/get-transaction.ts';

const MOST = 200;

/**
 * Operators' actions on a transaction, from the audit log (its target is one of the transaction's names): the newest
 * 200. `text` is the log's action, `status` its result where it was not done (refused, failed).
 */
async function operatorEntries({
  ctx,
  names,
}: {
  ctx: Ctx;
  names: readonly string[];
}): Promise<TimelineEntry[]> {
  const rows = await db()
    .select({
      seq: auditLog.seq,
      at: auditLog.at,
      action: auditLog.action,
      result: auditLog.result,
      name: operators.name,
    })
    .from(auditLog)
    .leftJoin(operators, eq(operators.id, auditLog.operatorId))
    .where(and(inArray(auditLog.target, [...names]), eq(auditLog.accountId, ctx.account.id)))
    .orderBy(desc(auditLog.seq))
    .limit(MOST);
  return rows.map(({ seq, at, action, result, name }) => ({
    id: `operator-${seq}`,
    at: at.toISOString(),
    kind: 'operator',
    status: result === 'ok' ? null : result,
    amount: null,
    text: action,
    url: null,
    httpStatus: null,
    responseTimeMs: null,
    operator: name,
  }));
}

/** Events of a transaction and operators' actions on it, newest first; those without a time are left out. */
export async function getTimeline({
  ctx,
  id,
}: Args<'GET /transactions/{id}/timeline'>): Promise<{ items: TimelineEntry[]; asOf: string }> {
  const detail = await getTransaction({ ctx, id });
  // The id in an address may be another one of the same transaction: all its names are asked for.
  const { id: own, endToEndId } = detail.transaction;
  const names = [...new Set([own, id, ...(endToEndId === null ? [] : [endToEndId])])];
  const [operators, notices] = await Promise.all([
    operatorEntries({ ctx, names }),
    noticesOf(ctx.account.id, names),
  ]);
  const items = [...operators, ...timelineOf(detail, notices)];
  return { items: items.sort(newestFirst), asOf: detail.asOf };
}

const newestFirst = (a: TimelineEntry, b: TimelineEntry) => Date.parse(b.at) - Date.parse(a.at);

type Happening = Partial<Omit<TimelineEntry, 'at'>> &
  Pick<TimelineEntry, 'id' | 'kind'> & { at: string | null };

const KIND_OF_END: Partial<Record<MoneyState, TimelineEntry['kind']>> = {
  expired: 'expired',
  cancelled: 'cancelled',
  refused: 'failed',
};
/** Told by their own times (createdAt, paidAt, refunds); a word for why it waits is not. */
const TOLD_OTHERWISE = new Set<MoneyState | null>(['done', 'returned']);

export function timelineOf(detail: TransactionDetail, notices: readonly Notice[] = []): TimelineEntry[] {
  const happenings = [
    ...lifeOf(detail),
    ...refundsOf(detail),
    ...disputesOf(detail),
    ...deliveriesOf(detail, notices),
  ];
  const entries = happenings.flatMap(({ at, ...happening }) =>
    at === null
      ? []
      : [
          {
            status: null,
            amount: null,
            text: null,
            url: null,
            httpStatus: null,
            responseTimeMs: null,
            operator: null,
            ...happening,
            at,
          },
        ],
  );
  // Of the same instant, what is named later happened later.
  return entries.reverse().sort(newestFirst);
}

function lifeOf({ transaction }: TransactionDetail): Happening[] {
  const { status, amount, createdAt, paidAt, updatedAt, cancellationReason } = transaction;
  const life: Happening[] = [
    { id: 'created', kind: 'created', at: createdAt, amount },
    { id: 'paid', kind: 'paid', at: paidAt, amount },
  ];
  const state = stateOf(transaction);
  if (status === null || TOLD_OTHERWISE.has(state) || /^pending$/i.test(status)) return life;
  const kind = (state && KIND_OF_END[state]) ?? 'status';
  return [...life, { id: 'status', kind, at: updatedAt, status, text: cancellationReason }];
}

function refundsOf({ transaction, refunds }: TransactionDetail): Happening[] {
  const { refundAmount, refundStatus, refundReason, refundDescription, refundedAt, updatedAt } = transaction;
  if (refunds.length === 0) {
    if (refundStatus === null && refundedAt === null) return [];
    const text = refundDescription ?? refundReason;
    return [
      {
        id: 'refund',
        kind: 'refund',
        at: refundedAt ?? updatedAt,
        status: refundStatus,
        amount: refundAmount,
        text,
      },
    ];
  }
  return refunds.map((refund, index) => ({
    id: `refund-${refund.id ?? index}`,
    kind: 'refund',
    at: refund.refundedAt ?? refund.createdAt,
    status: refund.status,
    amount: refund.amount,
    text: refund.description ?? refund.reason,
  }));
}

/** Its opening, and its present status where that is later. */
function disputesOf({ disputes }: TransactionDetail): Happening[] {
  return disputes.flatMap((dispute, index): Happening[] => {
    const id = `dispute-${dispute.id ?? index}`;
    const { status, createdAt, updatedAt } = dispute;
    const text = dispute.id;
    if (createdAt === null || updatedAt === null || createdAt === updatedAt)
      return [{ id, kind: 'dispute', at: createdAt ?? updatedAt, status, text }];
    return [
      { id, kind: 'dispute', at: createdAt, text },
      { id: `${id}-now`, kind: 'dispute', at: updatedAt, status, text },
    ];
  });
}

/** Deliveries of the provider's answer, and of Guichê's index: no document shows that the answer has any. */
function deliveriesOf({ deliveries }: TransactionDetail, notices: readonly Notice[]): Happening[] {
  const named = new Set(deliveries.map(({ id }) => id));
  const events = new Map(notices.map(({ id, event }) => [id, event]));
  // Newest first on the wire: turned, so that all lists here run forward.
  const told = deliveries.toReversed().map(
    (delivery, index): Happening => ({
      id: `delivery-${delivery.id ?? index}`,
      kind: 'delivery',
      at: delivery.createdAt,
      text: events.get(delivery.id ?? '') ?? null,
      url: delivery.url,
      httpStatus: delivery.status,
      responseTimeMs: delivery.responseTimeMs,
    }),
  );
  const indexed = notices.toReversed().filter(({ id }) => !named.has(id));
  return [
    ...told,
    ...indexed.map(
      ({ id, at, event, url, httpStatus, responseTimeMs }): Happening => ({
        id: `delivery-${id}`,
        kind: 'delivery',
        at,
        text: event,
        url,
        httpStatus,
        responseTimeMs,
      }),
    ),
  ];
}
