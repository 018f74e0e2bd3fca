import 'server-only';
import { and, eq, inArray, sql } from 'drizzle-orm';
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
import { Infraction } from '#lib/providers/records.ts';
import { NO_PARTY } from '#lib/transactions/rules.ts';

/**
 * Writes the read disputes to the index and notifies open pages. Returns how many are new or changed.
 * `startedAt`: start of the read, epoch ms of the database's clock; a read that a newer one overtook changes
 * nothing.
 */
export async function upsertInfractions(accountId: string, read: readonly Infraction[], startedAt: number) {
  // A page may list a dispute twice (it moved during the read); an insert may not.
  const fresh = [...new Map(read.map((infraction) => [infraction.id, infraction])).values()];
  if (fresh.length === 0) return 0;
  const erased = await erasedForms();
  return db().transaction(async (tx) => {
    const known = await lockRows(tx, accountId, fresh);
    const current = fresh.filter(
      (infraction) => !isOvertaken(known.get(infraction.id), infraction, startedAt),
    );
    return put(tx, { accountId, known, erased, startedAt }, current);
  });
}

/** Writes separately read defenses into the index's copy of the dispute. */
export async function storeDefenses(
  accountId: string,
  id: string,
  { defenses }: Pick<Infraction, 'defenses'>,
): Promise<void> {
  const erased = await erasedForms();
  await db().transaction(async (tx) => {
    const known = await lockRows(tx, accountId, [{ id }]);
    const row = known.get(id);
    const stored = parseStoredInfraction(row?.infraction);
    if (row === undefined || stored === null) return;
    const startedAt = row.seenAt.getTime();
    await put(tx, { accountId, known, erased, startedAt }, [{ ...stored, defenses }]);
  });
}

type Row = Pick<typeof disputes.$inferSelect, 'id' | 'infraction' | 'seenAt' | 'situation'>;

/** Locks the index's rows, and by the account lock new ones: its reads are written one at a time. */
async function lockRows(tx: Transaction, accountId: string, of: readonly { id: string }[]) {
  await lockNamed(tx, `disputes ${accountId}`);
  const rows: Row[] = await tx
    .select({
      id: disputes.id,
      infraction: disputes.infraction,
      seenAt: disputes.seenAt,
      situation: disputes.situation,
    })
    .from(disputes)
    .where(theseOf(accountId, of))
    .for('update');
  return new Map(rows.map((row) => [row.id, row]));
}

/** Compares the provider's update times if both exist, otherwise the start times of the reads. */
function isOvertaken(row: Row | undefined, { updatedAt }: Infraction, startedAt: number): boolean {
  if (row === undefined) return false;
  const [stored, read] = [parseStoredInfraction(row.infraction)?.updatedAt, updatedAt].map((at) =>
    Date.parse(at ?? ''),
  );
  if (stored !== undefined && read !== undefined && (read < stored || read > stored)) return read < stored;
  return startedAt < row.seenAt.getTime();
}

const theseOf = (accountId: string, of: readonly { id: string }[]) =>
  and(
    eq(disputes.accountId, accountId),
    inArray(
      disputes.id,
      of.map(({ id }) => id),
    ),
  );

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
    const before = known.get(infraction.id);
    const columns = columnsOf(mergeInfraction(parseStoredInfraction(before?.infraction), infraction));
    const ofErased = matchesErased(accountId, columns.infraction, erased);
    // An open dispute must be answered, so its parties stay until it is closed.
    if (ofErased && columns.state !== 'closed') waiting.push(infraction.id);
    else if (ofErased) columns.infraction = withoutPeople(columns.infraction);
    // Also written if improved rules guess another situation from the same report.
    const same = before?.situation === columns.situation && sameRecord(before.infraction, columns.infraction);
    return same ? [] : [{ accountId, id: infraction.id, seenAt, changedAt: now, ...columns }];
  });
  for (const id of waiting) await waitFor(tx, { kind: 'dispute', accountId, targetId: id }, null);
  const newest = sql`greatest(${disputes.seenAt}, ${seenAt.toISOString()}::timestamptz)`;
  await tx.update(disputes).set({ seenAt: newest }).where(theseOf(accountId, fresh));
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

const excluded = (name: string) => sql.raw(`excluded.${name}`);
const REPLACED = {
  state: excluded('state'),
  status: excluded('status'),
  type: excluded('type'),
  situation: excluded('situation'),
  result: excluded('result'),
  amount: excluded('amount'),
  transactionId: excluded('transaction_id'),
  openedAt: excluded('opened_at'),
  deadline: excluded('deadline'),
  updatedAt: excluded('updated_at'),
  answeredAt: excluded('answered_at'),
  files: excluded('files'),
  infraction: excluded('infraction'),
  seenAt: sql`greatest(${disputes.seenAt}, excluded.seen_at)`,
  // Only fields that decide the rank count: a list that began earlier leaves out rows whose rank changed.
  changedAt: sql`case when ${disputes.state} is distinct from excluded.state
    or ${disputes.deadline} is distinct from excluded.deadline
    or ${disputes.answeredAt} is distinct from excluded.answered_at
    or ${disputes.updatedAt} is distinct from excluded.updated_at
    then excluded.changed_at else ${disputes.changedAt} end`,
};

/** The index's copy of a dispute and the time it was seen; null if there is none. */
export async function storedInfraction(accountId: string, id: string) {
  const [row] = await db()
    .select({ infraction: disputes.infraction, seenAt: disputes.seenAt })
    .from(disputes)
    .where(and(eq(disputes.accountId, accountId), eq(disputes.id, id)));
  const infraction = parseStoredInfraction(row?.infraction);
  if (row === undefined || infraction === null) return null;
  return { infraction, asOf: row.seenAt.toISOString() };
}

/** Parses a dispute stored in the index. */
export const parseStoredInfraction = (json: unknown): Infraction | null =>
  Infraction.safeParse(json).data ?? null;

/**
 * Merges a new read over the stored dispute: new values win, missing ones keep the stored value. A list row
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
export function sameRecord(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other);
}
