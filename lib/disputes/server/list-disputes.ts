import 'server-only';
import { and, desc, eq, gte, inArray, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { filterStore, requireRevealFor } from '#lib/api/personal-filter.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { invalidField } from '#lib/core/errors.ts';
import type { MaskOptions } from '#lib/core/masking/mask.ts';
import { db } from '#lib/data/client.ts';
import { databaseIso, databaseNow } from '#lib/data/clock.ts';
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
import { notesOf } from '#lib/disputes/server/work.ts';
import { type ExportHow, storedShape } from '#lib/list/query-schema.ts';
import { amount, instant, type LabelOf, labelsAt, text, word } from '#lib/list/server/columns.ts';
import { csvTable } from '#lib/list/server/csv-table.ts';
import { exportList, servePage, splitExportQuery } from '#lib/list/server/export-list.ts';
import { cutPage, keyset, type Place } from '#lib/list/server/ranges.ts';
import type { PortPageRequest } from '#lib/providers/port.ts';
import { hasAmount, hasId, type Must, unreadIn } from '#lib/providers/rows.ts';

/** Fields that every dispute should have: without them the queue cannot rank it, or nobody can answer it. */
const DISPUTE_MUST: Must<Dispute> = {
  id: hasId,
  amount: hasAmount,
  status: ({ status }) => status !== null,
  date: ({ openedAt, deadline }) => openedAt !== null || deadline !== null,
};

const OUTCOMES_MS = 180 * 86_400_000;

/** `now` (ms) and `total` come from the first page, so ranks do not change while the operator pages. */
type Position = { now: number; place: Place; total: number };

/** Before the index's first read it waits a few seconds; throws that read's error only if it is empty. */
export async function listDisputes({ ctx, query }: Args<'GET /disputes'>): Promise<DisputeList> {
  return presentQueue(ctx, query, await beginIndex(ctx));
}

/** The same without waiting for the provider; undefined before the first read. */
export async function listKnownDisputes({ ctx, query }: Args<'GET /disputes'>) {
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
  const { queue, now, search, ...page } = await servePage(scope, { limit, cursor }, (request) =>
    readQueue(ctx, filter, request, { names }),
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

/** Sorts by amount, or in the queue's own order: earliest deadline first, or last ended first. */
function rankOf(queue: Queue, { state, sort, order }: Filter) {
  const id = { by: queue.id, as: 'text' } as const;
  if (sort === 'amount') return keyset([{ by: queue.amount, as: 'float8' }, id], order !== 'asc');
  const usual = state?.every((value) => value !== 'open') ? 'desc' : 'asc';
  const own = [{ by: queue.rank, as: 'int' }, { by: queue.key, as: 'float8' }, id] as const;
  return keyset(own, (order ?? usual) !== usual);
}

/** Reads the name or document that `POST /transactions/filters` stored, as all payment lists do. */
const { storedFilter } = filterStore(z.strictObject(storedShape(disputesList)));

/** The search values; a stored filter's values replace its id. */
async function searchOf(ctx: Ctx, { f, code, document, name }: Filter): Promise<Search> {
  await requireRevealFor(ctx, { document, name });
  const stored = f === undefined ? {} : await storedFilter(ctx, f);
  if (stored === null) throw invalidField('f', 'unknown');
  return { code, document, name, ...stored };
}

/** One page (`mask` null: in clear), and the position of the next. */
async function readQueue(
  ctx: Ctx,
  filter: Filter,
  { limit, position }: PortPageRequest,
  mask: MaskOptions | null,
) {
  const { id: accountId } = ctx.account;
  const start = position as Position | null;
  const { windowHours } = limitsOf(ctx.account);
  const at = { accountId, windowHours, now: start?.now ?? databaseNow() };
  const queue = queueOf(at);
  const rank = rankOf(queue, filter);
  const search = await searchOf(ctx, filter);
  const wanted = queueFilter(queue, { me: ctx.operator.id, now: at.now }, { ...filter, ...search });
  const found = await db()
    .select({ id: queue.id, place: rank.place })
    .from(queue)
    .where(and(wanted, start === null ? undefined : and(rank.below(start.place), unmoved(queue, start))))
    .orderBy(...rank.order)
    .limit(limit + 1);
  const total = start?.total ?? (await db().$count(queue, wanted));
  const placeOf = ({ place }: { place: Place }): Position => ({ now: at.now, place, total });
  const { rows, next } = cutPage(found, limit, placeOf);
  const ids = rows.map(({ id }) => id);
  return { items: await showDisputes(at, ids, mask), next, total, queue, now: at.now, search };
}

const EXPORT_PAGE = 200;
const Disputes = z.array(Dispute);
const serviceWord = labelsAt('disputes.serviceStatus', (status) => status.trim().toUpperCase());
const endings = labelsAt('disputes.results');
const resultWord: LabelOf<Dispute> = (result, locale, dispute) => {
  const ending = endingOf(dispute);
  return result === null || ending === 'other' ? result : endings(ending, locale);
};
const disputeTable = csvTable<Dispute>([
  text('id', (dispute) => dispute.id),
  text('protocol', (dispute) => dispute.protocol),
  instant('openedAt', (dispute) => dispute.openedAt),
  instant('deadline', (dispute) => dispute.deadline),
  word('state', (dispute) => dispute.state, labelsAt('disputes.states')),
  word('status', (dispute) => dispute.status, serviceWord),
  word('type', (dispute) => dispute.type, labelsAt('due.types')),
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
  word('situation', (dispute) => dispute.situation, labelsAt('due.situations')),
]);

/** Exports all disputes of a filter in its order, or the selected ones (`exportList`). */
export async function exportDisputes(ctx: Ctx, query: DisputeExportQuery & ExportHow): Promise<Response> {
  const { how, filter } = splitExportQuery(query);
  await beginIndex(ctx);
  return exportList({
    ctx,
    name: 'disputes',
    how,
    table: disputeTable,
    read: async (position) => {
      const mask = ctx.permissions.has('reveal') ? null : { names: false };
      const request = { limit: EXPORT_PAGE, position };
      const { items, next, total } = await readQueue(ctx, filter, request, mask);
      return { items, next, total, asOf: databaseIso() };
    },
    rows: Disputes,
    query: DisputeListQuery,
    filter,
    // The index applies all filters; the provider applies none.
    filtered: false,
  });
}

/** Leaves out rows that moved since the first page, so no row appears twice. */
const unmoved = (queue: Queue, { now }: Position) => sql`${queue.changed} <= ${now / 1000}::float8`;

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
    // If the report matches nothing known, only the type distinguishes disputes.
    const type = situation === 'other' ? row.type : null;
    const key = JSON.stringify([situation, type]);
    const sum = reasons.get(key) ?? { situation, type, kept: 0, returned: 0, withdrawn: 0, other: 0 };
    sum[endingOf(row)] += row.count;
    reasons.set(key, sum);
  }
  const size = (sum: DisputeList['outcomes'][number]) => sum.kept + sum.returned + sum.withdrawn + sum.other;
  return [...reasons.values()].sort((a, b) => size(b) - size(a));
}

type CustomerSearch = {
  /** Without punctuation. */
  document: string;
  /** The customer's payments. A dispute of one counts as theirs, also if the provider masks the payer. */
  transactionIds: readonly string[];
  most: number;
};
/**
 * Disputes of one payer from the index, newest first, in clear, with the operators' notes. `more`: others exist.
 * `complete`: Guichê has read all pages of the provider at least once.
 */
export async function listCustomerDisputes(ctx: Ctx, { document, transactionIds, most }: CustomerSearch) {
  const { completeAt } = await beginIndex(ctx);
  const accountId = ctx.account.id;
  const at = { accountId, windowHours: limitsOf(ctx.account).windowHours, now: databaseNow() };
  const queue = queueOf(at);
  const theirs = or(searched(queue, { document }), inArray(queue.transactionId, [...transactionIds]));
  const rows = await db()
    .select({ id: queue.id })
    .from(queue)
    .where(theirs)
    .orderBy(sql`${queue.opened} desc nulls last`, desc(queue.id))
    .limit(most + 1);
  const ids = rows.slice(0, most).map(({ id }) => id);
  const [disputes, notes] = await Promise.all([showDisputes(at, ids, null), notesOf(accountId, ids)]);
  return { disputes, notes, more: rows.length > most, complete: completeAt !== null };
}
