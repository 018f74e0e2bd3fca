import 'server-only';
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { presentOne, type ReadByIdArgs } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { type MoneyState, stateOf } from '#lib/core/status/money.ts';
import { db } from '#lib/data/client.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { operators } from '#lib/data/schema/operators.ts';
import type { Notice } from '#lib/deliveries/contract.ts';
import { noticesOf } from '#lib/deliveries/server/get-notices.ts';
import { confirmFromList } from '#lib/operations/server/late-confirmation.ts';
import { TransactionDetail } from '#lib/providers/records.ts';
import type { TimelineEntry } from '#lib/transactions/contract.ts';

const MOST = 200;

const BLANK = {
  status: null,
  amount: null,
  text: null,
  url: null,
  httpStatus: null,
  responseTimeMs: null,
  operator: null,
};

/**
 * Operators' actions on a transaction: the newest 200 audit entries with one of its names as target. `text`
 * is the action, `status` the result unless it was done (refused, failed).
 */
async function operatorEntries({ account }: Ctx, names: readonly string[]): Promise<TimelineEntry[]> {
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
    .where(and(inArray(auditLog.target, [...names]), eq(auditLog.accountId, account.id)))
    .orderBy(desc(auditLog.seq))
    .limit(MOST);
  return rows.map(({ seq, at, action, result, name }) => ({
    ...BLANK,
    id: `operator-${seq}`,
    at: at.toISOString(),
    kind: 'operator',
    status: result === 'ok' ? null : result,
    text: action,
    operator: name,
  }));
}

/** Document 1, GET /user/transactions/{id}. Masked; `reveal` needs its permission and is audited. */
export function getTransaction(args: ReadByIdArgs): Promise<TransactionDetail> {
  const { ctx, id } = args;
  return presentOne(args, [TransactionDetail, 'transaction.reveal'], async () => {
    const detail = await ctx.part('transactions').get(id, ctx.call);
    confirmFromList(ctx.account.id, [detail.transaction]);
    return detail;
  });
}

/** Events of a transaction and operators' actions on it, newest first. Omits events without a time. */
export async function getTimeline({
  ctx,
  id,
}: Args<'GET /transactions/{id}/timeline'>): Promise<{ items: TimelineEntry[]; asOf: string }> {
  const detail = await getTransaction({ ctx, id });
  // The id in an address may be another id of the same transaction, so all its names are searched.
  const { id: own, endToEndId } = detail.transaction;
  const names = [...new Set([own, id, ...(endToEndId === null ? [] : [endToEndId])])];
  const [operators, notices] = await Promise.all([
    operatorEntries(ctx, names),
    noticesOf(ctx.account.id, names),
  ]);
  const items = [...operators, ...timelineOf(detail, notices)];
  return { items: items.sort(newestFirst), asOf: detail.asOf };
}

const newestFirst = (a: TimelineEntry, b: TimelineEntry) => Date.parse(b.at) - Date.parse(a.at);

type TimelineEvent = Partial<Omit<TimelineEntry, 'at'>> &
  Pick<TimelineEntry, 'id' | 'kind'> & { at: string | null };

const KIND_OF_END: Partial<Record<MoneyState, TimelineEntry['kind']>> = {
  expired: 'expired',
  cancelled: 'cancelled',
  refused: 'failed',
};
/** States already shown by their own times (createdAt, paidAt, refunds). `pending` is not an event either. */
const SHOWN_BY_OWN_TIME = new Set<MoneyState | null>(['done', 'returned']);

export function timelineOf(detail: TransactionDetail, notices: readonly Notice[] = []): TimelineEntry[] {
  const timelineEvents = [
    ...lifeOf(detail),
    ...refundsOf(detail),
    ...disputesOf(detail),
    ...deliveriesOf(detail, notices),
  ];
  const entries = timelineEvents.flatMap(({ at, ...event }) =>
    at === null ? [] : [{ ...BLANK, ...event, at }],
  );
  // Among entries of the same instant, the later listed one happened later.
  return entries.reverse().sort(newestFirst);
}

function lifeOf({ transaction }: TransactionDetail): TimelineEvent[] {
  const { status, amount, createdAt, paidAt, updatedAt, cancellationReason } = transaction;
  const life: TimelineEvent[] = [
    { id: 'created', kind: 'created', at: createdAt, amount },
    { id: 'paid', kind: 'paid', at: paidAt, amount },
  ];
  const state = stateOf(transaction);
  if (status === null || SHOWN_BY_OWN_TIME.has(state) || /^pending$/i.test(status)) return life;
  const kind = (state && KIND_OF_END[state]) ?? 'status';
  return [...life, { id: 'status', kind, at: updatedAt, status, text: cancellationReason }];
}

function refundsOf({ transaction, refunds }: TransactionDetail): TimelineEvent[] {
  const { refundAmount, refundStatus, refundReason, refundDescription, refundedAt, updatedAt } = transaction;
  if (refunds.length === 0) {
    if (refundStatus === null && refundedAt === null) return [];
    const at = refundedAt ?? updatedAt;
    const text = refundDescription ?? refundReason;
    return [{ id: 'refund', kind: 'refund', at, status: refundStatus, amount: refundAmount, text }];
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

/** A dispute's opening, and its present status if that is later. */
function disputesOf({ disputes }: TransactionDetail): TimelineEvent[] {
  return disputes.flatMap(({ id: text, status, createdAt, updatedAt }, index): TimelineEvent[] => {
    const id = `dispute-${text ?? index}`;
    if (createdAt === null || updatedAt === null || createdAt === updatedAt)
      return [{ id, kind: 'dispute', at: createdAt ?? updatedAt, status, text }];
    return [
      { id, kind: 'dispute', at: createdAt, text },
      { id: `${id}-now`, kind: 'dispute', at: updatedAt, status, text },
    ];
  });
}

/** Deliveries from the provider's answer, which need not contain any, and from Guichê's index. */
function deliveriesOf({ deliveries }: TransactionDetail, notices: readonly Notice[]): TimelineEvent[] {
  const named = new Set(deliveries.map(({ id }) => id));
  const events = new Map(notices.map(({ id, event }) => [id, event]));
  // The provider's list is newest first; reversed, all lists here are oldest first.
  const reported = deliveries.toReversed().map(
    (delivery, index): TimelineEvent => ({
      id: `delivery-${delivery.id ?? index}`,
      kind: 'delivery',
      at: delivery.createdAt,
      text: events.get(delivery.id ?? '') ?? null,
      url: delivery.url,
      httpStatus: delivery.status,
      responseTimeMs: delivery.responseTimeMs,
    }),
  );
  const indexed = notices
    .toReversed()
    .filter(({ id }) => !named.has(id))
    .map(({ id, event: text, at, url, httpStatus, responseTimeMs }): TimelineEvent => {
      return { id: `delivery-${id}`, kind: 'delivery', at, text, url, httpStatus, responseTimeMs };
    });
  return [...reported, ...indexed];
}
