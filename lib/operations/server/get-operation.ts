import 'server-only';
import { and, asc, eq } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { present } from '#lib/api/present.ts';
import { db } from '#lib/db/client.ts';
import { operationAttempts, operations } from '#lib/db/schema/operations.ts';
import { GuicheError } from '#lib/errors.ts';
import { OperationDetail } from '#lib/operations/contract.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { operationRecords } from '#lib/operations/server/record.ts';

/** An operation with its sends; `not_found` for another account's. */
export async function getOperation({ ctx, id }: { ctx: Ctx; id: string }): Promise<OperationDetail> {
  const row = await operationRow(ctx, id);
  const [[operation], attempts] = await Promise.all([operationRecords(ctx, [row]), attemptsOf(id)]);
  if (operation === undefined) throw notFound();
  return present(ctx, OperationDetail, { operation, attempts });
}

/** Each time an operation left for the provider, in order. */
export async function attemptsOf(id: string): Promise<OperationDetail['attempts']> {
  const rows = await db()
    .select()
    .from(operationAttempts)
    .where(eq(operationAttempts.operationId, id))
    .orderBy(asc(operationAttempts.number));
  return rows.map(({ operationId: _, sentAt, endedAt, ...attempt }) => ({
    ...attempt,
    sentAt: sentAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }));
}

export async function operationRow(ctx: Ctx, id: string): Promise<OperationRow> {
  const [row] = await db()
    .select()
    .from(operations)
    .where(and(eq(operations.id, id), eq(operations.accountId, ctx.account.id)));
  if (row === undefined) throw notFound();
  return row;
}

const notFound = () => new GuicheError('not_found', 'No such operation.');
