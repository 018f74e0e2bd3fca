import 'server-only';
import { listScope } from '#lib/api/list-window.ts';
import { present } from '#lib/api/present.ts';
import type { Args } from '#lib/api/serve.ts';
import { inSpellings } from '#lib/list/server/in-spellings.ts';
import { servePage } from '#lib/list/server/serve-page.ts';
import { foundInPassing } from '#lib/operations/server/late-confirmation.ts';
import { TransactionList } from '#lib/transactions/contract.ts';
import { explainDocument } from '#lib/transactions/server/explain-document.ts';
import { readFilter } from '#lib/transactions/server/read-filter.ts';

/**
 * Document 1, GET /user/transactions: one page, newest first, personal data masked (people's names only for roles
 * without `reveal`). The cursor holds for this account and these filters; `total` is the first page's.
 */
export async function listTransactions({
  ctx,
  query: { limit, cursor, ...query },
}: Args<'GET /transactions'>): Promise<TransactionList> {
  const transactions = ctx.part('transactions');
  const filter = await readFilter(ctx, query);
  const scope = listScope('GET /transactions', ctx.account.id, filter);
  const page = await servePage(scope, { limit, cursor }, (ask) =>
    inSpellings(filter, (spelled) => transactions.list(spelled, ask, ctx.call)).catch((error: unknown) => {
      throw explainDocument(error, filter);
    }),
  );
  foundInPassing(ctx.account.id, page.items);
  return present(ctx, TransactionList, page);
}
