import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import { seal, unseal } from '#lib/auth/server/seal.ts';
import { orNull } from '#lib/core/errors.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import type { Transaction } from '#lib/data/client.ts';
import { addTombstones, disputeForm, transactionForm, type Waiting } from '#lib/data/erasure/erased-index.ts';
import { closingPayments } from '#lib/data/schema/closings.ts';
import { deliveries } from '#lib/data/schema/deliveries.ts';
import {
  disputeAttachments,
  disputeDrafts,
  disputeNotes,
  disputes,
  disputeWork,
} from '#lib/data/schema/disputes.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { savedViews } from '#lib/data/schema/operators.ts';
import { resendItems } from '#lib/data/schema/resends.ts';
import { parseStoredInfraction, withoutPeople } from '#lib/disputes/server/read-dispute.ts';
import { ENDED_STATES, isOpen } from '#lib/operations/rules.ts';
import { dropRow, type Row, sealedOf, setRow, type Table } from '#lib/retention/server/every-row.ts';

/** Returns a row's columns, with sealed ones opened and JSON texts parsed. */
export function openRow({ name, texts }: Table, row: Row): Row {
  const opened: Row = {};
  for (const column of texts) opened[column] = asJson(row[column]);
  for (const { column, purpose } of sealedOf(name)) {
    const sealed = row[column];
    // Nobody can read a value sealed with a secret that is no longer configured.
    const text = orNull(() => (typeof sealed === 'string' ? unseal(sealed, purpose(camelCased(row))) : null));
    opened[column] = asJson(text);
  }
  return opened;
}

function asJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  return orNull(() => JSON.parse(value) as unknown) ?? value;
}

const camelCased = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

type Clean = (text: string) => string;

/** Columns that cleaning changes, in the form the row stores. */
function cleaned({ name }: Table, row: Row, opened: Row, clean: Clean): Row {
  const changes: Row = {};
  const sealed = sealedOf(name);
  for (const [column, value] of Object.entries(opened)) {
    const fresh = cleanDeep(value, clean);
    if (textOf(fresh) === textOf(value)) continue;
    const purpose = sealed.find((one) => one.column === column)?.purpose(camelCased(row));
    // JSON of a text column is stored as text again.
    if (purpose !== undefined) changes[column] = seal(textOf(fresh), purpose);
    else changes[column] = typeof row[column] === 'string' ? textOf(fresh) : fresh;
  }
  return changes;
}

function cleanDeep(value: unknown, clean: Clean): unknown {
  if (typeof value === 'string') return clean(value);
  if (typeof value === 'number') return clean(String(value)) === String(value) ? value : '***';
  if (Array.isArray(value)) return value.map((item) => cleanDeep(item, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [clean(key), cleanDeep(inner, clean)]),
  );
}

/** A row that names the person. `names`: whether a text names the person. */
export type Hit = { table: Table; row: Row; opened: Row; clean: Clean; names: (text: string) => boolean };
/** Result for a row: it waits for an open record, or the number of rows changed or deleted. */
export type Done = { waits: Waiting } | { changed: number };

type Rule = (tx: Transaction, hit: Hit) => Promise<Done>;
const text = (value: unknown) => (typeof value === 'string' ? value : '');
const waits = (kind: Waiting['kind'], row: Row, id: unknown): Done => ({
  waits: { kind, accountId: text(row.account_id), targetId: text(id) },
});

/** Whether a record must end before it can be erased. */
export const isStillOpen = (table: string, { state }: Row): boolean =>
  table === 'disputes' ? state !== 'closed' : table === 'operations' && isOpen(text(state));

/** Tables whose rows are wholly about one person. In every other table only the matching text is replaced. */
const RULES = lookupTable<Rule>({
  disputes: async (tx, hit) =>
    isStillOpen('disputes', hit.row) ? waits('dispute', hit.row, hit.row.id) : eraseDispute(tx, hit),
  operations: async (tx, hit) =>
    isStillOpen('operations', hit.row) ? waits('operation', hit.row, hit.row.id) : eraseOperation(tx, hit),
  received_callbacks: async (tx, { table, row, opened, clean }) => {
    await leaveTransaction(tx, text(row.account_id), row.transaction_id);
    return changedBy(setRow(tx, table, row, { ...cleaned(table, row, opened, clean), body: '' }));
  },
  stored_filters: async (tx, { table, row }) => {
    await tx.delete(savedViews).where(eq(savedViews.storedFilterId, text(row.id)));
    return changedBy(dropRow(tx, table, row));
  },
  saved_views: (tx, { table, row }) => changedBy(dropRow(tx, table, row)),
  dispute_drafts: eraseWorkOf,
  dispute_notes: eraseWorkOf,
  dispute_attachments: eraseWorkOf,
  dispute_work: eraseWorkOf,
});

const changedBy = async (change: Promise<boolean>): Promise<Done> => ({ changed: (await change) ? 1 : 0 });

/** Erases the person from a row, or returns the record that must end first. */
export function eraseRow(tx: Transaction, hit: Hit): Promise<Done> {
  const rule = RULES[hit.table.name];
  return rule === undefined ? replaceTexts(tx, hit) : rule(tx, hit);
}

async function replaceTexts(tx: Transaction, { table, row, opened, clean }: Hit): Promise<Done> {
  const changes = cleaned(table, row, opened, clean);
  if (Object.keys(changes).length === 0) return { changed: 0 };
  // The new version makes an open editor read the draft again.
  const version = table.name === 'dispute_drafts' ? { version: Number(row.version) + 1 } : {};
  return changedBy(setRow(tx, table, row, { ...changes, ...version }));
}

/** Erases a dispute except its ids, codes, amounts and instants. */
export async function eraseDispute(
  tx: Transaction,
  { table, row, opened, clean }: Omit<Hit, 'names'>,
): Promise<Done> {
  const [accountId, id] = [text(row.account_id), text(row.id)];
  const stored = parseStoredInfraction(row.infraction);
  const changes = cleaned(table, row, opened, clean);
  if (stored !== null) changes.infraction = withoutPeople(stored);
  await leaveTransaction(tx, accountId, row.transaction_id);
  await addTombstones(tx, [disputeForm(accountId, id)]);
  const work = await eraseWork(tx, accountId, id);
  const same = Object.entries(changes).every(([column, value]) => textOf(value) === textOf(row[column]));
  const changed = !same && (await setRow(tx, table, row, changes));
  return { changed: work + (changed ? 1 : 0) };
}

/** Erases drafts, files, notes, receipt and sent defenses of a dispute. Returns how many rows it deleted. */
export async function eraseWork(tx: Transaction, accountId: string, disputeId: string): Promise<number> {
  let gone = 0;
  for (const table of [disputeDrafts, disputeAttachments, disputeNotes]) {
    const mine = and(eq(table.accountId, accountId), eq(table.disputeId, disputeId));
    gone += (await tx.delete(table).where(mine).returning({ of: table.disputeId })).length;
  }
  await tx
    .update(disputeWork)
    .set({ receipt: null })
    .where(and(eq(disputeWork.accountId, accountId), eq(disputeWork.disputeId, disputeId)));
  await tx
    .update(operations)
    .set({ request: null, intent: {} })
    .where(
      and(
        eq(operations.accountId, accountId),
        eq(operations.kind, 'defense'),
        eq(operations.target, disputeId),
        inArray(operations.state, [...ENDED_STATES]),
      ),
    );
  return gone;
}

/** Erases the work on a dispute that names the person; otherwise it only replaces the matching text. */
async function eraseWorkOf(tx: Transaction, hit: Hit): Promise<Done> {
  const { row } = hit;
  const [accountId, id] = [text(row.account_id), text(row.dispute_id)];
  const [of] = await tx
    .select({ state: disputes.state, infraction: disputes.infraction })
    .from(disputes)
    .where(and(eq(disputes.accountId, accountId), eq(disputes.id, id)));
  if (of === undefined || !hit.names(textOf(of.infraction))) return replaceTexts(tx, hit);
  if (isStillOpen('disputes', of)) return waits('dispute', row, row.dispute_id);
  return { changed: await eraseWork(tx, accountId, id) };
}

export async function eraseOperation(
  tx: Transaction,
  { table, row, opened, clean }: Omit<Hit, 'names'>,
): Promise<Done> {
  const payment = (row.result as { payment?: { id?: unknown } } | null)?.payment;
  await leaveTransaction(tx, text(row.account_id), payment?.id);
  const changes = cleaned(table, row, opened, clean);
  const had = row.request !== null || row.subject !== null || textOf(row.intent) !== '{}';
  if (!had && Object.keys(changes).length === 0) return { changed: 0 };
  return changedBy(setRow(tx, table, row, { ...changes, request: null, intent: {}, subject: null }));
}

/** Clears the merchant's reference of a person's transaction, and buries the transaction for later reads. */
async function leaveTransaction(tx: Transaction, accountId: string, id: unknown): Promise<void> {
  if (typeof id !== 'string' || id === '') return;
  await addTombstones(tx, [transactionForm(accountId, id)]);
  for (const table of [deliveries, resendItems]) {
    const mine = and(eq(table.accountId, accountId), eq(table.transactionId, id));
    await tx.update(table).set({ clientReference: null }).where(mine);
  }
  const compared = and(eq(closingPayments.accountId, accountId), eq(closingPayments.id, id));
  await tx.update(closingPayments).set({ clientReference: null }).where(compared);
}
