import 'server-only';
import { present } from '#lib/api/present.ts';
import type { Args } from '#lib/api/serve.ts';
import type { Transaction } from '#lib/providers/records.ts';
import { StatementNames } from '#lib/statement/contract.ts';
import { counterpartOf } from '#lib/transactions/rules.ts';

const PAGE = 500;
const MOST_PAGES = 2;

/**
 * Names the other side of the payments behind a statement's lines, masked as the transactions are. Document
 * 1's statement names nobody: they are found in GET /user/transactions of the same time, two pages at most.
 */
export async function nameLines({
  ctx,
  query: { from, to, ids },
}: Args<'GET /statement/names'>): Promise<StatementNames> {
  const transactions = ctx.part('transactions');
  const left = new Set(ids);
  const found: Transaction[] = [];
  let position: unknown = null;
  for (let pages = 0; pages < MOST_PAGES && left.size > 0; pages += 1) {
    const page = await transactions.list({ from, to }, { limit: PAGE, position }, ctx.call);
    for (const item of page.items) if (left.delete(item.id)) found.push(item);
    if (page.next === null) break;
    position = page.next;
  }
  return present(ctx, StatementNames, { items: found.flatMap(partyOf) });
}

function partyOf(transaction: Transaction): StatementNames['items'] {
  const { name, document } = counterpartOf(transaction);
  return name === null && document === null ? [] : [{ transactionId: transaction.id, name, document }];
}
