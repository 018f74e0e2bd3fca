import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { Reply } from '#lib/api/reply.ts';
import { cardPart, operatorCall } from '#lib/card/server/card-part.ts';
import { DEACTIVATE, REACTIVATE, SET_AMOUNT } from '#lib/card/server/recurrence-operation.ts';
import { type MaskOptions, maskDeep } from '#lib/mask.ts';
import { performAndAnswer } from '#lib/operations/server/perform.ts';
import type { Recurrence } from '#lib/providers/card-records.ts';
import { ifAnswered } from '#lib/providers/if-answered.ts';

type Given = { ctx: Ctx; id: string };

const masked = (recurrence: Recurrence, options: MaskOptions): Recurrence => ({
  ...recurrence,
  other: maskDeep(recurrence.other, options) as Recurrence['other'],
});

/** Document 3, one recurrence. */
export async function getRecurrence({ ctx, id }: Given): Promise<{ recurrence: Recurrence; asOf: string }> {
  const recurrence = await cardPart(ctx.port).recurrences.get(id, operatorCall(ctx));
  const names = ctx.permissions.has('reveal');
  return { recurrence: masked(recurrence, { names }), asOf: new Date().toISOString() };
}

/**
 * Cents of the next cycles (document 3; what it is now no document shows, and may stay untold). `conflict` while
 * another change of its amount is open; 404 where it does not exist.
 */
export async function setRecurrenceAmount({ ctx, id, amount }: Given & { amount: number }): Promise<Reply> {
  const before = await ifAnswered(cardPart(ctx.port).recurrences.get(id, operatorCall(ctx)));
  return performAndAnswer(ctx, SET_AMOUNT, {
    target: id,
    request: { amount },
    intent: { recurrenceId: id, amountBefore: before?.amount ?? null },
    amount,
  });
}

/** No further cycle is charged. */
export function deactivateRecurrence({ ctx, id }: Given): Promise<Reply> {
  cardPart(ctx.port);
  return performAndAnswer(ctx, DEACTIVATE, { target: id, request: {}, intent: { recurrenceId: id } });
}

/** Its cycles are charged again. */
export function reactivateRecurrence({ ctx, id }: Given): Promise<Reply> {
  cardPart(ctx.port);
  return performAndAnswer(ctx, REACTIVATE, { target: id, request: {}, intent: { recurrenceId: id } });
}
