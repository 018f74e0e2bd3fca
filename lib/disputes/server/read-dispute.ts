import 'server-only';
import { and, type Column, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { documentKind, normalizeDocument } from '#lib/core/pix/documents.ts';
import { canonicalJson } from '#lib/core/text.ts';
import { db, lockNamed, type Transaction } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import {
  disputeForm,
  type Erased,
  erasedForms,
  formsIn,
  transactionForm,
  waitFor,
} from '#lib/data/erasure/erased-index.ts';
import { disputes } from '#lib/data/schema/disputes.ts';
import { guessSituation, stateOf } from '#lib/disputes/rules.ts';
import { announce } from '#lib/events/server/announce.ts';
import { Infraction, type InfractionDetail, type Transaction as Payment } from '#lib/providers/records.ts';
import { NO_PARTY } from '#lib/transactions/rules.ts';

/**
 * Reads the dispute from the provider and updates the index. If the provider fails: the index's copy, its
 * time in `asOf`, no raw answer. Throws `not_found`, or the provider's error if the index has no copy.
 */
export async function readDispute(ctx: Ctx, id: string): Promise<InfractionDetail> {
  const port = ctx.part('disputes');
  const startedAt = databaseNow();
  try {
    const { statesDefenses: _, ...detail } = await port.get(id, ctx.call);
    await upsertInfractions(ctx.account.id, [detail.infraction], startedAt);
    return detail;
  } catch (error) {
    if (!(error instanceof GuicheError) || error.code === 'not_found') throw error;
    const stored = await storedInfraction(ctx.account.id, id);
    if (stored === null) throw error;
    return { ...stored, raw: null };
  }
}

/** The record from the index, else from the provider, for fields that do not change. Throws `not_found`. */
export async function knownDispute(ctx: Ctx, id: string): Promise<Infraction> {
  ctx.part('disputes');
  return ((await storedInfraction(ctx.account.id, id)) ?? (await readDispute(ctx, id))).infraction;
}

/**
 * Calls the handler with the dispute's main id; throws `not_found`, so that nothing is stored for an unknown
 * one. A provider may accept several ids (document 2: id and protocol); notes, drafts, files, assignee and
 * defense belong to the dispute, not to the id in the URL.
 */
export const byOwnId =
  <Input extends { ctx: Ctx; id: string }, Answer>(handler: (input: Input) => Answer) =>
  async (input: Input): Promise<Awaited<Answer>> =>
    await handler({ ...input, id: (await knownDispute(input.ctx, input.id)).id });

const MOST_PAYMENTS = 50;

export type PayerPayments = {
  payments: Payment[];
  total: number | null;
  /** Dispute ids from the index, by transaction id. */
  disputed: ReadonlyMap<string, string>;
};

/** The payer's other payments to this account, newest first; null if the payer's document is unknown. */
export async function payerPayments(
  ctx: Ctx,
  { payer, transactionId }: Pick<Infraction, 'payer' | 'transactionId'>,
): Promise<PayerPayments | null> {
  const document = normalizeDocument(payer.document ?? '');
  // A masked document identifies nobody.
  if (documentKind(document) === null || ctx.port.transactions === undefined) return null;
  const filter = { document, type: ['DEPOSIT'] };
  const page = await ctx.port.transactions.list(filter, { limit: MOST_PAYMENTS, position: null }, ctx.call);
  const payments = page.items.filter(({ id }) => id !== transactionId);
  const total = page.total === null ? null : Math.max(0, page.total - (page.items.length - payments.length));
  const ids = payments.map(({ id }) => id);
  const rows = await db()
    .select({ id: disputes.id, transactionId: disputes.transactionId })
    .from(disputes)
    .where(and(eq(disputes.accountId, ctx.account.id), inArray(disputes.transactionId, ids)));
  return { payments, total, disputed: new Map(rows.map((row) => [row.transactionId ?? '', row.id])) };
}

/**
 * Writes the read disputes to the index and notifies open pages. Returns how many are new or changed.
 * `startedAt`: start of the read, epoch ms of the database's clock; a read that a newer one overtook changes
 * nothing.
 */
export async function upsertInfractions(accountId: string, read: readonly Infraction[], startedAt: number) {
  // A page may list a dispute twice (it moved during the read); an insert may not.
  const fresh = new Map(read.map((infraction) => [infraction.id, infraction]));
  if (fresh.size === 0) return 0;
  const erased = await erasedForms();
  return db().transaction(async (tx) => {
    const known = await lockRows(tx, accountId, [...fresh.keys()]);
    const current = [...fresh.values()].filter(
      (infraction) => !isOvertaken(known.get(infraction.id), infraction, startedAt),
    );
    return put(tx, { accountId, known, erased, startedAt }, current);
  });
}

/** Writes separately read defenses into the index's copy of the dispute. */
export async function storeDefenses(accountId: string, id: string, defenses: Infraction['defenses']) {
  const erased = await erasedForms();
  await db().transaction(async (tx) => {
    const known = await lockRows(tx, accountId, [id]);
    const row = known.get(id);
    const stored = parseStoredInfraction(row?.infraction);
    if (row === undefined || stored === null) return;
    const startedAt = row.seenAt.getTime();
    await put(tx, { accountId, known, erased, startedAt }, [{ ...stored, defenses }]);
  });
}

type Row = Pick<typeof disputes.$inferSelect, 'id' | 'infraction' | 'seenAt' | 'situation'>;

/** Locks the index's rows, and by the account lock new ones: its reads are written one at a time. */
async function lockRows(tx: Transaction, accountId: string, ids: readonly string[]) {
  await lockNamed(tx, `disputes ${accountId}`);
  const { id, infraction, seenAt, situation } = disputes;
  const rows: Row[] = await tx
    .select({ id, infraction, seenAt, situation })
    .from(disputes)
    .where(theseOf(accountId, ids))
    .for('update');
  return new Map(rows.map((row) => [row.id, row]));
}

/** Compares the provider's update times if both exist, otherwise the start times of the reads. */
function isOvertaken(row: Row | undefined, { updatedAt }: Infraction, startedAt: number): boolean {
  if (row === undefined) return false;
  const stored = Date.parse(parseStoredInfraction(row.infraction)?.updatedAt ?? '');
  const read = Date.parse(updatedAt ?? '');
  if (read < stored || read > stored) return read < stored;
  return startedAt < row.seenAt.getTime();
}

const theseOf = (accountId: string, ids: readonly string[]) =>
  and(eq(disputes.accountId, accountId), inArray(disputes.id, [...ids]));

type Writing = { accountId: string; known: ReadonlyMap<string, Row>; erased: Erased; startedAt: number };

async function put(
  tx: Transaction,
  { accountId, known, erased, startedAt }: Writing,
  fresh: readonly Infraction[],
): Promise<number> {
  if (fresh.length === 0) return 0;
  const [now, seenAt] = [new Date(databaseNow()), new Date(startedAt)];
  const waiting: string[] = [];
  const changed = fresh.flatMap((infraction) => {
    const { id } = infraction;
    const before = known.get(id);
    const columns = columnsOf(mergeInfraction(parseStoredInfraction(before?.infraction), infraction));
    const ofErased = matchesErased(accountId, columns.infraction, erased);
    // An open dispute must be answered, so its parties stay until it is closed.
    if (ofErased && columns.state !== 'closed') waiting.push(id);
    else if (ofErased) columns.infraction = withoutPeople(columns.infraction);
    // Also written if improved rules guess another situation from the same report.
    const same = before?.situation === columns.situation && sameRecord(before.infraction, columns.infraction);
    return same ? [] : [{ accountId, id, seenAt, changedAt: now, ...columns }];
  });
  for (const id of waiting) await waitFor(tx, { kind: 'dispute', accountId, targetId: id }, null);
  const newest = sql`greatest(${disputes.seenAt}, ${seenAt.toISOString()}::timestamptz)`;
  const ids = fresh.map(({ id }) => id);
  await tx.update(disputes).set({ seenAt: newest }).where(theseOf(accountId, ids));
  if (changed.length === 0) return 0;
  await tx
    .insert(disputes)
    .values(changed)
    .onConflictDoUpdate({ target: [disputes.accountId, disputes.id], set: REPLACED });
  await announce(tx, accountId, [['disputes']]);
  return changed.length;
}

function matchesErased(accountId: string, infraction: Infraction, erased: Erased): boolean {
  const { id, transactionId } = infraction;
  return erased(() => {
    const forms = formsIn(infraction).add(disputeForm(accountId, id));
    return transactionId === null ? forms : forms.add(transactionForm(accountId, transactionId));
  });
}

const { accountId: _account, id: _id, ...replaced } = getTableColumns(disputes);
const excluded = ([key, { name }]: [string, Column]) => [key, sql.raw(`excluded.${name}`)] as const;
/** All columns of the new row but its key. */
const REPLACED = {
  ...Object.fromEntries(Object.entries(replaced).map(excluded)),
  seenAt: sql`greatest(${disputes.seenAt}, excluded.seen_at)`,
  // Only fields that decide the rank count: a list that began earlier leaves out rows whose rank changed.
  changedAt: sql`case when ${disputes.state} is distinct from excluded.state
    or ${disputes.deadline} is distinct from excluded.deadline
    or ${disputes.answeredAt} is distinct from excluded.answered_at
    or ${disputes.updatedAt} is distinct from excluded.updated_at
    then excluded.changed_at else ${disputes.changedAt} end`,
};

/** The index's copy of a dispute and the time it was seen; null if there is none. */
async function storedInfraction(accountId: string, id: string) {
  const { infraction, seenAt } = disputes;
  const [row] = await db()
    .select({ infraction, seenAt })
    .from(disputes)
    .where(theseOf(accountId, [id]));
  const stored = parseStoredInfraction(row?.infraction);
  return row && stored ? { infraction: stored, asOf: row.seenAt.toISOString() } : null;
}

export const parseStoredInfraction = (json: unknown): Infraction | null =>
  Infraction.safeParse(json).data ?? null;

/**
 * Merges a new read over the stored dispute: new values win, missing ones leave the stored value. A list row
 * may lack fields of the detail; without this the index would change on every read.
 */
export function mergeInfraction(known: Infraction | null, fresh: Infraction): Infraction {
  if (known === null) return fresh;
  return {
    ...overlay(known, fresh),
    payer: overlay(known.payer, fresh.payer),
    receiver: overlay(known.receiver, fresh.receiver),
    defenses: fresh.defenses.length > 0 ? fresh.defenses : known.defenses,
    other: overlay(known.other, fresh.other),
  };
}

function overlay<T extends object>(known: T, fresh: T): T {
  const present = Object.entries(fresh).filter(([, value]) => value !== null && value !== undefined);
  return { ...known, ...Object.fromEntries(present) };
}

/** Removes an erased person's data from a dispute; ids, statuses, amounts and times remain. */
export const withoutPeople = (infraction: Infraction): Infraction => ({
  ...infraction,
  reason: null,
  resultDetails: null,
  payer: NO_PARTY,
  receiver: NO_PARTY,
  defenses: infraction.defenses.map((defense) => ({ ...defense, text: null, files: [] })),
  other: {},
});

const date = (text: string | null | undefined) => (text ? new Date(text) : null);

/** The index's columns that come from the record. */
export function columnsOf(infraction: Infraction) {
  const { defenses } = infraction;
  const sent = defenses.flatMap(({ createdAt }) => (createdAt === null ? [] : [Date.parse(createdAt)]));
  return {
    state: stateOf({ ...infraction, defended: defenses.length > 0 }),
    status: infraction.status,
    type: infraction.type,
    situation: guessSituation(infraction.reason),
    result: infraction.result,
    amount: infraction.amount,
    transactionId: infraction.transactionId,
    openedAt: date(infraction.openedAt),
    deadline: date(infraction.deadline),
    updatedAt: date(infraction.updatedAt),
    answeredAt: sent.length === 0 ? date(infraction.answeredAt) : new Date(Math.max(...sent)),
    files: defenses.at(-1)?.files.length ?? 0,
    infraction,
  };
}

/** Compares two records whatever the order of their keys, which the database may change. */
export const sameRecord = (one: unknown, other: unknown): boolean =>
  canonicalJson(one) === canonicalJson(other);
