import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Args } from '#lib/api/serve.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import { holdersOf, operatorNames } from '#lib/auth/server/holders.ts';
import { seal, unseal } from '#lib/auth/server/seal.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { masked } from '#lib/core/masking/pii.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { raiseNotice } from '#lib/data/notifications/raise.ts';
import { disputeNotes, disputes, disputeWork } from '#lib/data/schema/disputes.ts';
import { DisputeNote } from '#lib/disputes/contract.ts';
import { plainLower } from '#lib/disputes/rules.ts';
import { rowsOf } from '#lib/disputes/server/defense-store.ts';
import { defendersOf, namesOf } from '#lib/disputes/server/disputes-of.ts';
import { parseStoredInfraction } from '#lib/disputes/server/read-dispute.ts';
import { announce } from '#lib/events/server/announce.ts';
import { Infraction } from '#lib/providers/records.ts';

const MOST = 200;
export const notePurpose = (id: string) => `dispute_notes:${id}`;

/** Notes on these disputes of an account, newest first. */
export async function notesOf(accountId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await db()
    .select()
    .from(disputeNotes)
    .where(and(eq(disputeNotes.accountId, accountId), inArray(disputeNotes.disputeId, [...ids])))
    .orderBy(desc(disputeNotes.at))
    .limit(MOST);
  const nameOf = await namesOf(rows.map(({ operatorId }) => operatorId));
  return rows.map((row) => ({
    id: row.id,
    disputeId: row.disputeId,
    by: nameOf(row.operatorId),
    at: row.at.toISOString(),
    text: unseal(row.body, notePurpose(row.id)),
  }));
}

/** Ids of people that a note names with `@`: by full name, or by a first name that only one person has. */
export function mentioned(text: string, people: ReadonlyMap<string, string>): string[] {
  const note = plainLower(text);
  const firstOf = (name: string) => plainLower(name).split(/\s+/)[0] ?? '';
  const firsts = [...people.values()].map(firstOf);
  const isMentioned = (name: string) =>
    name !== '' && new RegExp(`@${RegExp.escape(name)}(?![\\p{L}\\p{N}])`, 'u').test(note);
  return [...people].flatMap(([id, name]) => {
    const first = firstOf(name);
    const alone = firsts.filter((one) => one === first).length === 1;
    return isMentioned(plainLower(name)) || (alone && isMentioned(first)) ? [id] : [];
  });
}

/** Adds a note for colleagues; it is never sent to the provider. The audit stores only its id. */
export async function addNote({ ctx, id, body: { text } }: Args<'POST /disputes/{id}/notes'>) {
  const note = randomUUID();
  const { account, operator } = ctx;
  const readers = await operatorNames(await holdersOf(db(), account.id, 'read'));
  const of = { accountId: account.id, disputeId: id, operatorId: operator.id };
  const written = await db().transaction(async (tx) => {
    const [row] = await tx
      .insert(disputeNotes)
      .values({ ...of, id: note, at: dbNow, body: seal(text, notePurpose(note)) })
      .returning({ at: disputeNotes.at });
    await appendAudit(tx, ctx.auditEntry({ action: 'dispute.note', target: id, after: { note } }));
    await announce(tx, account.id, [['disputes']]);
    const named = mentioned(text, readers);
    if (named.length > 0)
      await raiseNotice(tx, {
        event: 'mention',
        cause: `note:${note}`,
        step: 'mentioned',
        accountId: account.id,
        facts: { id, dispute: id, by: operator.id },
        to: named.filter((one) => one !== operator.id),
      });
    return row;
  });
  if (written === undefined) throw new Error('The note was not written.');
  return { id: note, by: { id: operator.id, name: operator.name }, at: written.at.toISOString(), text };
}

/** A note with its dispute's record: the people in the record are masked in it, as on the dispute's page. */
const Quoted = z.object({ infraction: Infraction.nullable(), text: DisputeNote.shape.text });

/** Texts by id, masked by these permissions. Notes that the operator may not read are absent. */
export async function quoteNotes(
  ids: readonly string[],
  permissionsOf: (accountId: string) => ReadonlySet<Permission>,
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db()
    .select({ note: disputeNotes, infraction: disputes.infraction })
    .from(disputeNotes)
    .leftJoin(
      disputes,
      and(eq(disputes.accountId, disputeNotes.accountId), eq(disputes.id, disputeNotes.disputeId)),
    )
    .where(inArray(disputeNotes.id, [...ids]));
  const quoted = rows.flatMap(({ note, infraction: stored }): [string, string][] => {
    const may = permissionsOf(note.accountId);
    if (!may.has('read')) return [];
    const infraction = parseStoredInfraction(stored);
    const clear = may.has('dispute') || may.has('reveal');
    // Without a record no name can be masked, so only operators who see the text in clear get the note.
    if (infraction === null && !clear) return [];
    const text = unseal(note.body, notePurpose(note.id));
    const shown = masked(Quoted, { infraction, text }, { names: may.has('reveal'), may });
    return [[note.id, shown.text]];
  });
  return new Map(quoted);
}

/** Assigns the dispute (null: nobody). `invalid_request` if that operator may not answer disputes here. */
export async function assignDispute({ ctx, id, body: { operatorId } }: Args<'PUT /disputes/{id}/assignee'>) {
  const accountId = ctx.account.id;
  const assignee =
    operatorId === null ? null : (await defendersOf(accountId)).find((one) => one.id === operatorId);
  if (assignee === undefined)
    throw new GuicheError('invalid_request', 'This operator may not answer disputes here.', {
      fields: [{ field: 'operatorId', message: 'not_allowed' }],
    });
  const of = { accountId, disputeId: id };
  const thisWork = rowsOf(disputeWork, of);
  await db().transaction(async (tx) => {
    await tx.insert(disputeWork).values(of).onConflictDoNothing();
    const [before] = await tx.select().from(disputeWork).where(thisWork).for('update');
    if (before?.assigneeId === operatorId) return;
    await tx.update(disputeWork).set({ assigneeId: operatorId, assignedAt: dbNow }).where(thisWork);
    const change = { before: { assignee: before?.assigneeId ?? null }, after: { assignee: operatorId } };
    await appendAudit(tx, ctx.auditEntry({ action: 'dispute.assign', target: id, ...change }));
    await announce(tx, accountId, [['disputes']]);
    if (operatorId !== null)
      await raiseNotice(tx, {
        event: 'mention',
        cause: `assigned:${accountId}:${id}:${randomUUID()}`,
        step: 'assigned',
        accountId,
        facts: { id, dispute: id, by: ctx.operator.id },
        to: operatorId === ctx.operator.id ? [] : [operatorId],
      });
  });
  return { assignee };
}
