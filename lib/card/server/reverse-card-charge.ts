import 'server-only';
import type { Reply } from '#lib/api/reply.ts';
import type { Args } from '#lib/api/serve.ts';
import { leftOf } from '#lib/card/rules.ts';
import { chargeSeen } from '#lib/card/server/charges-made-here.ts';
import { redactCharge } from '#lib/card/server/redact-charge.ts';
import { beforeOf, REVERSAL, showsAsMuch } from '#lib/card/server/reversal-operation.ts';
import { GuicheError } from '#lib/errors.ts';
import { performAndAnswer } from '#lib/operations/server/perform.ts';
import {
  beforeRead,
  nameOlder,
  refuseLagging,
  stood,
  unmovedSince,
} from '#lib/operations/server/since-read.ts';
import type { CardCharge } from '#lib/providers/card-records.ts';

/**
 * Gives a card charge back, at most once: all that is left, or a part. Never more than a fresh read says is left
 * (`above_left` at the amount); `already_done` where nothing is; `conflict` while another reversal of it is open under
 * whichever id, or where one began or ended since it was read; `provider_unreadable` where the read names no charge.
 */
export async function reverseCardCharge({
  ctx,
  id,
  body,
}: Args<'POST /card/charges/{id}/reversals'>): Promise<Reply> {
  const of = { accountId: ctx.account.id, kind: REVERSAL.name };
  const begun = await beforeRead(of, id);
  const charge = await chargeSeen(ctx, id);
  if (charge.names?.length === 0)
    throw new GuicheError('provider_unreadable', 'The provider does not name this charge.', {
      missing: ['id'],
    });
  const names = [...new Set([charge.id, id])];
  await nameOlder(of, async (target) => (await ctx.part('card').charges.get(target, ctx.call)).names ?? []);
  const before = await stood({ ...of, names }, begun);
  refuseLagging<{ charge?: CardCharge }>(before, (end) => !end.charge || showsAsMuch(end.charge, charge));
  const left = leftOf(charge);
  const existing = { charge: redactCharge(charge) };
  if (left === 0)
    throw new GuicheError('already_done', 'Nothing is left of this charge to give back.', { existing });
  if (left !== null && body.amount !== undefined && body.amount > left)
    throw new GuicheError('invalid_request', 'More than what is left of this charge.', {
      existing,
      fields: [{ field: 'amount', message: 'above_left' }],
    });
  // The rest of one that was given back in part is named, so that nothing beyond it can be meant.
  const rest = (charge.refundedAmount ?? 0) > 0 ? left : null;
  const amount = body.amount ?? rest;
  const leaving = amount ?? left ?? charge.amount;
  return performAndAnswer(
    ctx,
    REVERSAL,
    {
      target: charge.id,
      names,
      request: { amount, before: beforeOf(charge) },
      intent: { chargeId: charge.id, externalId: charge.externalId, whole: body.amount === undefined },
      ...(leaving === null ? {} : { amount: leaving }),
      within: unmovedSince(before),
    },
    { status: 201 },
  );
}
