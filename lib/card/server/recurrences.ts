import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { present } from '#lib/api/present.ts';
import type { Reply } from '#lib/api/reply.ts';
import { RecurrenceRead } from '#lib/card/contract.ts';
import { DEACTIVATE, REACTIVATE, SET_AMOUNT } from '#lib/card/server/recurrence-operation.ts';
import { performAndAnswer } from '#lib/operations/server/perform.ts';
import { ifAnswered } from '#lib/providers/if-answered.ts';

type Given = { ctx: Ctx; id: string };

/** Document 3, one recurrence. */
export async function getRecurrence({ ctx, id }: Given): Promise<RecurrenceRead> {
  const recurrence = await ctx.part('card').recurrences.get(id, ctx.call);
  return present(ctx, RecurrenceRead, { recurrence, asOf: new Date().toISOString() });
}

/**
 * Cents of the next cycles (document 3; what it is now no document shows, and may stay untold). `conflict` while
 * another change of its amount is open; 404 where it does not exist.
 */
export async function setRecurrenceAmount({ ctx, id, amount }: Given & { amount: number }): Promise<Reply> {
  const { recurrence, ...thing } = await recurrenceNamed(ctx, id);
  return performAndAnswer(ctx, SET_AMOUNT, {
    ...thing,
    request: { amount },
    intent: { recurrenceId: thing.target, amountBefore: recurrence?.amount ?? null },
    amount,
  });
}

/** No further cycle is charged. */
export async function deactivateRecurrence({ ctx, id }: Given): Promise<Reply> {
  const { recurrence: _, ...thing } = await recurrenceNamed(ctx, id);
  return performAndAnswer(ctx, DEACTIVATE, {
    ...thing,
    request: {},
    intent: { recurrenceId: thing.target },
  });
}

/** Its cycles are charged again. */
export async function reactivateRecurrence({ ctx, id }: Given): Promise<Reply> {
  const { recurrence: _, ...thing } = await recurrenceNamed(ctx, id);
  return performAndAnswer(ctx, REACTIVATE, {
    ...thing,
    request: {},
    intent: { recurrenceId: thing.target },
  });
}

/** The recurrence by the id that its read names; by the one that was asked for where that read is not answered. */
async function recurrenceNamed(ctx: Ctx, id: string) {
  const recurrence = await ifAnswered(ctx.part('card').recurrences.get(id, ctx.call));
  const target = recurrence?.id ?? id;
  return { recurrence, target, names: [...new Set([target, id])] };
}
