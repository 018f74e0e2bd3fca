import 'server-only';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { seal, unseal } from '#lib/auth/server/seal.ts';
import { type Database, db, type Transaction } from '#lib/db/client.ts';
import { disputeAttachments, disputeDrafts } from '#lib/db/schema/disputes.ts';
import type { Draft } from '#lib/disputes/contract.ts';
import { characters, letterOf, type Sections } from '#lib/disputes/letter.ts';
import { namesOf } from '#lib/disputes/server/people.ts';

/** The content of a draft; the row keeps it sealed. */
export type DraftContent = Pick<Draft, 'situation' | 'checked' | 'letterAsPdf'> & { sections: Sections };
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

/** The columns that go with a content. */
export function sealContent(of: Of, content: DraftContent) {
  return {
    content: seal(JSON.stringify(content), draftPurpose(of)),
    characters: characters(letterOf(content.sections, [])),
  };
}

export function openContent(of: Of, row: DraftRow): DraftContent {
  return JSON.parse(unseal(row.content, draftPurpose(of))) as DraftContent;
}

/** A file as it stands on a draft, without its bytes. */
export type AttachmentRow = Awaited<ReturnType<typeof attachmentsOf>>[number];

export async function attachmentsOf(of: Of, from: Database | Transaction = db()) {
  const { id, name, mimeType, size, digest, addedAt, addedBy } = disputeAttachments;
  const rows = await from
    .select({ id, name, mimeType, size, digest, addedAt, addedBy })
    .from(disputeAttachments)
    .where(itsAttachments(of))
    .orderBy(asc(addedAt), asc(id));
  return rows.map((row) => ({ ...row, name: unseal(row.name, namePurpose(row.id)) }));
}

export type StoredDraft = {
  version: number;
  content: DraftContent;
  attachments: AttachmentRow[];
  updatedAt: Date | null;
  updatedBy: string | null;
};

/** The draft as stored; version 0 where nothing is. Attachments are read after it: a later one is a later version. */
export async function storedDraft(of: Of): Promise<StoredDraft> {
  const [row] = await db().select().from(disputeDrafts).where(thisDraft(of));
  if (row === undefined)
    return { version: 0, content: EMPTY, attachments: [], updatedAt: null, updatedBy: null };
  const { version, updatedAt, updatedBy } = row;
  return {
    version,
    content: openContent(of, row),
    attachments: await attachmentsOf(of),
    updatedAt,
    updatedBy,
  };
}

/** As the contract has it, with what its facts stand for. */
export async function showDraft(of: Of, stored: StoredDraft, facts: Draft['facts']): Promise<Draft> {
  const { version, content, attachments, updatedAt, updatedBy } = stored;
  const nameOf = await namesOf([updatedBy, ...attachments.map(({ addedBy }) => addedBy)]);
  return {
    disputeId: of.disputeId,
    version,
    ...content,
    attachments: attachments.map(({ id, name, mimeType, size, addedAt, addedBy }) => ({
      id,
      name,
      mimeType,
      size,
      addedAt: addedAt.toISOString(),
      addedBy: nameOf(addedBy) ?? { id: addedBy, name: addedBy },
    })),
    facts,
    updatedAt: updatedAt?.toISOString() ?? null,
    updatedBy: nameOf(updatedBy),
  };
}
