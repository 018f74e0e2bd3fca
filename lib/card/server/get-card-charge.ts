import 'server-only';
import { type OneAsked, presentOne } from '#lib/api/present.ts';
import { CardChargeAnswer } from '#lib/card/contract.ts';
import { chargeSeen } from '#lib/card/server/charges-made-here.ts';
import { confirmLateCharges } from '#lib/card/server/confirm-late-charges.ts';

/** Document 3, one charge. Masked; with `reveal` in clear, and then the read is in the audit before it leaves. */
export function getCardCharge(asked: OneAsked): Promise<CardChargeAnswer> {
  const { ctx, id } = asked;
  return presentOne(asked, [CardChargeAnswer, 'card-charge.reveal'], async () => {
    const charge = await chargeSeen(ctx, id);
    await confirmLateCharges(ctx.account.id, [charge]);
    const asOf = new Date().toISOString();
    return { charge, asOf };
  });
}
