import 'server-only';
import { and, eq, gte, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { invalidField } from '#lib/api/list-window.ts';
import { requireRevealFor } from '#lib/api/personal-filter.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { filterStore } from '#lib/api/stored-filter.ts';
import type { MaskOptions } from '#lib/core/masking/mask.ts';
import { db } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { Dispute, type DisputeExportQuery, DisputeList, DisputeListQuery } from '#lib/disputes/contract.ts';
import { disputesList } from '#lib/disputes/disputes.list.ts';
import { endingOf } from '#lib/disputes/rules.ts';
import { defendersOf, limitsOf } from '#lib/disputes/server/disputes-of.ts';
import {
  dueSoon,
  overdue,
  type Queue,
  queueFilter,
  queueOf,
  type Search,
  searched,
  showDisputes,
} from '#lib/disputes/server/queue-rows.ts';
import { beginIndex, getIndexState, type IndexState } from '#lib/disputes/server/request-sync.ts';
import { type ExportHow, storedShape } from '#lib/list/query-schema.ts';
import { amount, instant, type Said, text, word, wordsAt } from '#lib/list/server/columns.ts';
import { csvTable } from '#lib/list/server/csv-table.ts';
import { howOf } from '#lib/list/server/export-handlers.ts';
import { exportList, servePage } from '#lib/list/server/export-list.ts';
import { cutPage, keyset, type Place } from '#lib/list/server/ranges.ts';
import type { PageAsk } from '#lib/providers/port.ts';
import { hasAmount, hasId, type Must, unreadIn } from '#lib/providers/rows.ts';

/** Fields that every dispute should have: without them the queue cannot place it, or nobody can answer it. */
const DISPUTE_MUST: Must<Dispute> = {
  id: hasId,
  amount: hasAmount,
  status: ({ status }) => status !== null,
  date: ({ openedAt, deadline }) => openedAt !== null || deadline !== null,
};

const OUTCOMES_MS = 180 * 86_400_000;

/** `now` of the first page: ranks do not move under the reader. `total` is the first page's. */
type Position = { now: number; place: Place; total: number };

/**
 * The queue from the index: open with time left by deadline, overdue, answered, closed. Before the first reading it
 * waits a few seconds for it; a fault of that reading is thrown only while there is nothing to show.
 */
export async function listDisputes({ ctx, query }: Args<'GET /disputes'>): Promise<DisputeList> {
  return presentQueue(ctx, query, await beginIndex(ctx));
}

/** The same without waiting for a provider: undefined before the first reading. */
export async function listKnownDisputes({
  ctx,
  query,
}: Args<'GET /disputes'>): Promise<DisputeList | undefined> {
  ctx.part('disputes');
  const state = await getIndexState(ctx.account.id);
  return state === null || state.asOf === null ? undefined : presentQueue(ctx, query, state);
}

async function presentQueue(ctx: Ctx, query: DisputeListQuery, { completeAt, asOf }: IndexState) {
  const { limit, cursor, ...filter } = query;
  const { account } = ctx;
  const limits = limitsOf(account);
  const scope = JSON.stringify(['GET /disputes by', account.id, filter]);
  const names = ctx.permissions.has('reveal');
  const { queue, now, search, ...page } = await servePage(scope, { limit, cursor }, (ask) =>
    readQueue(ctx, filter, ask, { names }),
  );
  return serializeFor(ctx, DisputeList, {
    ...page,
    ...unreadIn(page.items, DISPUTE_MUST),
    completeAt: completeAt?.toISOString() ?? null,
    asOf: asOf?.toISOString() ?? null,
    sums: await sumsOf(queue, now, search),
    outcomes: await outcomesOf(queue, now),
    people: ctx.permissions.has('dispute') ? await defendersOf(account.id) : [],
    limits,
  });
}

type Filter = Omit<DisputeListQuery, 'limit' | 'cursor'>;

/** By amount; else by time: what is due first, or what ended last, is the queue's own order. */
function rankOf(queue: Queue, { state, sort, order }: Filter) {
  const id = { by: queue.id, as: 'text' } as const;
  if (sort === 'amount') return keyset([{ by: queue.amount, as: 'float8' }, id], order !== 'asc');
  const usual = state?.every((one) => one !== 'open') ? 'desc' : 'asc';
  const own = [{ by: queue.rank, as: 'int' }, { by: queue.key, as: 'float8' }, id] as const;
  return keyset(own, (order ?? usual) !== usual);
}

/** A payer's name or document, kept by `POST /transactions/filters`: all lists of payments search by the same. */
const { storedFilter } = filterStore(z.strictObject(storedShape(disputesList)));

/** What is searched for; a stored filter's words stand in for its id. */
async function searchOf(ctx: Ctx, { f, code, document, name }: Filter): Promise<Search> {
  await requireRevealFor(ctx, { document, name });
  const stored = f === undefined ? {} : await storedFilter(ctx, f);
  if (stored === null) throw invalidField('f', 'unknown');
  return { code, document, name, ...stored };
}

/** One page (`mask` null: in clear), and where the next one begins. */
async function readQueue(ctx: Ctx, filter: Filter, { limit, position }: PageAsk, mask: MaskOptions | null) {
  const { id: accountId } = ctx.account;
  const from = position as Position | null;
  const { windowHours } = limitsOf(ctx.account);
  const at = { accountId, windowHours, now: from?.now ?? databaseNow() };
  const queue = queueOf(at);
  const rank = rankOf(queue, filter);
  const search = await searchOf(ctx, filter);
  const wanted = queueFilter(queue, { me: ctx.operator.id, now: at.now }, { ...filter, ...search });
  const found = await db()
    .select({ id: queue.id, place: rank.place })
    .from(queue)
    .where(and(wanted, from === null ? undefined : and(rank.below(from.place), stood(queue, from))))
    .orderBy(...rank.order)
    .limit(limit + 1);
  const total = from?.total ?? (await countOf(queue, wanted));
  const placeOf = ({ place }: { place: Place }): Position => ({ now: at.now, place, total });
  const { rows, next } = cutPage(found, limit, placeOf);
  const ids = rows.map(({ id }) => id);
  return { items: await showDisputes(at, ids, mask), next, total, queue, now: at.now, search };
}

const EXPORT_PAGE = 200;
const Disputes = z.array(Dispute);
const serviceWord = wordsAt('disputes.serviceStatus', (status) => status.trim().toUpperCase());
const endings = wordsAt('disputes.results');
const resultWord: Said<Dispute> = (result, locale, dispute) => {
  const ending = endingOf(dispute);
  return result === null || ending === 'other' ? result : endings(ending, locale);
};
const disputeTable = csvTable<Dispute>([
  text('id', (dispute) => dispute.id),
  text('protocol', (dispute) => dispute.protocol),
  instant('openedAt', (dispute) => dispute.openedAt),
  instant('deadline', (dispute) => dispute.deadline),
  word('state', (dispute) => dispute.state, wordsAt('disputes.states')),
  word('status', (dispute) => dispute.status, serviceWord),
  word('type', (dispute) => dispute.type, wordsAt('due.types')),
  amount('amount', (dispute) => dispute.amount),
  text('transactionId', (dispute) => dispute.transactionId),
  text('endToEndId', (dispute) => dispute.endToEndId),
  text('payerName', (dispute) => dispute.payerName),
  text('payerDocument', (dispute) => dispute.payerDocument),
  text('reason', (dispute) => dispute.reason),
  text('assignee', (dispute) => dispute.assignee?.name ?? null),
  instant('answeredAt', (dispute) => dispute.answeredAt),
  text('answeredBy', (dispute) => dispute.answeredBy?.name ?? null),
  word('result', (dispute) => dispute.result, resultWord),
  word('situation', (dispute) => dispute.situation, wordsAt('due.situations')),
]);

/** All disputes of a filter in its order, or the chosen ones, as a file (`exportList`). */
export async function exportDisputes(ctx: Ctx, query: DisputeExportQuery & ExportHow): Promise<Response> {
  const { how, filter } = howOf(query);
  await beginIndex(ctx);
  return exportList({
    ctx,
    name: 'disputes',
    how,
    table: disputeTable,
    read: async (position) => {
      const mask = ctx.permissions.has('reveal') ? null : { names: false };
      const page = await readQueue(ctx, filter, { limit: EXPORT_PAGE, position }, mask);
      const { items, next, total } = page;
      return { items, next, total, asOf: new Date().toISOString() };
    },
    rows: Disputes,
    query: DisputeListQuery,
    filter,
    // The index answers: no filter is left to the provider.
    filtered: false,
  });
}

/** A row that moved since the first page may be left out; none comes twice. */
const stood = (queue: Queue, { now }: Position) => sql`${queue.changed} <= ${now / 1000}::float8`;

async function countOf(queue: Queue, wanted: SQL | undefined): Promise<number> {
  const [row] = await db().select({ count: sql<number>`count(*)::int` }).from(queue).where(wanted);
  return row?.count ?? 0;
}

async function sumsOf(queue: Queue, now: number, search: Search): Promise<DisputeList['sums']> {
  const part = (which: SQL) => ({
    count: sql<number>`(count(*) filter (where ${which}))::int`.mapWith(Number),
    amount: sql<number>`coalesce(sum(${queue.amount}::float8) filter (where ${which}), 0)::float8`.mapWith(
      Number,
    ),
  });
  const [row] = await db()
    .select({
      open: part(sql`${queue.state} = 'open'`),
      soon: part(dueSoon(queue, now)),
      overdue: part(overdue(queue)),
      answered: part(sql`${queue.state} = 'answered'`),
      closed: part(sql`${queue.state} = 'closed'`),
      unassigned: part(sql`${queue.state} = 'open' and ${queue.assigneeId} is null`),
    })
    .from(queue)
    .where(searched(queue, search));
  if (row === undefined) throw new Error('An aggregate without a group gives one row.');
  return row;
}

async function outcomesOf(queue: Queue, now: number): Promise<DisputeList['outcomes']> {
  const since = (now - OUTCOMES_MS) / 1000;
  const rows = await db()
    .select({
      situation: queue.situation,
      type: queue.type,
      status: queue.status,
      result: queue.result,
      count: sql<number>`count(*)::int`,
    })
    .from(queue)
    .where(and(eq(queue.state, 'closed'), gte(queue.updated, since)))
    .groupBy(queue.situation, queue.type, queue.status, queue.result);
  const reasons = new Map<string, DisputeList['outcomes'][number]>();
  for (const row of rows) {
    const { situation } = row;
    // Where the report says nothing known, only the type tells one from another.
    const type = situation === 'other' ? row.type : null;
    const key = JSON.stringify([situation, type]);
    const sum = reasons.get(key) ?? { situation, type, kept: 0, returned: 0, withdrawn: 0, other: 0 };
    sum[endingOf(row)] += row.count;
    reasons.set(key, sum);
  }
  const size = (sum: DisputeList['outcomes'][number]) => sum.kept + sum.returned + sum.withdrawn + sum.other;
  return [...reasons.values()].sort((a, b) => size(b) - size(a));
}
