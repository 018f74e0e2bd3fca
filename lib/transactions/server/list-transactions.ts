import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { openCursor, sealCursor } from '#lib/api/cursor.ts';
import { maskTransaction } from '#lib/mask-transaction.ts';
import type { TransactionFilter } from '#lib/providers/port.ts';
import type { TransactionList, TransactionListQuery } from '#lib/transactions/contract.ts';
import { readFilter } from '#lib/transactions/server/read-filter.ts';
import { explainDocument, operatorCall, transactionsOf } from '#lib/transactions/server/transactions-of.ts';

/**
 * Document 1, GET /user/transactions: one page, newest first, personal data masked (people's names only for roles
 * without `reveal`). The cursor holds for this account and these filters; `total` is the first page's.
 */
export async function listTransactions({
  ctx,
  query: { limit, cursor, ...query },
}: {
  ctx: Ctx;
  query: TransactionListQuery;
}): Promise<TransactionList> {
  const transactions = transactionsOf(ctx);
  const filter = await readFilter(ctx, query);
  const scope = scopeOf(ctx, filter);
  const position = cursor === undefined ? null : openCursor(scope, cursor);
  const page = await transactions
    .list(filter, { limit, position }, operatorCall(ctx))
    .catch((error: unknown) => {
      throw explainDocument(error, filter);
    });
  const names = ctx.permissions.has('reveal');
  return {
    items: page.items.map((item) => maskTransaction(item, { names })),
    nextCursor: page.next === null ? null : sealCursor(scope, page.next),
    total: page.total,
    asOf: page.asOf,
  };
}

function scopeOf({ account }: Ctx, filter: TransactionFilter): string {
  const parts = Object.entries(filter).filter(([, value]) => value !== undefined);
  return JSON.stringify(['GET /transactions', account.id, parts.sort(([a], [b]) => (a < b ? -1 : 1))]);
}
