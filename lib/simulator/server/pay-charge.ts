import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import type { SimulatorState } from '#lib/simulator/contract.ts';
import { depositBody, payBody } from '#lib/simulator/server/api-bodies.ts';
import { type BodyOf, changeSimulator } from '#lib/simulator/server/change.ts';

type Input = { ctx: Ctx; body: BodyOf<'POST /simulator/pay'> };

/** Ends a pending charge now: paid, paid and returned, expired, cancelled or failed; or brings in a deposit. */
export async function payCharge({ ctx, body }: Input): Promise<SimulatorState> {
  const { transactionId, clientReference, endToEndId } = body;
  if (body.amount !== undefined) {
    const sent = depositBody(ctx.account.kind, { amount: body.amount, payerName: body.payerName });
    return changeSimulator({ ctx, action: 'deposit', path: 'deposit', body: sent });
  }
  const target = transactionId ?? clientReference ?? endToEndId;
  return changeSimulator({
    ctx,
    action: 'pay',
    path: 'pay',
    body: payBody(ctx.account.kind, body),
    target,
  });
}
