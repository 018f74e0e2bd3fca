import 'server-only';
import { listAccounts } from '#lib/accounts/server/account.ts';
import type { Ctx, OperatorCtx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/api/errors.ts';
import { enterAccount } from '#lib/api/steps/identify.ts';
import { log } from '#lib/log.ts';
import { maskTransaction } from '#lib/mask-transaction.ts';
import type { SearchResult } from '#lib/search/contract.ts';
import { isAddress } from '#lib/search/rules.ts';
import { findCardCharges } from '#lib/search/server/find-card-charges.ts';
import { findKnown } from '#lib/search/server/find-known.ts';
import { findDispute, findWebhooks } from '#lib/search/server/find-last.ts';
import { findPayments } from '#lib/search/server/find-payments.ts';
import { findTransactions } from '#lib/search/server/find-transactions.ts';
import { type Found, isNothing, NOTHING, type Sought, type Thing } from '#lib/search/server/found.ts';
import { Purse } from '#lib/search/server/purse.ts';
import type { Reading } from '#lib/transactions/paste.ts';
import { readSearch } from '#lib/transactions/paste.ts';

const MOST_READINGS = 3;

/** Looks a pasted text up in every account the operator may read; never bound by a date filter. */
export async function searchTransactions({ ctx, q }: { ctx: OperatorCtx; q: string }): Promise<SearchResult> {
  const text = q.trim();
  const readings = readSearch(text).slice(0, MOST_READINGS);
  const slugs = (await listAccounts()).map((account) => account.slug);
  const answers = await Promise.all(slugs.map((slug) => searchAccount(ctx, slug, { text, readings })));
  return {
    readAs: wordOf(readings[0]),
    items: answers.flatMap(({ items }) => items),
    things: answers.flatMap(({ things }) => things),
    failed: answers.flatMap(({ slug, failed }) => (failed ? [slug] : [])),
    limited: answers.flatMap(({ slug, limited }) => (limited ? [slug] : [])),
  };
}

type Answer = Pick<SearchResult, 'items' | 'things'> & { slug: string; failed: boolean; limited: boolean };

async function searchAccount(
  who: OperatorCtx,
  slug: string,
  { text, readings }: Pick<Sought, 'text' | 'readings'>,
): Promise<Answer> {
  const ctx = await enterAccount(who, slug).catch(() => null);
  if (ctx === null) return { slug, items: [], things: [], failed: false, limited: false };
  const purse = new Purse(ctx.account);
  const known = await findKnown(ctx, text);
  let failed = false;
  const found = await atProvider(ctx, { text, readings, purse }, known).catch((error: unknown) => {
    // One account that does not answer must not hide what the others found.
    if (!(error instanceof GuicheError)) log().error({ err: error }, 'a search failed');
    failed = true;
    return NOTHING;
  });
  return { slug, ...shown(ctx, found, known), failed, limited: purse.limited };
}

async function atProvider(ctx: Ctx, sought: Sought, known: readonly Thing[]): Promise<Found> {
  if (isAddress(sought.text)) return { payments: [], things: await findWebhooks(ctx, sought) };
  const { port } = ctx;
  const find = port.transactions ? findTransactions : port.card ? findCardCharges : findPayments;
  const found = await find(ctx, sought);
  if (!isNothing(found) || known.length > 0) return found;
  const disputes = await findDispute(ctx, sought);
  return { payments: [], things: disputes.length > 0 ? disputes : await findWebhooks(ctx, sought) };
}

function shown(
  { account: { slug: account, name: accountName }, permissions }: Ctx,
  { payments, things }: Found,
  known: readonly Thing[],
): Pick<SearchResult, 'items' | 'things'> {
  const names = permissions.has('reveal');
  const own = new Set(known.map(({ page, id }) => `${page} ${id}`));
  const more = things.filter(({ page, id }) => !own.has(`${page} ${id}`));
  return {
    items: payments.map(({ page, payment }) => ({
      account,
      accountName,
      page,
      transaction: maskTransaction(payment, { names }),
    })),
    things: [...known, ...more].map((thing) => ({ account, accountName, ...thing })),
  };
}

function wordOf(reading: Reading | undefined): SearchResult['readAs'] {
  if (reading === undefined) return 'text';
  if (reading.kind === 'transaction') return 'id';
  if (reading.kind === 'endToEndId' || reading.kind === 'document' || reading.kind === 'amount')
    return reading.kind;
  return 'text';
}
