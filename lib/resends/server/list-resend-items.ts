import 'server-only';
import { and, asc, count, desc, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { requireRevealFor } from '#lib/api/personal-filter.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { db } from '#lib/data/client.ts';
import { resendItems } from '#lib/data/schema/resends.ts';
import { eventOfStatus } from '#lib/deliveries/rules.ts';
import { servePage } from '#lib/list/server/export-list.ts';
import { cutPage, likeText } from '#lib/list/server/ranges.ts';
import type { PortPageRequest } from '#lib/providers/port.ts';
import { type ResendItem, ResendItemList } from '#lib/resends/contract.ts';
import { type ItemRow, type ResendRow, resendRow } from '#lib/resends/server/resend-row.ts';

type Query = {
  state?: string | undefined;
  q?: string | undefined;
  limit: number;
  cursor?: string | undefined;
};
type Place = { at: string | null; id: string; event: string };

/** A resend's transactions, newest first. `state`: one of their states or results. */
export async function listResendItems({
  ctx,
  id,
  query: { limit, cursor, ...filter },
}: Args<'GET /resends/{id}/items'>): Promise<ResendItemList> {
  const row = await resendRow(ctx, id);
  const scope = `${ctx.account.id} resend ${id} ${JSON.stringify(filter)}`;
  await requireRevealFor(ctx, {}, { q: filter.q });
  const where = whereOf(row, filter, ctx.permissions.has('reveal'));
  const page = await servePage(scope, { limit, cursor }, (ask) => readItems(row, where, ask));
  return serializeFor(ctx, ResendItemList, page);
}

async function readItems(row: ResendRow, where: SQL | undefined, { limit, position }: PortPageRequest) {
  const after = position as Place | null;
  const [found, [all]] = await Promise.all([
    db()
      .select()
      .from(resendItems)
      .where(and(where, after === null ? undefined : isAfter(after)))
      .orderBy(
        sql`${resendItems.createdAt} desc nulls last`,
        desc(resendItems.transactionId),
        asc(resendItems.event),
      )
      .limit(limit + 1),
    db().select({ total: count() }).from(resendItems).where(where),
  ]);
  const { rows, next } = cutPage(found, limit, placeOf);
  return { items: rows.map((item) => itemRecord(row, item)), next, total: Number(all?.total ?? 0) };
}

const RESULTS = new Set(['accepted', 'delivered', 'failed', 'not_taken']);

/**
 * Without `reveal` a client reference must match exactly; prefixes would let the caller guess a masked one.
 */
function whereOf(row: ResendRow, { state, q }: Pick<Query, 'state' | 'q'>, reveal: boolean): SQL | undefined {
  const mine = eq(resendItems.resendId, row.id);
  // In a cancelled resend, the items still remaining are the cancelled ones.
  const word = state === 'cancelled' && row.state === 'cancelled' ? 'remaining' : state;
  const ofState =
    word === undefined
      ? undefined
      : RESULTS.has(word)
        ? and(eq(resendItems.state, 'requested'), eq(resendItems.result, word))
        : eq(resendItems.state, word);
  const like = q === undefined ? undefined : `${likeText(q)}%`;
  const matching =
    q === undefined
      ? undefined
      : or(
          reveal ? sql`${resendItems.clientReference} ilike ${like}` : eq(resendItems.clientReference, q),
          sql`${resendItems.transactionId} ilike ${like}`,
        );
  return and(mine, ofState, matching);
}

const placeOf = (item: ItemRow): Place => ({
  at: item.createdAt?.toISOString() ?? null,
  id: item.transactionId,
  event: item.event,
});

/** Rows without a time come last. */
function isAfter({ at, id, event }: Place): SQL | undefined {
  const later = or(
    lt(resendItems.transactionId, id),
    and(eq(resendItems.transactionId, id), gt(resendItems.event, event)),
  );
  if (at === null) return and(isNull(resendItems.createdAt), later);
  const instant = new Date(at);
  return or(
    lt(resendItems.createdAt, instant),
    isNull(resendItems.createdAt),
    and(eq(resendItems.createdAt, instant), later),
  );
}

const instant = (date: Date | null) => date?.toISOString() ?? null;

function itemRecord(row: ResendRow, item: ItemRow): ResendItem {
  const expected = item.status === null ? null : eventOfStatus(item.status);
  return {
    transactionId: item.transactionId,
    clientReference: item.clientReference,
    amount: item.amount,
    status: item.status,
    createdAt: instant(item.createdAt),
    state: item.state === 'remaining' && row.state === 'cancelled' ? 'cancelled' : item.state,
    result: item.result,
    request: item.request,
    event: item.deliveryEvent ?? (item.event === '' ? expected : item.event),
    httpStatus: item.httpStatus,
    responseTimeMs: item.responseTimeMs,
    requestedAt: instant(item.requestedAt),
    deliveredAt: instant(item.deliveredAt),
    deliveryId: item.deliveryId,
  };
}
