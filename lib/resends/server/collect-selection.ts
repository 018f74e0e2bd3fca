import 'server-only';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { resendItems } from '#lib/data/schema/resends.ts';
import { getTransactionRecords } from '#lib/deliveries/server/get-delivery.ts';
import { partOf } from '#lib/providers/reach.ts';
import type { Transaction } from '#lib/providers/records.ts';
import { isDerivedId } from '#lib/providers/rows.ts';
import type { CollectDeps } from '#lib/resends/server/collect.ts';
import { fillItems, insertItems, itemOf, itemsOf } from '#lib/resends/server/items.ts';
import { type CollectionOf, type ResendRow, stepRow } from '#lib/resends/server/resend-row.ts';

type Selection = CollectionOf<'selection'>;

const PAGE = 1000;
/** Up to this many are always read one by one, with their deliveries. */
const FEW = 20;
const AT_ONCE = 4;
/**
 * Selected transactions that no page listed. Up to this many are read one by one. They are requested one by
 * one if they go to their own callbackUrl (five a minute: hours). If more, all count as too old. The preview
 * shows this first.
 */
const MOST_UNLISTED = 1_000;

/** Reads selected transactions by the cheaper method: one by one, or paging through the last days. */
export async function collectSelection(row: ResendRow, selection: Selection, deps: CollectDeps) {
  const phases = { choose, walk, rest, get };
  return phases[selection.phase](row, selection, deps);
}

const at = (selection: Selection, phase: Selection['phase'], position: unknown = null): Selection => ({
  ...selection,
  phase,
  position,
});

async function choose(row: ResendRow, selection: Selection, { port, call }: CollectDeps) {
  const selected = await countUnread(row.id);
  if (selected <= FEW) return stepRow(row, { gathering: at(selection, 'get') });
  const recent = { from: row.earliest.toISOString() };
  const page = await port.transactions?.list(recent, { limit: 1, position: null }, call);
  const pages = Math.ceil((page?.total ?? 0) / PAGE);
  return stepRow(row, { gathering: at(selection, pages > selected ? 'get' : 'walk') });
}

async function walk(row: ResendRow, selection: Selection, deps: CollectDeps): Promise<ResendRow | null> {
  const recent = { from: row.earliest.toISOString() };
  const pageRequest = { limit: PAGE, position: selection.position ?? null };
  const page = await partOf(deps.port, 'transactions').list(recent, pageRequest, deps.call);
  const ids = page.items.map(({ id }) => id);
  const unread = await unreadAmong(row.id, ids);
  const found = page.items.filter(({ id }) => unread.has(id));
  const items = await selectedItems(row, selection, found);
  const over = page.next === null || (await countUnread(row.id)) === items.length;
  const gathering = over ? at(selection, 'rest') : at(selection, 'walk', page.next);
  return stepRow(row, { gathering }, (tx) => fillItems(tx, items));
}

async function rest(row: ResendRow, selection: Selection): Promise<ResendRow | null> {
  const unread = await countUnread(row.id);
  if (unread === 0) return stepRow(row, { gathering: null });
  if (unread <= MOST_UNLISTED) return stepRow(row, { gathering: at(selection, 'get') });
  return stepRow(row, { gathering: null }, (tx) =>
    tx.update(resendItems).set({ state: 'outside', read: true }).where(isUnread(row.id)),
  );
}

async function get(row: ResendRow, selection: Selection, deps: CollectDeps): Promise<ResendRow | null> {
  const next = await db()
    .select({ id: resendItems.transactionId })
    .from(resendItems)
    .where(isUnread(row.id))
    .orderBy(asc(resendItems.transactionId))
    .limit(AT_ONCE);
  if (next.length === 0) return stepRow(row, { gathering: null });
  const ids = next.map(({ id }) => id);
  const read = await Promise.all(ids.map((id) => readOne(id, deps)));
  const found = read.filter((one) => one !== null);
  const items = await selectedItems(row, selection, found);
  const aliases = ids.filter((id, at) => (read[at]?.id ?? id) !== id);
  const known = new Set([...aliases, ...items.map(({ transactionId }) => transactionId)]);
  const missing = ids.filter((id) => !known.has(id)).map((id) => itemOf(row, id, 'unreachable'));
  return stepRow(row, {}, async (tx) => {
    // One item per transaction, whichever of its ids selected it.
    if (aliases.length > 0) {
      await tx.delete(resendItems).where(and(isUnread(row.id), inArray(resendItems.transactionId, aliases)));
      const unread = items.map((item) => ({ ...item, read: false }));
      await insertItems(tx, unread);
    }
    await fillItems(tx, [...items, ...missing]);
  });
}

/** Null if the account has no such transaction. */
async function readOne(id: string, { account, port, call }: CollectDeps): Promise<Transaction | null> {
  try {
    const detail = await port.transactions?.get(id, call);
    if (detail === undefined) return null;
    await getTransactionRecords(account, port, id, call);
    // Uses the provider's own id: a selection may name one transaction by several ids (end-to-end id, other
    // case).
    return isDerivedId(detail.transaction.id) ? { ...detail.transaction, id } : detail.transaction;
  } catch (error) {
    if (error instanceof GuicheError && error.code === 'not_found') return null;
    throw error;
  }
}

function selectedItems(row: ResendRow, { webhook, host }: Selection, transactions: readonly Transaction[]) {
  const aim = {
    earliest: Number(row.earliest),
    everything: row.everything,
    onlyFailed: false,
    // Document 1's single-transaction route only reaches the callbackUrl.
    oneByOne: webhook === null,
    webhook,
    host,
  };
  return itemsOf(row, transactions, aim);
}

const isUnread = (resendId: string) => and(eq(resendItems.resendId, resendId), eq(resendItems.read, false));

const countUnread = (resendId: string) => db().$count(resendItems, isUnread(resendId));

async function unreadAmong(resendId: string, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db()
    .select({ id: resendItems.transactionId })
    .from(resendItems)
    .where(and(isUnread(resendId), inArray(resendItems.transactionId, ids)));
  return new Set(rows.map(({ id }) => id));
}
