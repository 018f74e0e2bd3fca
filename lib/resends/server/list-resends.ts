import 'server-only';
import { and, asc, desc, eq, inArray, isNotNull, ne, count as rowCount, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { db } from '#lib/data/client.ts';
import { databaseIso } from '#lib/data/clock.ts';
import { resendItems, resendRequests, resends } from '#lib/data/schema/resends.ts';
import type { ExportHow } from '#lib/list/query-schema.ts';
import { count, instant, labelsAt, amount as sum, text, word } from '#lib/list/server/columns.ts';
import { csvTable } from '#lib/list/server/csv-table.ts';
import { exportList, servePage, splitExportQuery } from '#lib/list/server/export-list.ts';
import { cutPage, keyset, type Place, periodWithin } from '#lib/list/server/ranges.ts';
import type { PortPageRequest } from '#lib/providers/port.ts';
import {
  Resend,
  type ResendExportQuery,
  ResendHead,
  ResendList,
  ResendListQuery,
  type ResendRequest,
} from '#lib/resends/contract.ts';
import { REQUEST_STATES } from '#lib/resends/server/items.ts';
import { type ResendRow, requestRecord, resendRecords, resendRow } from '#lib/resends/server/resend-row.ts';

/** The account's resends, newest first by default; without previews. */
export async function listResends({ ctx, query }: Args<'GET /resends'>): Promise<ResendList> {
  const { limit, cursor, ...filter } = query;
  ctx.part('resends');
  const scope = `${ctx.account.id} resends by ${JSON.stringify(filter)}`;
  const page = await servePage(scope, { limit, cursor }, (pageRequest) =>
    readResends(ctx, filter, pageRequest),
  );
  return serializeFor(ctx, ResendList, page);
}

type Filter = Omit<ResendListQuery, 'limit' | 'cursor'>;

/** The same amount as `countsOf`: the stored one of a closed resend, otherwise the sum of its items. */
const amount = sql`case when ${resends.counts} is null then (
  select coalesce(sum(${resendItems.amount}), 0) from ${resendItems}
  where ${resendItems.resendId} = ${resends.id} and ${inArray(resendItems.state, [...REQUEST_STATES])}
) else (${resends.counts} ->> 'amount')::bigint end`;
const SORTED = {
  number: { by: resends.number, as: 'int' },
  created: { by: resends.createdAt, as: 'timestamptz' },
  amount: { by: amount, as: 'float8' },
} as const;

/** One page, not masked yet. */
async function readResends(ctx: Ctx, filter: Filter, { limit, position }: PortPageRequest) {
  const { state, sort = 'number', order = 'desc' } = filter;
  const rank = keyset([SORTED[sort], { by: resends.id, as: 'text' }], order === 'desc');
  const mine = and(
    eq(resends.accountId, ctx.account.id),
    isNotNull(resends.number),
    periodWithin(resends.createdAt, filter),
    state && inArray(resends.state, state),
  );
  const [found, total] = await Promise.all([
    db()
      .select({ resend: resends, place: rank.place })
      .from(resends)
      .where(and(mine, rank.below(position as Place | null)))
      .orderBy(...rank.order)
      .limit(limit + 1),
    db().$count(resends, mine),
  ]);
  const { rows, next } = cutPage(found, limit, ({ place }) => place);
  const records = rows.map(({ resend }) => resend);
  return { items: await resendRecords(ctx, records), next, total };
}

const EXPORT_PAGE = 200;
const pauseWord = labelsAt('resends.pause', (reason) => `${reason}.titleOpen`);
const resendTable = csvTable<ResendHead>([
  text('id', (resend) => resend.id),
  text('number', (resend) => `R-${resend.number}`),
  instant('createdAt', (resend) => resend.createdAt),
  word('status', (resend) => resend.state, labelsAt('resends.state')),
  word('statusReason', (resend) => resend.pauseReason, pauseWord),
  word('scope', (resend) => resend.scope, labelsAt('resends.scope')),
  text('requestedBy', (resend) => resend.by.name),
  instant('sentAt', (resend) => resend.startedAt),
  instant('endedAt', (resend) => resend.completedAt),
  count('transactions', (resend) => resend.counts.total),
  count('requested', (resend) => resend.counts.requested),
  count('accepted', (resend) => resend.counts.accepted),
  count('delivered', (resend) => resend.counts.delivered),
  count('failed', (resend) => resend.counts.failed),
  count('remaining', (resend) => resend.counts.remaining),
  sum('amount', (resend) => resend.amount),
]);

/** Exports all resends of a filter in its order, or the selected ones (`exportList`). */
export function exportResends(ctx: Ctx, query: ResendExportQuery & ExportHow): Promise<Response> {
  ctx.part('resends');
  const { how, filter } = splitExportQuery(query);
  return exportList({
    ctx,
    name: 'resends',
    how,
    table: resendTable,
    read: async (position) => ({
      ...(await readResends(ctx, filter, { limit: EXPORT_PAGE, position })),
      asOf: databaseIso(),
    }),
    rows: z.array(ResendHead),
    query: ResendListQuery,
    filter,
    filtered: false,
  });
}

const SHOWN_SENT = 400;
const SHOWN_NEXT = 100;
/** The last second also counts all later deliveries. */
const LAST_SECOND = 15;
/** `askedAt` is this much earlier than the request itself. */
const CLOCK_MARGIN_MS = 5_000;

/** A resend with its requests, delivery times and failures. */
export async function getResend({ ctx, id }: { ctx: Ctx; id: string }): Promise<Resend> {
  const row = await resendRow(ctx, id);
  const [[head], requests, requestsTotal, waits, failures] = await Promise.all([
    resendRecords(ctx, [row]),
    requestsOf(row),
    db().$count(resendRequests, eq(resendRequests.resendId, id)),
    waitsOf(id),
    failuresOf(id),
  ]);
  if (head === undefined) throw new Error('A resend has no record.');
  return serializeFor(ctx, Resend, { ...head, requests, requestsTotal, waits, failures });
}

/** The last sent and the next requests. In a paused resend the very next one is `waiting`. */
async function requestsOf(row: ResendRow): Promise<ResendRequest[]> {
  const { resendId, state: requestState, number } = resendRequests;
  const mine = (state: SQL) =>
    db()
      .select()
      .from(resendRequests)
      .where(and(eq(resendId, row.id), state));
  const [sent, next] = await Promise.all([
    mine(ne(requestState, 'planned')).orderBy(desc(number)).limit(SHOWN_SENT),
    mine(eq(requestState, 'planned')).orderBy(asc(number)).limit(SHOWN_NEXT),
  ]);
  const [waiting, ...planned] = next;
  const state = row.state === 'paused' ? 'waiting' : 'planned';
  return [...sent, ...(waiting ? [{ ...waiting, state }] : []), ...planned]
    .map(requestRecord)
    .sort((a, b) => a.number - b.number);
}

/** Seconds from request to delivery by the provider's clock; delivered items only. */
async function waitsOf(resendId: string): Promise<Resend['waits']> {
  const seconds = sql<unknown>`least(${LAST_SECOND}::int, greatest(0, floor(
    extract(epoch from ${resendItems.deliveredAt} - ${resendItems.askedAt}) - ${CLOCK_MARGIN_MS / 1000}::int)))`;
  const rows = await db()
    .select({ seconds, count: rowCount() })
    .from(resendItems)
    .where(and(eq(resendItems.resendId, resendId), eq(resendItems.result, 'delivered')))
    .groupBy(sql`1`);
  const counts = new Map(rows.map((row) => [Number(row.seconds), row.count]));
  return Array.from({ length: LAST_SECOND + 1 }, (_, second) => ({
    seconds: second,
    count: counts.get(second) ?? 0,
  }));
}

const failuresOf = (resendId: string): Promise<Resend['failures']> =>
  db()
    .select({
      status: resendItems.httpStatus,
      count: rowCount(),
      amount: sql`coalesce(sum(${resendItems.amount}), 0)`.mapWith(Number),
    })
    .from(resendItems)
    .where(and(eq(resendItems.resendId, resendId), eq(resendItems.result, 'failed')))
    .groupBy(resendItems.httpStatus)
    .orderBy(desc(rowCount()));
