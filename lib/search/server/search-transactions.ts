import 'server-only';
import { eq } from 'drizzle-orm';
import { listAccounts } from '#lib/accounts/server/account.ts';
import type { Ctx, OperatorCtx } from '#lib/api/context.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import { auditOnce } from '#lib/api/steps/authorize.ts';
import { enterAccount } from '#lib/api/steps/identify.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { log } from '#lib/core/log.ts';
import { maskReference } from '#lib/core/masking/mask-forms.ts';
import { documentKind } from '#lib/core/pix/documents.ts';
import { pixKeyKinds } from '#lib/core/pix/pix-key.ts';
import { db } from '#lib/data/client.ts';
import { disputeIndexes } from '#lib/data/schema/disputes.ts';
import type { TransactionFilter } from '#lib/providers/port.ts';
import { Transaction } from '#lib/providers/records.ts';
import { capabilitiesOf } from '#lib/providers/registry.ts';
import { FoundThing, SearchResult } from '#lib/search/contract.ts';
import { isAddress, isCode } from '#lib/search/rules.ts';
import { findKnown } from '#lib/search/server/find-known.ts';
import { findCardCharges, findPayments } from '#lib/search/server/find-payments.ts';
import {
  containsVisibly,
  type Found,
  isNothing,
  MOST_PER_ACCOUNT,
  NOTHING,
  nullWhenUnknown,
  ProviderCallQuota,
  type SearchRequest,
  type Thing,
  thing,
} from '#lib/search/server/found.ts';
import { type Reading, readSearch, spellingsOf } from '#lib/transactions/paste.ts';

const MOST_READINGS = 3;

/** Searches a pasted text in every account the operator may read, without a date filter. */
export async function searchTransactions({ ctx, q }: { ctx: OperatorCtx; q: string }): Promise<SearchResult> {
  const spellings = spellingsOf(q).map((text) => ({
    text,
    readings: readSearch(text).slice(0, MOST_READINGS),
  }));
  const slugs = (await listAccounts()).map((account) => account.slug);
  const answers = await Promise.all(slugs.map((slug) => searchAccount(ctx, slug, spellings)));
  if (spellings.some(isPersonal)) await refuseEverywhere(ctx, answers);
  const found = {
    readAs: wordOf(spellings[0]?.readings[0]),
    items: answers.flatMap(({ items }) => items),
    things: answers.flatMap(({ things }) => things),
    failed: answers.flatMap(({ slug, failed }) => (failed ? [slug] : [])),
    limited: answers.flatMap(({ slug, limited }) => (limited ? [slug] : [])),
    withheld: answers.flatMap(({ slug, withheld }) => (withheld ? [slug] : [])),
  };
  // Each account already masked its findings by the operator's permissions there.
  return serializeFor(ctx, SearchResult, found, { inClear: true });
}

type Spelling = Pick<SearchRequest, 'text' | 'readings'>;
type Answer = Pick<SearchResult, 'items' | 'things'> & { slug: string } & Record<
    'readable' | 'failed' | 'limited' | 'withheld',
    boolean
  >;
const NOT_SEARCHED = {
  items: [],
  things: [],
  readable: true,
  failed: false,
  limited: false,
  withheld: false,
};

/** Whether it is a document, e-mail or phone. Ten plain digits are more often a reference. */
function isPersonal({ text }: Spelling): boolean {
  if (documentKind(text) !== null || maskReference(text) !== text) return true;
  return pixKeyKinds(text).includes('phone') && !/^\d{10}$/.test(text);
}

/** Refuses if no account permits searching people: the answer must not reveal whether somebody exists. */
async function refuseEverywhere(ctx: OperatorCtx, answers: readonly Answer[]): Promise<void> {
  const readable = answers.filter((answer) => answer.readable);
  if (readable.length === 0 || readable.some(({ withheld }) => !withheld)) return;
  const after = { needed: 'reveal' };
  await auditOnce(ctx, { action: 'permission', target: 'search', after });
  throw new GuicheError('forbidden', 'Looking for personal data needs the permission reveal.');
}

async function searchAccount(who: OperatorCtx, slug: string, spellings: readonly Spelling[]) {
  const ctx = await enterAccount(who, slug).catch(() => null);
  if (ctx === null) return { slug, ...NOT_SEARCHED, readable: false };
  const people = ctx.permissions.has('reveal');
  if (!people && spellings.some(isPersonal)) return { slug, ...NOT_SEARCHED, withheld: true };
  const quota = new ProviderCallQuota(ctx.account);
  let known: Thing[] = [];
  let found = NOTHING;
  let failed = false;
  for (const { text, readings } of spellings) {
    known = await findKnown(ctx, text);
    const permitted = people ? readings : readings.filter(({ kind }) => kind !== 'name');
    found = await searchProvider(ctx, { text, readings: permitted, quota, people }, known).catch(
      (error: unknown) => {
        // A failing account must not hide the findings of the others.
        if (!(error instanceof GuicheError)) log().error({ err: error }, 'a search failed');
        failed = true;
        return NOTHING;
      },
    );
    if (failed || known.length > 0 || !isNothing(found)) break;
  }
  const withheld = !people && spellings[0]?.readings[0]?.kind === 'name';
  return { slug, ...shown(ctx, found, known), readable: true, failed, limited: quota.limited, withheld };
}

/** Finds webhooks that only the provider knows, by address, or by id if nothing else was found. */
async function findWebhooks(ctx: Ctx, { text, quota }: SearchRequest): Promise<Thing[]> {
  const { webhooks } = ctx.port;
  if (webhooks === undefined || !capabilitiesOf(ctx.account).includes('webhooks')) return [];
  if (!isAddress(text) && !isCode(text)) return [];
  const all = await quota.spend(null, () => webhooks.list(ctx.call).catch(nullWhenUnknown));
  return (all?.items ?? [])
    .filter(
      ({ id, url }) => id === text || (isAddress(text) && url !== null && containsVisibly(ctx, url, text)),
    )
    .slice(0, MOST_PER_ACCOUNT)
    .map(({ id, url, createdAt }) => thing('webhooks', id, { name: url, at: createdAt }));
}

/** Finds a dispute by id or protocol at the provider, until Guichê's index of disputes is complete. */
async function findDispute(ctx: Ctx, { text, quota }: SearchRequest): Promise<Thing[]> {
  const { disputes } = ctx.port;
  if (disputes === undefined || !isCode(text) || !capabilitiesOf(ctx.account).includes('disputes')) return [];
  const [index] = await db()
    .select({ completeAt: disputeIndexes.completeAt })
    .from(disputeIndexes)
    .where(eq(disputeIndexes.accountId, ctx.account.id));
  if (index?.completeAt) return [];
  const read = () => disputes.get(text, ctx.call).catch(nullWhenUnknown);
  const detail = await quota.spend(null, read);
  if (detail === null) return [];
  const { id, protocol, status, amount, openedAt } = detail.infraction;
  return [thing('disputes', id, { name: protocol, word: status, amount, at: openedAt })];
}

/** Searches a list of transactions (document 1): the likeliest reading first, until one is found. */
async function findTransactions(ctx: Ctx, { readings, quota }: SearchRequest): Promise<Found> {
  for (const reading of readings) {
    const found = await byReading(ctx, reading, quota);
    if (found.length > 0)
      return { payments: found.map((payment) => ({ page: 'transactions', payment })), things: [] };
  }
  const [first] = readings;
  if (first?.kind !== 'endToEndId') return NOTHING;
  return { payments: [], things: await amongPending(ctx, first.value, quota) };
}

async function byReading(ctx: Ctx, reading: Reading, quota: ProviderCallQuota): Promise<Transaction[]> {
  const { port } = ctx;
  if (reading.kind === 'transaction') {
    const read = async () => (await port.transactions?.get(reading.value, ctx.call)) ?? null;
    const detail = await quota.spend(null, () => read().catch(noneWhenNotFound));
    return detail === null ? [] : [detail.transaction];
  }
  const filter: TransactionFilter = { [reading.kind]: reading.value };
  const page = { limit: MOST_PER_ACCOUNT, position: null };
  const list = async () => (await port.transactions?.list(filter, page, ctx.call))?.items ?? [];
  return quota.spend([], list);
}

/** Searches pending deposits, which are not transactions yet. */
async function amongPending(ctx: Ctx, endToEndId: string, quota: ProviderCallQuota): Promise<Thing[]> {
  const { pendingDeposits } = ctx.port;
  if (pendingDeposits === undefined || !capabilitiesOf(ctx.account).includes('pending-deposits')) return [];
  const page = { page: 1, limit: MOST_PER_ACCOUNT };
  const list = async () => (await pendingDeposits.list({ endToEndId }, page, ctx.call)).items;
  return (await quota.spend([], list)).map(({ id, endToEndId: name, status: word, amount, createdAt }) =>
    thing('pending-deposits', id, { name, word, amount, at: createdAt }),
  );
}

function noneWhenNotFound(thrown: unknown): null {
  if (thrown instanceof GuicheError && thrown.code === 'not_found') return null;
  throw thrown;
}

async function searchProvider(ctx: Ctx, request: SearchRequest, known: readonly Thing[]): Promise<Found> {
  if (isAddress(request.text)) return { payments: [], things: await findWebhooks(ctx, request) };
  const { port } = ctx;
  const find = port.transactions ? findTransactions : port.card ? findCardCharges : findPayments;
  const found = await find(ctx, request);
  if (!isNothing(found) || known.length > 0) return found;
  const disputes = await findDispute(ctx, request);
  return { payments: [], things: disputes.length > 0 ? disputes : await findWebhooks(ctx, request) };
}

function shown(ctx: Ctx, { payments, things }: Found, known: readonly Thing[]) {
  const { slug: account, name: accountName } = ctx.account;
  const own = new Set(known.map(({ page, id }) => `${page} ${id}`));
  const more = things.filter(({ page, id }) => !own.has(`${page} ${id}`));
  return {
    items: payments.map(({ page, payment }) => ({
      account,
      accountName,
      page,
      transaction: serializeFor(ctx, Transaction, payment),
    })),
    things: [...known, ...more].map((thing) =>
      serializeFor(ctx, FoundThing, { account, accountName, ...thing }),
    ),
  };
}

function wordOf(reading: Reading | undefined): SearchResult['readAs'] {
  if (reading === undefined) return 'text';
  if (reading.kind === 'transaction') return 'id';
  if (reading.kind === 'endToEndId' || reading.kind === 'document' || reading.kind === 'amount')
    return reading.kind;
  return 'text';
}
