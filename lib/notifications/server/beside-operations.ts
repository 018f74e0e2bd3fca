import 'server-only';
import { inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { OperatorCtx } from '#lib/api/context.ts';
import { permissionsOn } from '#lib/auth/permissions.ts';
import { db } from '#lib/db/client.ts';
import { databaseNow } from '#lib/db/clock.ts';
import { operations } from '#lib/db/schema/operations.ts';
import type { NoticeFacts } from '#lib/notices/events.ts';
import type { Beside, BesideOf } from '#lib/notifications/server/beside.ts';
import { Operation } from '#lib/operations/contract.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { mayLookUp } from '#lib/operations/server/record.ts';
import { masked } from '#lib/privacy/pii.ts';

/** As it is masked on the operation's own page. */
const Referred = z.object({ reference: Operation.shape.clientReference });

/** Of an operation whose end was not known for long: its reference, when it left, and what can be done about it now. */
export const besideOperations: BesideOf = async (ctx, told) => {
  const these = told.filter(({ event }) => event === 'operation_unknown' || event === 'operation_late');
  if (these.length === 0) return new Map();
  const ids = these.map(({ facts }) => String(facts.id));
  const rows = await db().select().from(operations).where(inArray(operations.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    these.flatMap(({ cause, accountId, facts }) => {
      const row = byId.get(String(facts.id));
      return row === undefined || row.accountId !== accountId ? [] : [[cause, besideOne(ctx, row)]];
    }),
  );
};

function besideOne(ctx: OperatorCtx, row: OperationRow): Beside {
  const may = permissionsOn(ctx.grants, row.accountId);
  const { reference } = masked(
    Referred,
    { reference: row.clientReference },
    { names: may.has('reveal'), may },
  );
  const unknown =
    row.state === 'unknown'
      ? { nextLookUpAt: row.nextLookUpAt?.toISOString() ?? null, lookUp: mayLookUp(may, row) }
      : null;
  return { facts: factsOf(row), reference, unknown };
}

function factsOf({ state, sentAt, lastSentAt, settledAt, attempts }: OperationRow): NoticeFacts {
  if (sentAt === null) return {};
  if (state === 'unknown') return { age: databaseNow() - (lastSentAt ?? sentAt).getTime() };
  if (state !== 'confirmed' || settledAt === null) return {};
  return {
    delay: settledAt.getTime() - sentAt.getTime(),
    // Sent again, nobody can tell which of the sends moved it.
    ...(attempts === 1 && { sent: sentAt.toISOString() }),
  };
}
