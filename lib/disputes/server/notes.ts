import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { appendAudit } from '#lib/audit/append.ts';
import { seal, unseal } from '#lib/auth/server/seal.ts';
import { db } from '#lib/db/client.ts';
import { disputeNotes } from '#lib/db/schema/disputes.ts';
import type { DisputeNote } from '#lib/disputes/contract.ts';
import { namesOf } from '#lib/disputes/server/people.ts';
import { knownDispute } from '#lib/disputes/server/read-dispute.ts';
import { announce } from '#lib/events/server/announce.ts';
import { type MaskOptions, maskText } from '#lib/mask.ts';

const MOST = 200;
const purpose = (id: string) => `dispute_notes:${id}`;

/** Newest first; in clear for who may write them. */
export async function notesOf(ctx: Ctx, id: string, mask: MaskOptions | null): Promise<DisputeNote[]> {
  const rows = await db()
    .select()
    .from(disputeNotes)
    .where(and(eq(disputeNotes.accountId, ctx.account.id), eq(disputeNotes.disputeId, id)))
    .orderBy(desc(disputeNotes.at))
    .limit(MOST);
  const nameOf = await namesOf(rows.map(({ operatorId }) => operatorId));
  const clear = mask === null || ctx.permissions.has('dispute');
  return rows.map((row) => {
    const text = unseal(row.body, purpose(row.id));
    return {
      id: row.id,
      by: nameOf(row.operatorId) ?? { id: row.operatorId, name: row.operatorId },
      at: row.at.toISOString(),
      text: clear ? text : maskText(text, mask),
    };
  });
}

/** A note for colleagues; it is never sent. Only its id goes into the audit. */
export async function addNote({
  ctx,
  id,
  text,
}: {
  ctx: Ctx;
  id: string;
  text: string;
}): Promise<DisputeNote> {
  await knownDispute(ctx, id);
  const note = { id: randomUUID(), at: new Date() };
  await db().transaction(async (tx) => {
    await tx.insert(disputeNotes).values({
      ...note,
      accountId: ctx.account.id,
      disputeId: id,
      operatorId: ctx.operator.id,
      body: seal(text, purpose(note.id)),
    });
    await appendAudit(tx, ctx.auditEntry({ action: 'dispute.note', target: id, after: { note: note.id } }));
    await announce(tx, ctx.account.id, [['disputes']]);
  });
  const { operator } = ctx;
  return { id: note.id, by: { id: operator.id, name: operator.name }, at: note.at.toISOString(), text };
}
