import 'server-only';
import { and, asc, count, eq, inArray } from 'drizzle-orm';
import { GuicheError } from '#lib/core/errors.ts';
import { type Transaction as DbTransaction, db } from '#lib/data/client.ts';
import { resendItems } from '#lib/data/schema/resends.ts';
import { getTransactionRecords } from '#lib/deliveries/server/get-delivery.ts';
import { partOf } from '#lib/providers/reach.ts';
import type { Transaction } from '#lib/providers/records.ts';
import { isDerivedId } from '#lib/providers/rows.ts';
import type { CollectDeps } from '#lib/resends/server/collect.ts';
import { fillItems, insertItems, itemsOf } from '#lib/resends/server/items.ts';
import { type Collection, type NewItem, type ResendRow, stepRow } from '#lib/resends/server/resend-row.ts';

type Selection = Extract<Collection, { kind: 'selection' }>;

const PAGE = 1000;
/** Up to this many are always read one by one, with their deliveries. */
const FEW = 20;
const AT_ONCE = 4;
/**
 * Selected transactions that no page listed: up to this many are read one by one, and requested one by one if
 * they go to their own callbackUrl (five a minute: hours). If more, all count as too old; the preview shows
 * this first.
 */
const MOST_UNLISTED = 1_000;

/**
 * Reads selected transactions in the cheaper way: one by one, or by paging through the list of the last days.
 */
export async function collectSelection(
  row: ResendRow,
  selection: Selection,
  deps: CollectDeps,
): Promise<ResendRow | null> {
  switch (selection.phase) {
    case 'choose':
      return choose(row, selection, deps);
    case 'walk':
      return walk(row, selection, deps);
    case 'rest':
      return rest(row, selection);
    case 'get':
      return get(row, selection, deps);
  }
}

const at = (selection: Selection, phase: Selection['phase'], position: unknown = null): Selection => ({
  ...selection,
  phase,
  position,
});

async function choose(
  row: ResendRow,
  selection: Selection,
  { port, call }: CollectDeps,
): Promise<ResendRow | null> {
  const selected = await countUnread(row.id);
  if (selected <= FEW) return stepRow(db(), row, { gathering: at(selection, 'get') });
  const recent = { from: row.earliest.toISOString() };
  const page = await port.transactions?.list(recent, { limit: 1, position: null }, call);
  const pages = page?.total === null || page?.total === undefined ? 0 : Math.ceil(page.total / PAGE);
  return stepRow(db(), row, { gathering: at(selection, pages > selected ? 'get' : 'walk') });
}

async function walk(row: ResendRow, selection: Selection, deps: CollectDeps): Promise<ResendRow | null> {
  const { port, call } = deps;
  const recent = { from: row.earliest.toISOString() };
  const page = await partOf(port, 'transactions').list(
    recent,
    { limit: PAGE, position: selection.position ?? null },
    call,
  );
  const unread = await unreadAmong(
    row.id,
    page.items.map(({ id }) => id),
  );
  const items = await selectedItems(
    row,
    selection,
    page.items.filter(({ id }) => unread.has(id)),
  );
  return db().transaction(async (tx) => {
    const over = page.next === null || (await countUnread(row.id, tx)) === items.length;
    const after = await stepRow(tx, row, {
      gathering: over ? at(selection, 'rest') : at(selection, 'walk', page.next),
    });
    if (after !== null) await fillItems(tx, items);
    return after;
  });
}

async function rest(row: ResendRow, selection: Selection): Promise<ResendRow | null> {
  const unread = await countUnread(row.id);
  if (unread === 0) return stepRow(db(), row, { gathering: null });
  if (unread <= MOST_UNLISTED) return stepRow(db(), row, { gathering: at(selection, 'get') });
  return db().transaction(async (tx) => {
    const after = await stepRow(tx, row, { gathering: null });
    if (after !== null)
      await tx.update(resendItems).set({ state: 'outside', read: true }).where(isUnread(row.id));
    return after;
  });
}

async function get(row: ResendRow, selection: Selection, deps: CollectDeps): Promise<ResendRow | null> {
  const next = await db()
    .select({ id: resendItems.transactionId })
    .from(resendItems)
    .where(isUnread(row.id))
    .orderBy(asc(resendItems.transactionId))
    .limit(AT_ONCE);
  if (next.length === 0) return stepRow(db(), row, { gathering: null });
  const found = await Promise.all(next.map(({ id }) => read(id, deps)));
  const items = await selectedItems(
    row,
    selection,
    found.filter((one) => one !== null),
  );
  const aliases = next.filter(({ id }, at) => (found[at]?.id ?? id) !== id);
  const known = new Set([...aliases, ...items.map(({ transactionId: id }) => ({ id }))].map(({ id }) => id));
  const missing = next.filter(({ id }) => !known.has(id));
  return db().transaction(async (tx) => {
    const after = await stepRow(tx, row, {});
    if (after === null) return null;
    await renameItems(
      tx,
      row,
      aliases.map(({ id }) => id),
      items,
    );
    await fillItems(tx, [...items, ...missing.map(({ id }) => unreachableItem(row, id))]);
    return after;
  });
}

/**
 * Transactions selected by another id than their own: keeps one item per transaction, whichever ids selected
 * it.
 */
async function renameItems(
  tx: DbTransaction,
  row: ResendRow,
  aliases: readonly string[],
  items: readonly NewItem[],
): Promise<void> {
  if (aliases.length === 0) return;
  await tx.delete(resendItems).where(and(isUnread(row.id), inArray(resendItems.transactionId, [...aliases])));
  await insertItems(
    tx,
    items.map((item) => ({ ...item, read: false })),
  );
}

/** Null if the account has no such transaction. */
async function read(id: string, { account, port, call }: CollectDeps): Promise<Transaction | null> {
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

function selectedItems(
  row: ResendRow,
  { webhook, host }: Selection,
  transactions: readonly Transaction[],
): Promise<NewItem[]> {
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

const unreachableItem = (row: ResendRow, transactionId: string): NewItem => ({
  resendId: row.id,
  accountId: row.accountId,
  transactionId,
  state: 'unreachable',
  read: true,
});

const isUnread = (resendId: string) => and(eq(resendItems.resendId, resendId), eq(resendItems.read, false));

async function countUnread(
  resendId: string,
  on: Pick<ReturnType<typeof db>, 'select'> = db(),
): Promise<number> {
  const [row] = await on.select({ count: count() }).from(resendItems).where(isUnread(resendId));
  return Number(row?.count ?? 0);
}

async function unreadAmong(resendId: string, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db()
    .select({ id: resendItems.transactionId })
    .from(resendItems)
    .where(and(isUnread(resendId), inArray(resendItems.transactionId, ids)));
  return new Set(rows.map(({ id }) => id));
}
