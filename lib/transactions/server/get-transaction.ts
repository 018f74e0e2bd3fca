import 'server-only';
import { presentOne, type ReadByIdArgs } from '#lib/api/serialize.ts';
import { confirmFromList } from '#lib/operations/server/late-confirmation.ts';
import { TransactionDetail } from '#lib/providers/records.ts';

/**
 * Document 1, GET /user/transactions/{id}. Masked; with `reveal` (permission `reveal`) unmasked and audited
 * before the answer leaves.
 */
export function getTransaction(args: ReadByIdArgs): Promise<TransactionDetail> {
  const { ctx, id } = args;
  return presentOne(args, [TransactionDetail, 'transaction.reveal'], async () => {
    const detail = await ctx.part('transactions').get(id, ctx.call);
    confirmFromList(ctx.account.id, [detail.transaction]);
    return detail;
  });
}
