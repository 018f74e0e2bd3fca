import 'server-only';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { permissionsOn } from '#lib/auth/permissions.ts';
import { db } from '#lib/db/client.ts';
import { operations } from '#lib/db/schema/operations.ts';
import type { BesideOf } from '#lib/notifications/server/beside.ts';

/** Of a request that was declined: why, for a reader who may see what people wrote on its account. */
export const besideDeclines: BesideOf = async (ctx, told) => {
  const these = told.filter(({ event, step }) => event === 'request_decided' && step === 'declined');
  if (these.length === 0) return new Map();
  const ids = these.map(({ facts }) => String(facts.id));
  const { id, accountId, state, declineReason: reason } = operations;
  const rows = await db()
    .select({ id, accountId, reason })
    .from(operations)
    .where(and(inArray(id, ids), eq(state, 'declined'), isNotNull(reason)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    these.flatMap(({ cause, facts }) => {
      const row = byId.get(String(facts.id));
      const may = row !== undefined && permissionsOn(ctx.grants, row.accountId).has('reveal');
      return may ? [[cause, { reason: row.reason }]] : [];
    }),
  );
};
