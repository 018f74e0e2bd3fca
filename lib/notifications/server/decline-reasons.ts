import 'server-only';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { OperatorCtx } from '#lib/api/context.ts';
import { permissionsOn } from '#lib/auth/permissions.ts';
import { db } from '#lib/db/client.ts';
import { operations } from '#lib/db/schema/operations.ts';

/**
 * Why operations were declined, by id, for a reader who may see what people wrote on their account. Read with the line:
 * a notice, which leaves by mail and webhooks too, keeps no such text.
 */
export async function declineReasons(ctx: OperatorCtx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { id, accountId, state, declineReason: reason } = operations;
  const rows = await db()
    .select({ id, accountId, reason })
    .from(operations)
    .where(and(inArray(id, [...new Set(ids)]), eq(state, 'declined'), isNotNull(reason)));
  const told = rows.filter((row) => permissionsOn(ctx.grants, row.accountId).has('reveal'));
  return new Map(told.map((row) => [row.id, row.reason ?? '']));
}
