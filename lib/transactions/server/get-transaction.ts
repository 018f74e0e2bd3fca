import 'server-only';
import { type OneAsked, presentOne } from '#lib/api/serialize.ts';
import { confirmFromList } from '#lib/operations/server/late-confirmation.ts';
import { TransactionDetail } from '#lib/providers/records.ts';

/**
 * Document 1, GET /user/transactions/{id}. Masked; with `reveal` (permission `reveal`) in clear, and then the read
 * is in the audit before the answer leaves.
 */
export function getTransaction(asked: OneAsked): Promise<TransactionDetail> {
  const { ctx, id } = asked;
  return presentOne(asked, [TransactionDetail, 'transaction.reveal'], async () => {
    const detail = await ctx.part('transactions').get(id, ctx.call);
    confirmFromList(ctx.account.id, [detail.transaction]);
    return detail;
  });
}
