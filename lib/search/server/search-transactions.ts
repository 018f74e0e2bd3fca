import 'server-only';
import { listAccounts } from '#lib/accounts/server/account.ts';
import type { Ctx, OperatorCtx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/api/errors.ts';
import { enterAccount } from '#lib/api/steps/identify.ts';
import { maskTransaction } from '#lib/mask-transaction.ts';
import type { TransactionFilter } from '#lib/providers/port.ts';
import type { Transaction } from '#lib/providers/records.ts';
import type { SearchResult } from '#lib/search/contract.ts';
import { findPayments } from '#lib/search/server/find-payments.ts';
import type { Reading } from '#lib/transactions/paste.ts';
import { readSearch } from '#lib/transactions/paste.ts';

const MOST_PER_ACCOUNT = 5;
const MOST_READINGS = 3;

/** Looks a pasted text up in every account the operator may read; never bound by a date filter. */
export async function searchTransactions({ ctx, q }: { ctx: OperatorCtx; q: string }): Promise<SearchResult> {
  const readings = readSearch(q).slice(0, MOST_READINGS);
  const slugs = (await listAccounts()).map((account) => account.slug);
  const answers = await Promise.all(slugs.map((slug) => searchAccount(ctx, slug, { q, readings })));
  return {
    readAs: wordOf(readings[0]),
    items: answers.flatMap((answer) => answer.items),
    failed: answers.flatMap((answer) => (answer.failed === null ? [] : [answer.failed])),
  };
}

type Answer = { items: SearchResult['items']; failed: string | null };

type Sought = { q: string; readings: Reading[] };

async function searchAccount(who: OperatorCtx, slug: string, { q, readings }: Sought): Promise<Answer> {
  const ctx = await enterAccount(who, slug).catch(() => null);
  if (ctx === null) return { items: [], failed: null };
  const { name } = ctx.account;
  try {
    if (ctx.port.transactions === undefined) return { items: await amongPayments(ctx, q), failed: null };
    for (const reading of readings) {
      const found = await find(ctx, reading);
      if (found.length === 0) continue;
      const names = ctx.permissions.has('reveal');
      const items = found.map((item) => ({
        account: slug,
        accountName: name,
        page: 'transactions' as const,
        transaction: maskTransaction(item, { names }),
      }));
      return { items, failed: null };
    }
    return { items: [], failed: null };
  } catch {
    // One account that does not answer must not hide what the others found.
    return { items: [], failed: slug };
  }
}

async function amongPayments(ctx: Ctx, q: string): Promise<SearchResult['items']> {
  const { slug: account, name: accountName } = ctx.account;
  const names = ctx.permissions.has('reveal');
  return (await findPayments(ctx, q, MOST_PER_ACCOUNT)).map(({ page, payment }) => ({
    account,
    accountName,
    page,
    transaction: maskTransaction(payment, { names }),
  }));
}

async function find({ port, signal }: Ctx, reading: Reading): Promise<Transaction[]> {
  const call = signal === undefined ? {} : { signal };
  if (reading.kind === 'transaction') {
    const detail = await port.transactions?.get(reading.value, call).catch(noneWhenNotFound);
    return detail ? [detail.transaction] : [];
  }
  const filter: TransactionFilter = { [reading.kind]: reading.value };
  const page = await port.transactions?.list(filter, { limit: MOST_PER_ACCOUNT, position: null }, call);
  return page?.items ?? [];
}

function noneWhenNotFound(thrown: unknown): null {
  if (thrown instanceof GuicheError && thrown.code === 'not_found') return null;
  throw thrown;
}

function wordOf(reading: Reading | undefined): SearchResult['readAs'] {
  if (reading === undefined) return 'text';
  if (reading.kind === 'transaction') return 'id';
  if (reading.kind === 'endToEndId' || reading.kind === 'document' || reading.kind === 'amount')
    return reading.kind;
  return 'text';
}
