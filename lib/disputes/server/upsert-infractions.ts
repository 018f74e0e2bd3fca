import 'server-only';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { db } from '#lib/db/client.ts';
import { databaseNow } from '#lib/db/clock.ts';
import { disputes } from '#lib/db/schema/disputes.ts';
import {
  columnsOf,
  mergeInfraction,
  readKept,
  sameRecord,
  withoutPeople,
} from '#lib/disputes/server/merge-infraction.ts';
import { disputeForm, formsIn, transactionForm } from '#lib/erased/forms.ts';
import { type Erased, erasedForms, waitFor } from '#lib/erased/server/tombstones.ts';
import { announce } from '#lib/events/server/announce.ts';
import type { Infraction } from '#lib/providers/records.ts';

/** Writes what was read into the index and tells open pages of what changed. Gives how many were new or different. */
export async function upsertInfractions(accountId: string, read: readonly Infraction[]): Promise<number> {
  // A page may name one twice (it moved while it was read); an insert may not.
  const fresh = [...new Map(read.map((infraction) => [infraction.id, infraction])).values()];
  if (fresh.length === 0) return 0;
  const ids = fresh.map(({ id }) => id);
  const these = and(eq(disputes.accountId, accountId), inArray(disputes.id, ids));
  const erased = await erasedForms();
  return db().transaction(async (tx) => {
    const rows = await tx
      .select({ id: disputes.id, state: disputes.state, infraction: disputes.infraction })
      .from(disputes)
      .where(these);
    const known = new Map(rows.map((row) => [row.id, row]));
    const now = new Date(databaseNow());
    const waiting: string[] = [];
    const changed = fresh.flatMap((infraction) => {
      const before = known.get(infraction.id);
      const columns = columnsOf(mergeInfraction(readKept(before?.infraction), infraction));
      const ofErased = isOfErased(accountId, columns.infraction, erased);
      // An open dispute has to be answered: its parties are read until it is closed.
      if (ofErased && columns.state !== 'closed') waiting.push(infraction.id);
      else if (ofErased) columns.infraction = withoutPeople(columns.infraction);
      const same = before !== undefined && sameRecord(before.infraction, columns.infraction);
      return same ? [] : [{ accountId, id: infraction.id, seenAt: now, changedAt: now, ...columns }];
    });
    for (const id of waiting) await waitFor(tx, { kind: 'dispute', accountId, targetId: id }, null);
    await tx.update(disputes).set({ seenAt: now }).where(these);
    if (changed.length === 0) return 0;
    await tx
      .insert(disputes)
      .values(changed)
      .onConflictDoUpdate({ target: [disputes.accountId, disputes.id], set: REPLACED });
    await announce(tx, accountId, [['disputes']]);
    return changed.length;
  });
}

function isOfErased(accountId: string, infraction: Infraction, erased: Erased): boolean {
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
  result: excluded('result'),
  amount: excluded('amount'),
  transactionId: excluded('transaction_id'),
  openedAt: excluded('opened_at'),
  deadline: excluded('deadline'),
  updatedAt: excluded('updated_at'),
  answeredAt: excluded('answered_at'),
  files: excluded('files'),
  infraction: excluded('infraction'),
  seenAt: excluded('seen_at'),
  // Only what decides its place counts: rows whose place changed are left out of lists begun before.
  changedAt: sql`case when ${disputes.state} is distinct from excluded.state
    or ${disputes.deadline} is distinct from excluded.deadline
    or ${disputes.answeredAt} is distinct from excluded.answered_at
    or ${disputes.updatedAt} is distinct from excluded.updated_at
    then excluded.changed_at else ${disputes.changedAt} end`,
};

/** Reads a dispute from the index, with the time it was seen; null where the index never read it. */
export async function keptInfraction(
  accountId: string,
  id: string,
): Promise<{ infraction: Infraction; asOf: string } | null> {
  const [row] = await db()
    .select({ infraction: disputes.infraction, seenAt: disputes.seenAt })
    .from(disputes)
    .where(and(eq(disputes.accountId, accountId), eq(disputes.id, id)));
  const infraction = readKept(row?.infraction);
  if (row === undefined || infraction === null) return null;
  return { infraction, asOf: row.seenAt.toISOString() };
}
