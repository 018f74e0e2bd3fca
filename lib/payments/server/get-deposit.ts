import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { type OneAsked, presentOne } from '#lib/api/present.ts';
import { GuicheError } from '#lib/errors.ts';
import { Deposit } from '#lib/payments/contract.ts';
import { ifAnswered } from '#lib/providers/if-answered.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import { asDeposit } from '#lib/statement/as-deposit.ts';

/**
 * A Pix that came without a charge (document 2, deposit view). The document shows no route that reads one: where none
 * answers, its line of the statement tells what it can. Masked; with `reveal` in clear, and then it is in the audit.
 */
export function getDeposit(asked: OneAsked): Promise<Deposit> {
  const { ctx, id } = asked;
  return presentOne(asked, [Deposit, 'deposit.reveal'], async () => {
    const whole = await ifAnswered(ctx.part('deposits').get(id, ctx.call));
    const payment = whole ?? (await lineOf(ctx, id));
    const from = whole === null ? ('statement' as const) : ('provider' as const);
    return { payment, from, key: keyOf(payment), asOf: new Date().toISOString() };
  });
}

async function lineOf(ctx: Ctx, id: string): Promise<Payment> {
  const page = await ctx.port.statement?.list({ transactionId: id }, { limit: 20, position: null }, ctx.call);
  const found = page?.items.map(asDeposit).find((deposit) => deposit?.id === id);
  if (found == null) throw new GuicheError('not_found', 'The provider shows no such deposit.');
  return found;
}

/** The account's own key that it came to. */
function keyOf({ other }: Payment): string | null {
  const { receiverPixKey } = other;
  return typeof receiverPixKey === 'string' ? receiverPixKey : null;
}
