import 'server-only';
import { and, asc, desc, eq, gt, ilike, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
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
import { type ItemRow, instant, type ResendRow, resendRow } from '#lib/resends/server/resend-row.ts';

type Filter = { state?: string | undefined; q?: string | undefined };
type Place = { at: string | null; id: string; event: string };

/** A resend's transactions, newest first. `state`: one of their states or results. */
export async function listResendItems({ ctx, id, query }: Args<'GET /resends/{id}/items'>) {
  const { limit, cursor, ...filter } = query;
  const row = await resendRow(ctx, id);
  const scope = `${ctx.account.id} resend ${id} ${JSON.stringify(filter)}`;
  await requireRevealFor(ctx, {}, { q: filter.q });
  const where = whereOf(row, filter, ctx.permissions.has('reveal'));
  const page = await servePage(scope, { limit, cursor }, (pageRequest) => readItems(row, where, pageRequest));
  return serializeFor(ctx, ResendItemList, page);
}

async function readItems(row: ResendRow, where: SQL | undefined, { limit, position }: PortPageRequest) {
  const { createdAt, transactionId, event } = resendItems;
  const [found, total] = await Promise.all([
    db()
      .select()
      .from(resendItems)
      .where(and(where, isAfter(position as Place | null)))
      .orderBy(sql`${createdAt} desc nulls last`, desc(transactionId), asc(event))
      .limit(limit + 1),
    db().$count(resendItems, where),
  ]);
  const { rows, next } = cutPage(found, limit, placeOf);
  return { items: rows.map((item) => itemRecord(row, item)), next, total };
}

const RESULTS = new Set(['accepted', 'delivered', 'failed', 'not_taken']);

/** Without `reveal` a reference must match exactly: prefixes would let the caller guess it. */
function whereOf(row: ResendRow, { state, q }: Filter, reveal: boolean): SQL | undefined {
  const mine = eq(resendItems.resendId, row.id);
  // In a cancelled resend, the items still remaining are the cancelled ones.
  const word = state === 'cancelled' && row.state === 'cancelled' ? 'remaining' : state;
  const isResult = word !== undefined && RESULTS.has(word);
  const ofState = word === undefined ? undefined : eq(resendItems.state, isResult ? 'requested' : word);
  const ofResult = isResult ? eq(resendItems.result, word) : undefined;
  if (q === undefined) return and(mine, ofState, ofResult);
  const like = `${likeText(q)}%`;
  const ofReference = reveal ? ilike(resendItems.clientReference, like) : eq(resendItems.clientReference, q);
  return and(mine, ofState, ofResult, or(ofReference, ilike(resendItems.transactionId, like)));
}

const placeOf = ({ createdAt, transactionId: id, event }: ItemRow): Place => ({
  at: instant(createdAt),
  id,
  event,
});

/** Rows without a time come last. */
function isAfter(place: Place | null): SQL | undefined {
  if (place === null) return undefined;
  const { createdAt, transactionId, event } = resendItems;
  const later = or(lt(transactionId, place.id), and(eq(transactionId, place.id), gt(event, place.event)));
  if (place.at === null) return and(isNull(createdAt), later);
  const at = new Date(place.at);
  return or(lt(createdAt, at), isNull(createdAt), and(eq(createdAt, at), later));
}

function itemRecord(row: ResendRow, item: ItemRow): ResendItem {
  const expected = item.status === null ? null : eventOfStatus(item.status);
  return {
    ...item,
    state: item.state === 'remaining' && row.state === 'cancelled' ? 'cancelled' : item.state,
    event: item.deliveryEvent ?? (item.event === '' ? expected : item.event),
    createdAt: instant(item.createdAt),
    requestedAt: instant(item.requestedAt),
    deliveredAt: instant(item.deliveredAt),
  };
}
