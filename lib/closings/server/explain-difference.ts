import 'server-only';
import { and, eq } from 'drizzle-orm';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { stillHolds } from '#lib/auth/server/holders.ts';
import { ClosingDifference } from '#lib/closings/contract.ts';
import { keyOf, lockDay, ofDay } from '#lib/closings/server/day-row.ts';
import { differenceItems } from '#lib/closings/server/list-records.ts';
import { ofDayDifferences } from '#lib/closings/server/store-differences.ts';
import { GuicheError, invalidField } from '#lib/core/errors.ts';
import { maskText } from '#lib/core/masking/mask.ts';
import { auditBy } from '#lib/data/audit/append.ts';
import { db } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { closingDays, closingDifferences } from '#lib/data/schema/closings.ts';
import { announce } from '#lib/events/server/announce.ts';

/**
 * Sets who is responsible for a difference and its note. A note explains it, an empty one opens it again. A
 * signature given before is void: it was for other explanations.
 */
export async function explainDifference({
  ctx,
  day,
  id,
  body,
}: Args<'PATCH /closings/{day}/differences/{id}'>): Promise<ClosingDifference> {
  const key = keyOf(ctx, day);
  const note = body.note === undefined ? undefined : body.note === '' ? null : body.note;
  if (note != null && maskText(note, { names: true }) !== note) throw invalidField('note', 'personal');
  const changed = await db().transaction(async (tx) => {
    const row = await lockDay(tx, key);
    const mine = and(ofDayDifferences(key), eq(closingDifferences.id, id));
    const [before] = await tx.select().from(closingDifferences).where(mine).for('update');
    if (before === undefined) throw new GuicheError('not_found', 'The day has no such difference.');
    if (row.version !== null && row.changes === null)
      throw new GuicheError('conflict', 'The day is closed and did not change since.');
    const { responsible } = body;
    const needed = { account: key.accountId, permission: 'refund' } as const;
    if (responsible != null && !(await stillHolds(tx, responsible, needed)))
      throw invalidField('responsible', 'unknown');
    // What explains itself stays so; a note on it is a remark.
    const explained = (note === undefined ? before.note : note) !== null;
    const state = before.state === 'resolved' ? 'resolved' : explained ? 'explained' : 'open';
    const [after] = await tx
      .update(closingDifferences)
      .set({
        ...(responsible === undefined ? {} : { responsible }),
        ...(note === undefined ? {} : { note, operatorId: note === null ? null : ctx.operator.id }),
        state,
        ...(note === undefined ? {} : { at: dbNow }),
      })
      .where(mine)
      .returning();
    if (note !== undefined)
      await tx
        .update(closingDays)
        .set({ signedBy: null, signedAt: null, signedReadingId: null })
        .where(ofDay(key));
    await auditBy(tx, ctx, {
      action: 'closing.explained',
      target: day,
      after: {
        difference: id,
        cause: before.cause,
        amount: before.amount,
        state,
        responsible: after?.responsible,
      },
    });
    await announce(tx, key.accountId, [['closings']]);
    return after ?? before;
  });
  const [item] = await differenceItems([changed]);
  if (item === undefined) throw new Error('The difference is gone.');
  return serializeFor(ctx, ClosingDifference, item);
}
