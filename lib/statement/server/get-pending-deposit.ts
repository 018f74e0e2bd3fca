import 'server-only';
import { type OneAsked, presentOne } from '#lib/api/present.ts';
import { PendingDepositAnswer } from '#lib/statement/contract.ts';

/**
 * Document 1, GET /user/deposit-pending/{id}. Masked; with `reveal` (permission `reveal`) in clear, and then the read
 * is in the audit before the answer leaves.
 */
export function getPendingDeposit(asked: OneAsked): Promise<PendingDepositAnswer> {
  const { ctx, id } = asked;
  return presentOne(asked, [PendingDepositAnswer, 'pending-deposit.reveal'], async () => {
    const deposit = await ctx.part('pendingDeposits').get(id, ctx.call);
    const asOf = new Date().toISOString();
    return { deposit, asOf };
  });
}
