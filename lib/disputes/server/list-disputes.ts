import 'server-only';
import { and, asc, eq, gte, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { openCursor, sealCursor } from '#lib/api/cursor.ts';
import { present } from '#lib/api/present.ts';
import { db } from '#lib/db/client.ts';
import { databaseNow } from '#lib/db/clock.ts';
import { type Dispute, DisputeList, type DisputeListQuery } from '#lib/disputes/contract.ts';
import { endingOf } from '#lib/disputes/rules.ts';
import { beginIndex } from '#lib/disputes/server/ask-index.ts';
import { limitsOf } from '#lib/disputes/server/disputes-of.ts';
import { type Queue, queueFilter, queueOf } from '#lib/disputes/server/queue-rows.ts';
import { showDisputes } from '#lib/disputes/server/show-dispute.ts';
import { hasAmount, hasId, type Must, unreadIn } from '#lib/providers/rows.ts';

/** What every dispute should tell: without it the queue cannot place it, or nobody can answer it. */
const DISPUTE_MUST: Must<Dispute> = {
  id: hasId,
  amount: hasAmount,
  status: ({ status }) => status !== null,
  date: ({ openedAt, deadline }) => openedAt !== null || deadline !== null,
};

const OUTCOMES_MS = 180 * 86_400_000;

/** `now` of the first page: ranks do not move under the reader. `total` is the first page's. */
type Position = { now: number; rank: number; key: number; id: string; total: number };

/**
 * The queue from the index: open with time left by deadline, overdue, answered, closed. Before the first reading it
 * waits a few seconds for it; a fault of that reading is thrown only while there is nothing to show.
 */
export async function listDisputes({
  ctx,
  query,
}: {
  ctx: Ctx;
  query: DisputeListQuery;
}): Promise<DisputeList> {
  const { limit, cursor, ...filter } = query;
  const { account } = ctx;
  const limits = limitsOf(account);
  const { completeAt, asOf } = await beginIndex(ctx);
  const scope = JSON.stringify(['GET /disputes', account.id, filter]);
  const from = cursor === undefined ? null : (openCursor(scope, cursor) as Position);
  const at = { accountId: account.id, windowHours: limits.windowHours, now: from?.now ?? databaseNow() };
  const queue = queueOf(at);
  const wanted = queueFilter(queue, filter);
  const rows = await db()
    .select({ id: queue.id, rank: queue.rank, key: queue.key })
    .from(queue)
    .where(and(wanted, after(queue, from)))
    .orderBy(asc(queue.rank), asc(queue.key), asc(queue.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const total = from?.total ?? (await countOf(queue, wanted));
  const ids = page.map(({ id }) => id);
  const names = ctx.permissions.has('reveal');
  const items = await showDisputes(at, ids, { names });
  return present(ctx, DisputeList, {
    items,
    ...unreadIn(items, DISPUTE_MUST),
    nextCursor:
      last === undefined ? null : sealCursor(scope, { now: at.now, ...last, total } satisfies Position),
    total,
    completeAt: completeAt?.toISOString() ?? null,
    asOf: asOf?.toISOString() ?? null,
    sums: await sumsOf(queue),
    outcomes: await outcomesOf(queue, at.now),
    limits,
  });
}

/** What moved since the first page may be left out; nothing comes twice. */
function after(queue: Queue, from: Position | null): SQL | undefined {
  if (from === null) return undefined;
  const { now, rank, key, id } = from;
  return sql`(${queue.rank}, ${queue.key}, ${queue.id}) > (${rank}::int, ${key}::float8, ${id}::text)
    and ${queue.changed} <= ${now / 1000}::float8`;
}

async function countOf(queue: Queue, wanted: SQL | undefined): Promise<number> {
  const [row] = await db().select({ count: sql<number>`count(*)::int` }).from(queue).where(wanted);
  return row?.count ?? 0;
}

async function sumsOf(queue: Queue): Promise<DisputeList['sums']> {
  const part = (which: SQL) => ({
    count: sql<number>`(count(*) filter (where ${which}))::int`.mapWith(Number),
    amount: sql<number>`coalesce(sum(${queue.amount}::float8) filter (where ${which}), 0)::float8`.mapWith(
      Number,
    ),
  });
  const [row] = await db()
    .select({
      open: part(sql`${queue.state} = 'open'`),
      overdue: part(sql`${queue.rank} = 1`),
      answered: part(sql`${queue.state} = 'answered'`),
      closed: part(sql`${queue.state} = 'closed'`),
      unassigned: part(sql`${queue.state} = 'open' and ${queue.assigneeId} is null`),
    })
    .from(queue);
  if (row === undefined) throw new Error('An aggregate without a group gives one row.');
  return row;
}

async function outcomesOf(queue: Queue, now: number): Promise<DisputeList['outcomes']> {
  const since = (now - OUTCOMES_MS) / 1000;
  const rows = await db()
    .select({
      type: queue.type,
      status: queue.status,
      result: queue.result,
      count: sql<number>`count(*)::int`,
    })
    .from(queue)
    .where(and(eq(queue.state, 'closed'), gte(queue.updated, since)))
    .groupBy(queue.type, queue.status, queue.result);
  const types = new Map<string | null, DisputeList['outcomes'][number]>();
  for (const row of rows) {
    const sum = types.get(row.type) ?? { type: row.type, kept: 0, returned: 0, withdrawn: 0, other: 0 };
    sum[endingOf(row)] += row.count;
    types.set(row.type, sum);
  }
  const size = (sum: DisputeList['outcomes'][number]) => sum.kept + sum.returned + sum.withdrawn + sum.other;
  return [...types.values()].sort((a, b) => size(b) - size(a));
}
