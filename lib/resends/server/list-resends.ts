import 'server-only';
import { and, count, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { present } from '#lib/api/present.ts';
import type { Args } from '#lib/api/serve.ts';
import { db } from '#lib/db/client.ts';
import { resendItems, resends } from '#lib/db/schema/resends.ts';
import type { ExportHow } from '#lib/list/query-schema.ts';
import { instant, amount as sum, text, count as times, word } from '#lib/list/server/columns.ts';
import { csvTable } from '#lib/list/server/csv-table.ts';
import { howOf } from '#lib/list/server/export-handlers.ts';
import { exportList } from '#lib/list/server/export-list.ts';
import { cutPage, keyset, type Place } from '#lib/list/server/keyset.ts';
import { periodWithin } from '#lib/list/server/ranges.ts';
import { servePage } from '#lib/list/server/serve-page.ts';
import { wordsAt } from '#lib/list/server/words.ts';
import type { PageAsk } from '#lib/providers/port.ts';
import { type ResendExportQuery, ResendHead, ResendList, ResendListQuery } from '#lib/resends/contract.ts';
import { ASKED } from '#lib/resends/server/counts.ts';
import { resendRecords } from '#lib/resends/server/resend-record.ts';

/** The account's resends, newest first unless asked otherwise; previews are none. */
export async function listResends({
  ctx,
  query: { limit, cursor, ...filter },
}: Args<'GET /resends'>): Promise<ResendList> {
  ctx.part('resends');
  const scope = `${ctx.account.id} resends by ${JSON.stringify(filter)}`;
  const page = await servePage(scope, { limit, cursor }, (ask) => readResends(ctx, filter, ask));
  return present(ctx, ResendList, page);
}

type Filter = Omit<ResendListQuery, 'limit' | 'cursor'>;

/** As `countsOf` has it: kept once nothing changes it, else what its items come to now. */
const amount = sql`case when ${resends.counts} is null then (
  select coalesce(sum(${resendItems.amount}), 0) from ${resendItems}
  where ${resendItems.resendId} = ${resends.id} and ${inArray(resendItems.state, [...ASKED])}
) else (${resends.counts} ->> 'amount')::bigint end`;
const SORTED = {
  number: { by: resends.number, as: 'int' },
  created: { by: resends.createdAt, as: 'timestamptz' },
  amount: { by: amount, as: 'float8' },
} as const;

/** One page, not presented yet. */
async function readResends(ctx: Ctx, filter: Filter, { limit, position }: PageAsk) {
  const { state, sort = 'number', order = 'desc' } = filter;
  const rank = keyset([SORTED[sort], { by: resends.id, as: 'text' }], order === 'desc');
  const mine = and(
    eq(resends.accountId, ctx.account.id),
    isNotNull(resends.number),
    periodWithin(resends.createdAt, filter),
    state && inArray(resends.state, state),
  );
  const [found, [all]] = await Promise.all([
    db()
      .select({ resend: resends, place: rank.place })
      .from(resends)
      .where(and(mine, rank.below(position as Place | null)))
      .orderBy(...rank.order)
      .limit(limit + 1),
    db().select({ total: count() }).from(resends).where(mine),
  ]);
  const { rows, next } = cutPage(found, limit, ({ place }) => place);
  const records = rows.map(({ resend }) => resend);
  return { items: await resendRecords(ctx, records), next, total: Number(all?.total ?? 0) };
}

const EXPORT_PAGE = 200;
const Resends = z.array(ResendHead);
const pauseWord = wordsAt('resends.pause', (reason) => `${reason}.titleOpen`);
const resendTable = csvTable<ResendHead>([
  text('id', (resend) => resend.id),
  text('number', (resend) => `R-${resend.number}`),
  instant('createdAt', (resend) => resend.createdAt),
  word('status', (resend) => resend.state, wordsAt('resends.state')),
  word('statusReason', (resend) => resend.pauseReason, pauseWord),
  word('scope', (resend) => resend.scope, wordsAt('resends.scope')),
  text('requestedBy', (resend) => resend.by.name),
  instant('sentAt', (resend) => resend.startedAt),
  instant('endedAt', (resend) => resend.completedAt),
  times('transactions', (resend) => resend.counts.total),
  times('requested', (resend) => resend.counts.requested),
  times('accepted', (resend) => resend.counts.accepted),
  times('delivered', (resend) => resend.counts.delivered),
  times('failed', (resend) => resend.counts.failed),
  times('remaining', (resend) => resend.counts.remaining),
  sum('amount', (resend) => resend.amount),
]);

/** All resends of a filter in its order, or the chosen ones, as a file (`exportList`). */
export function exportResends(ctx: Ctx, query: ResendExportQuery & ExportHow): Promise<Response> {
  ctx.part('resends');
  const { how, filter } = howOf(query);
  return exportList({
    ctx,
    name: 'resends',
    how,
    table: resendTable,
    read: async (position) => ({
      ...(await readResends(ctx, filter, { limit: EXPORT_PAGE, position })),
      asOf: new Date().toISOString(),
    }),
    rows: Resends,
    query: ResendListQuery,
    filter,
    filtered: false,
  });
}
