import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { present } from '#lib/api/present.ts';
import type { Args } from '#lib/api/serve.ts';
import type { StatementLine } from '#lib/providers/money-records.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';
import type { Transaction } from '#lib/providers/records.ts';
import { StatementNames } from '#lib/statement/contract.ts';
import { unnamed, withNames } from '#lib/statement/rules.ts';
import { counterpartOf } from '#lib/transactions/rules.ts';

const PAGE = 500;
const MOST_PAGES = 2;

/**
 * Names the other side of the payments behind a statement's lines, masked as the transactions are. Document
 * 1's statement names nobody: they are found in GET /user/transactions of the same time, two pages at most.
 */
export async function nameLines({ ctx, query }: Args<'GET /statement/names'>): Promise<StatementNames> {
  return present(ctx, StatementNames, { items: await partiesOf(ctx.part('transactions'), query, ctx.call) });
}

/** The lines as the page shows them: with whom their payments name, in clear. */
export async function namedLines(
  { port }: Pick<Ctx, 'port'>,
  lines: StatementLine[],
  call: Call,
): Promise<StatementLine[]> {
  const asked = unnamed(lines);
  if (asked === null || port.transactions === undefined) return lines;
  return withNames(lines, await partiesOf(port.transactions, { ...asked, ids: asked.ids.split(',') }, call));
}

type Sought = { from: string; to: string; ids: readonly string[] };

async function partiesOf(
  transactions: NonNullable<ProviderPort['transactions']>,
  { from, to, ids }: Sought,
  call: Call,
): Promise<StatementNames['items']> {
  const left = new Set(ids);
  const found: Transaction[] = [];
  let position: unknown = null;
  for (let pages = 0; pages < MOST_PAGES && left.size > 0; pages += 1) {
    const page = await transactions.list({ from, to }, { limit: PAGE, position }, call);
    for (const item of page.items) if (left.delete(item.id)) found.push(item);
    if (page.next === null) break;
    position = page.next;
  }
  return found.flatMap(partyOf);
}

function partyOf(transaction: Transaction): StatementNames['items'] {
  const { name, document } = counterpartOf(transaction);
  return name === null && document === null ? [] : [{ transactionId: transaction.id, name, document }];
}
