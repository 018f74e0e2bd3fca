import 'server-only';
import { and, asc, eq, getTableColumns, isNull } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { seal, unseal } from '#lib/auth/server/seal.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { dbNow, msSince } from '#lib/data/clock.ts';
import { disputeAttachments, disputeDrafts } from '#lib/data/schema/disputes.ts';
import { Draft } from '#lib/disputes/contract.ts';
import { characters, letterOf, type Sections } from '#lib/disputes/letter.ts';
import { namesOf, requireDefenses } from '#lib/disputes/server/disputes-of.ts';
import { factsOf } from '#lib/disputes/server/facts.ts';
import { knownDispute } from '#lib/disputes/server/read-dispute.ts';
import { announce } from '#lib/events/server/announce.ts';

type DraftContent = Pick<Draft, 'situation' | 'checked' | 'letterAsPdf'> & { sections: Sections };
export type DraftRow = typeof disputeDrafts.$inferSelect;
export type Of = { accountId: string; disputeId: string };

export const EMPTY: DraftContent = {
  situation: null,
  sections: { sale: '', delivery: '', contact: '', conclusion: '' },
  checked: [],
  letterAsPdf: false,
};

const draftPurpose = ({ accountId, disputeId }: Of) => `dispute_drafts:${accountId}:${disputeId}`;
export const namePurpose = (id: string) => `dispute_attachments.name:${id}`;
export const bytesPurpose = (id: string) => `dispute_attachments.bytes:${id}`;

export const thisDraft = ({ accountId, disputeId }: Of) =>
  and(eq(disputeDrafts.accountId, accountId), eq(disputeDrafts.disputeId, disputeId));
export const itsAttachments = ({ accountId, disputeId }: Of) =>
  and(
    eq(disputeAttachments.accountId, accountId),
    eq(disputeAttachments.disputeId, disputeId),
    isNull(disputeAttachments.removedAt),
  );

/** The columns derived from a content. */
export function sealContent(of: Of, content: DraftContent) {
  return {
    content: seal(JSON.stringify(content), draftPurpose(of)),
    characters: characters(letterOf(content.sections, [])),
  };
}

export function openContent(of: Of, row: DraftRow): DraftContent {
  return JSON.parse(unseal(row.content, draftPurpose(of))) as DraftContent;
}

/** The draft's files, without their bytes. */
export async function attachmentsOf(of: Of, from: Database | Transaction = db()) {
  const { id, name, mimeType, size, digest, addedAt, addedBy } = disputeAttachments;
  const rows = await from
    .select({ id, name, mimeType, size, digest, addedAt, addedBy })
    .from(disputeAttachments)
    .where(itsAttachments(of))
    .orderBy(asc(addedAt), asc(id));
  return rows.map((row) => ({ ...row, name: unseal(row.name, namePurpose(row.id)) }));
}

export type StoredDraft = Awaited<ReturnType<typeof storedDraft>>;

/** The stored draft, else version 0. Attachments are read second: a newer one comes with a newer version. */
export async function storedDraft(of: Of) {
  const [row] = await db().select().from(disputeDrafts).where(thisDraft(of));
  if (row === undefined)
    return { version: 0, content: EMPTY, attachments: [], updatedAt: null, updatedBy: null };
  const { version, updatedAt, updatedBy } = row;
  const content = openContent(of, row);
  return { version, content, attachments: await attachmentsOf(of), updatedAt, updatedBy };
}

/** The stored draft; version 0 if there is none. Masked for operators who may not answer disputes. */
export async function getDraft({ ctx, id }: { ctx: Ctx; id: string }): Promise<Draft> {
  requireDefenses(ctx);
  const infraction = await knownDispute(ctx, id);
  const facts = await factsOf(ctx, infraction);
  const of = { accountId: ctx.account.id, disputeId: id };
  const { version, content, attachments, updatedAt, updatedBy } = await storedDraft(of);
  const nameOf = await namesOf([updatedBy, ...attachments.map(({ addedBy }) => addedBy)]);
  const sees = ctx.permissions.has('dispute') || ctx.permissions.has('reveal');
  return serializeFor(ctx, Draft, {
    disputeId: id,
    version,
    ...content,
    attachments: attachments.map(({ addedAt, addedBy, ...file }) => ({
      ...file,
      addedAt: addedAt.toISOString(),
      addedBy: nameOf(addedBy) ?? { id: addedBy, name: addedBy },
    })),
    facts: sees ? facts : facts.filter(({ name }) => name !== 'payer_name'),
    updatedAt: updatedAt?.toISOString() ?? null,
    updatedBy: nameOf(updatedBy),
  });
}

class OtherVersion extends Error {}

/** Autosaves of one sitting are one audit entry. */
const ONE_SITTING_MS = 10 * 60_000;

type Changed = { content?: DraftContent; attachments?: number };

/** Under its row's lock: no change is lost, its version rises. `change` may throw to refuse. */
export async function changeDraft(
  ctx: Ctx,
  of: Of,
  change: (tx: Transaction, row: DraftRow, content: DraftContent) => Promise<Changed>,
): Promise<void> {
  await db().transaction(async (tx) => {
    const written = { updatedAt: dbNow, updatedBy: ctx.operator.id };
    const none = { ...of, version: 0, attachments: 0, ...sealContent(of, EMPTY), ...written };
    await tx.insert(disputeDrafts).values(none).onConflictDoNothing();
    const ageMs = msSince(disputeDrafts.updatedAt);
    const [row] = await tx
      .select({ ...getTableColumns(disputeDrafts), ageMs })
      .from(disputeDrafts)
      .where(thisDraft(of))
      .for('update');
    if (row === undefined) throw new Error('A draft vanished.');
    const { content, attachments } = await change(tx, row, openContent(of, row));
    await tx
      .update(disputeDrafts)
      .set({
        version: row.version + 1,
        ...(content === undefined ? {} : sealContent(of, content)),
        ...(attachments === undefined ? {} : { attachments }),
        ...written,
      })
      .where(thisDraft(of));
    const sameSitting =
      row.version > 0 && row.updatedBy === ctx.operator.id && (row.ageMs ?? 0) < ONE_SITTING_MS;
    if (attachments === undefined && !sameSitting)
      await appendAudit(
        tx,
        ctx.auditEntry({
          action: 'dispute.draft',
          target: of.disputeId,
          after: { version: row.version + 1 },
        }),
      );
    await announce(tx, of.accountId, [
      ['disputes', 'detail', of.disputeId, 'draft'],
      ['disputes', 'list'],
    ]);
  });
}

/** Stores a draft over the version it was edited from. `conflict` with the stored one if it is another. */
export async function saveDraft({
  ctx,
  id,
  body: { version, ...content },
}: Args<'PUT /disputes/{id}/draft'>): Promise<Draft> {
  requireDefenses(ctx);
  await knownDispute(ctx, id);
  const of = { accountId: ctx.account.id, disputeId: id };
  try {
    await changeDraft(ctx, of, async (_tx, row) => {
      if (row.version !== version) throw new OtherVersion();
      return { content };
    });
  } catch (error) {
    if (error instanceof OtherVersion) throw await otherVersion(ctx, id);
    throw error;
  }
  return getDraft({ ctx, id });
}

/** A conflict that carries the stored version. */
export async function otherVersion(ctx: Ctx, id: string): Promise<GuicheError> {
  return new GuicheError('conflict', 'Another version was stored meanwhile.', {
    existing: await getDraft({ ctx, id }),
  });
}
