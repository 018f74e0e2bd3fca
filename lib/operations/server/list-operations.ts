import 'server-only';
import { and, count, desc, eq, inArray, isNotNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { openCursor, sealCursor } from '#lib/api/cursor.ts';
import { requireRevealFor } from '#lib/api/personal-filter.ts';
import { db } from '#lib/db/client.ts';
import { lateAcknowledgements, operations } from '#lib/db/schema/operations.ts';
import type { Operation, OperationListQuery } from '#lib/operations/contract.ts';
import { awaiting } from '#lib/operations/server/approval.ts';
import { operationRecords } from '#lib/operations/server/record.ts';

type Position = { at: string; id: string };

/** The account's operations, newest first. */
export async function listOperations({
  ctx,
  query,
}: {
  ctx: Ctx;
  query: OperationListQuery;
}): Promise<{ items: Operation[]; nextCursor: string | null; total: number | null }> {
  const { limit, cursor, ...filter } = query;
  await requireRevealFor(ctx, {}, { target: filter.target });
  const scope = `${ctx.account.id} operations ${JSON.stringify(filter)}${whoAsks(ctx, filter)}`;
  const wanted = where(ctx, filter);
  const after = cursor === undefined ? undefined : below(openCursor(scope, cursor) as Position);
  const [rows, [all]] = await Promise.all([
    db()
      .select()
      .from(operations)
      .where(and(wanted, after))
      .orderBy(desc(operations.createdAt), desc(operations.id))
      .limit(limit + 1),
    db().select({ total: count() }).from(operations).where(wanted),
  ]);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: await operationRecords(ctx, shown),
    nextCursor:
      last === undefined ? null : sealCursor(scope, { at: last.createdAt.toISOString(), id: last.id }),
    total: Number(all?.total ?? 0),
  };
}

/** What waits for one person is nobody else's list to go on in. */
const whoAsks = ({ operator }: Ctx, { awaiting: whom }: Filter) =>
  whom === undefined ? '' : ` ${operator.id}`;

type Filter = Omit<OperationListQuery, 'limit' | 'cursor'>;

function where(ctx: Ctx, { state, kind, target, late, awaiting: whom }: Filter): SQL | undefined {
  const mine = ctx.permissions.has('approve') ? awaiting(ctx.operator.id) : sql`false`;
  return and(
    eq(operations.accountId, ctx.account.id),
    whom === undefined ? undefined : mine,
    state === undefined ? undefined : inArray(operations.state, state),
    kind === undefined ? undefined : inArray(operations.kind, kind),
    target === undefined ? undefined : eq(operations.target, target),
    late === undefined ? undefined : and(isNotNull(operations.lateAt), notExists(acknowledged())),
  );
}

const acknowledged = () =>
  db()
    .select({ id: lateAcknowledgements.operationId })
    .from(lateAcknowledgements)
    .where(eq(lateAcknowledgements.operationId, operations.id));

function below({ at, id }: Position): SQL | undefined {
  const instant = new Date(at);
  return or(lt(operations.createdAt, instant), and(eq(operations.createdAt, instant), lt(operations.id, id)));
}
