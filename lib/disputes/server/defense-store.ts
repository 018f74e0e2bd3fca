import 'server-only';
import { createHash, randomUUID } from 'node:crypto';
import { and, asc, type Column, eq, getTableColumns, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import type { Args } from '#lib/api/serve.ts';
import { readBody } from '#lib/api/steps/parse.ts';
import { seal, unseal } from '#lib/auth/server/seal.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { type Database, db, type Transaction } from '#lib/data/client.ts';
import { dbNow, msSince } from '#lib/data/clock.ts';
import { disputeAttachments, disputeDrafts, disputeWork } from '#lib/data/schema/disputes.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { Draft } from '#lib/disputes/contract.ts';
import { characters, letterOf } from '#lib/disputes/letter.ts';
import { limitsOf, namesOf } from '#lib/disputes/server/disputes-of.ts';
import { factsOf } from '#lib/disputes/server/facts.ts';
import { examineFile, type FileError, safeName } from '#lib/disputes/server/file-types.ts';
import { knownDispute } from '#lib/disputes/server/read-dispute.ts';
import { announce } from '#lib/events/server/announce.ts';
import { partOf } from '#lib/providers/reach.ts';
import type { Defense } from '#lib/providers/records.ts';

/** A dispute's key in the tables of Guichê's own work on it. */
export type Of = { accountId: string; disputeId: string };

/** SQL: this dispute's rows of a table. */
export const rowsOf = (table: Record<keyof Of, Column>, { accountId, disputeId }: Of) =>
  and(eq(table.accountId, accountId), eq(table.disputeId, disputeId));

/** The dispute's key. Throws if the provider takes no defenses: document 2 is answered in its own panel. */
export function requireDefenses(ctx: Ctx, disputeId: string): Of {
  partOf(ctx.part('disputes'), 'defend');
  return { accountId: ctx.account.id, disputeId };
}

type DraftContent = Pick<Draft, 'situation' | 'sections' | 'checked' | 'letterAsPdf'>;
export type DraftRow = typeof disputeDrafts.$inferSelect;

export const EMPTY: DraftContent = {
  situation: null,
  sections: { sale: '', delivery: '', contact: '', conclusion: '' },
  checked: [],
  letterAsPdf: false,
};

const draftPurpose = ({ accountId, disputeId }: Of) => `dispute_drafts:${accountId}:${disputeId}`;
export const namePurpose = (id: string) => `dispute_attachments.name:${id}`;
const bytesPurpose = (id: string) => `dispute_attachments.bytes:${id}`;

const itsAttachments = (of: Of) => and(rowsOf(disputeAttachments, of), isNull(disputeAttachments.removedAt));

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
async function attachmentsOf(of: Of, from: Database | Transaction = db()) {
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
  const [row] = await db().select().from(disputeDrafts).where(rowsOf(disputeDrafts, of));
  if (row === undefined)
    return { version: 0, content: EMPTY, attachments: [], updatedAt: null, updatedBy: null };
  const { version, updatedAt, updatedBy } = row;
  const content = openContent(of, row);
  return { version, content, attachments: await attachmentsOf(of), updatedAt, updatedBy };
}

/** The stored draft; version 0 if there is none. Masked for operators who may not answer disputes. */
export async function getDraft({ ctx, id }: { ctx: Ctx; id: string }): Promise<Draft> {
  const of = requireDefenses(ctx, id);
  const facts = await factsOf(ctx, await knownDispute(ctx, id));
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
      addedBy: nameOf(addedBy),
    })),
    facts: sees ? facts : facts.filter(({ name }) => name !== 'payer_name'),
    updatedAt: updatedAt?.toISOString() ?? null,
    updatedBy: nameOf(updatedBy),
  });
}

/** Thrown in a transaction; `otherVersion` then reads the draft outside it. */
export class OtherVersion extends Error {}

/** Autosaves of one sitting are one audit entry. */
const ONE_SITTING_MS = 10 * 60_000;

type Changed = { content?: DraftContent; attachments?: number };

/** Under its row's lock: no change is lost, its version rises. `change` may throw to refuse. */
async function changeDraft(
  ctx: Ctx,
  of: Of,
  change: (tx: Transaction, row: DraftRow) => Promise<Changed>,
): Promise<void> {
  await db().transaction(async (tx) => {
    const written = { updatedAt: dbNow, updatedBy: ctx.operator.id };
    const none = { ...of, version: 0, attachments: 0, ...sealContent(of, EMPTY), ...written };
    await tx.insert(disputeDrafts).values(none).onConflictDoNothing();
    const ageMs = msSince(disputeDrafts.updatedAt);
    const [row] = await tx
      .select({ ...getTableColumns(disputeDrafts), ageMs })
      .from(disputeDrafts)
      .where(rowsOf(disputeDrafts, of))
      .for('update');
    if (row === undefined) throw new Error('A draft vanished.');
    const { content, attachments } = await change(tx, row);
    const version = row.version + 1;
    const sealed = content && sealContent(of, content);
    await tx
      .update(disputeDrafts)
      .set({ version, ...sealed, attachments, ...written })
      .where(rowsOf(disputeDrafts, of));
    const sameSitting =
      row.version > 0 && row.updatedBy === ctx.operator.id && (row.ageMs ?? 0) < ONE_SITTING_MS;
    const after = { version };
    if (attachments === undefined && !sameSitting)
      await appendAudit(tx, ctx.auditEntry({ action: 'dispute.draft', target: of.disputeId, after }));
    await announce(tx, of.accountId, [
      ['disputes', of.disputeId, 'draft'],
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
  const of = requireDefenses(ctx, id);
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

type Upload = Pick<Request, 'headers' | 'body'>;

/** Five files with 10 MB in total, plus the multipart frame. */
const UPLOAD_BYTES = 12 * 1024 * 1024;
/** Errors of a file whose type is accepted. */
const CONTENT_ERRORS: readonly FileError[] = ['empty', 'damaged', 'encrypted', 'too_complex'];

/**
 * Adds one file (form part `file`) to the draft; its bytes decide its type. Refusals name the field `file`:
 * 400 missing, empty, damaged, encrypted, too_complex, too_many; 413 too_large; 415 type, not_pdf, mismatch,
 * executable.
 */
export async function addAttachment({
  ctx,
  id,
  request,
}: Args<'POST /disputes/{id}/draft/attachments'> & { request: Upload }): Promise<Draft> {
  const of = requireDefenses(ctx, id);
  const file = await fileOf(request);
  const limits = limitsOf(ctx.account);
  if (file.size > limits.bytes) throw refused('payload_too_large', 'too_large');
  const bytes = Buffer.from(await file.arrayBuffer());
  const { type, error } = await examineFile(bytes, file.name, file.type);
  if (error !== null)
    throw refused(CONTENT_ERRORS.includes(error) ? 'invalid_request' : 'unsupported_media_type', error);
  const attachment = randomUUID();
  const digest = createHash('sha256').update(bytes).digest('hex');
  const sealed = seal(bytes.toString('base64'), bytesPurpose(attachment));
  await changeDraft(ctx, of, async (tx) => {
    const present = await attachmentsOf(of, tx);
    if (present.length >= limits.files) throw refused('invalid_request', 'too_many');
    if (present.reduce((sum, { size }) => sum + size, bytes.length) > limits.bytes)
      throw refused('payload_too_large', 'too_large');
    const taken = present.map(({ name }) => name);
    await tx.insert(disputeAttachments).values({
      ...of,
      id: attachment,
      name: seal(safeName(file.name, type, taken), namePurpose(attachment)),
      mimeType: type.mimeType,
      size: bytes.length,
      digest,
      bytes: sealed,
      addedAt: dbNow,
      addedBy: ctx.operator.id,
    });
    const after = { attachment, mimeType: type.mimeType, size: bytes.length };
    await appendAudit(tx, ctx.auditEntry({ action: 'dispute.attach', target: id, after }));
    return { attachments: present.length + 1 };
  });
  return getDraft({ ctx, id });
}

/** Removes a file from the draft. Deletes its bytes too, unless a started defense may reference the file. */
export async function removeAttachment({
  ctx,
  id,
  attachment,
}: Args<'DELETE /disputes/{id}/draft/attachments/{attachment}'>): Promise<Draft> {
  const of = requireDefenses(ctx, id);
  await changeDraft(ctx, of, async (tx) => {
    const present = await attachmentsOf(of, tx);
    if (!present.some((one) => one.id === attachment)) throw new GuicheError('not_found', 'No such file.');
    const started = await tx
      .select({ id: operations.id })
      .from(operations)
      .where(
        and(
          eq(operations.accountId, of.accountId),
          eq(operations.kind, 'defense'),
          eq(operations.target, id),
          inArray(operations.state, ['requested', 'sent', 'unknown', 'confirmed']),
        ),
      )
      .limit(1);
    const its = and(itsAttachments(of), eq(disputeAttachments.id, attachment));
    if (started.length === 0) await tx.delete(disputeAttachments).where(its);
    else await tx.update(disputeAttachments).set({ removedAt: dbNow }).where(its);
    const after = { attachment };
    await appendAudit(tx, ctx.auditEntry({ action: 'dispute.detach', target: id, after }));
    return { attachments: present.length - 1 };
  });
  return getDraft({ ctx, id });
}

/** Serves the file as a download, so that uploaded content never runs or renders in the product's origin. */
export async function readAttachment({
  ctx,
  id,
  attachment,
}: Args<'GET /disputes/{id}/draft/attachments/{attachment}'>): Promise<Response> {
  const of = { accountId: ctx.account.id, disputeId: id };
  const [row] = await db()
    .select()
    .from(disputeAttachments)
    .where(and(itsAttachments(of), eq(disputeAttachments.id, attachment)));
  if (row === undefined) throw new GuicheError('not_found', 'No such file.');
  await ctx.audit({ action: 'dispute.download', target: id, after: { attachment } });
  const name = unseal(row.name, namePurpose(row.id));
  return new Response(new Uint8Array(openBytes(row)), {
    headers: {
      'content-type': row.mimeType,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'cache-control': 'private, no-store',
    },
  });
}

const openBytes = ({ id, bytes }: { id: string; bytes: string }) =>
  Buffer.from(unseal(bytes, bytesPurpose(id)), 'base64');

/** Bytes of these files, including removed ones: an operation sends the files that it names. */
export async function bytesOf(ids: readonly string[]): Promise<Map<string, Buffer>> {
  if (ids.length === 0) return new Map();
  const rows = await db()
    .select({ id: disputeAttachments.id, bytes: disputeAttachments.bytes })
    .from(disputeAttachments)
    .where(inArray(disputeAttachments.id, [...ids]));
  return new Map(rows.map((row) => [row.id, openBytes(row)]));
}

async function fileOf(request: Upload): Promise<File> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data(;|$)/i.test(type))
    throw new GuicheError('unsupported_media_type', 'The body must be multipart/form-data.');
  const bytes = await readBody(request, UPLOAD_BYTES, 'A file and its form have at most 12 MB.');
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw refused('invalid_request', 'missing');
    });
  const parts = [...form.entries()];
  const [part] = parts;
  if (parts.length !== 1 || part?.[0] !== 'file' || typeof part[1] === 'string')
    throw refused('invalid_request', 'missing');
  return part[1];
}

const refused = (code: 'invalid_request' | 'payload_too_large' | 'unsupported_media_type', message: string) =>
  new GuicheError(code, 'The file is not taken.', { fields: [{ field: 'file', message }] });

type SentFile = { name: string; mimeType: string; size: number };

/** A confirmed defense sent through Guichê. `defense`: the provider's record, if it returned one. */
type Receipt = { text: string; files: SentFile[]; defense: Defense | null };

export type Sent = { operationId: string; sentBy: string; sentAt: Date; receipt: Receipt };

const receiptPurpose = ({ accountId, disputeId }: Of) => `dispute_work.receipt:${accountId}:${disputeId}`;

/** Runs in the transaction that settles the operation. Assigns the dispute to the operator who answered. */
export async function saveReceipt(tx: Transaction, of: Of, sent: Sent): Promise<void> {
  const { receipt, ...columns } = sent;
  const owner = { assigneeId: sent.sentBy, assignedAt: dbNow };
  const set = { ...columns, ...owner, receipt: seal(JSON.stringify(receipt), receiptPurpose(of)) };
  await tx
    .insert(disputeWork)
    .values({ ...of, ...set })
    .onConflictDoUpdate({ target: [disputeWork.accountId, disputeWork.disputeId], set });
}

/** The defense sent through Guichê, or null. */
export async function sentThrough(of: Of): Promise<Sent | null> {
  const [row] = await db().select().from(disputeWork).where(rowsOf(disputeWork, of));
  if (!row?.sentAt || row.receipt === null || row.sentBy === null || row.operationId === null) return null;
  const receipt = JSON.parse(unseal(row.receipt, receiptPurpose(of))) as Receipt;
  return { operationId: row.operationId, sentBy: row.sentBy, sentAt: row.sentAt, receipt };
}

export const isSent = async (tx: Transaction, of: Of): Promise<boolean> =>
  (await tx.$count(disputeWork, and(rowsOf(disputeWork, of), isNotNull(disputeWork.sentAt)))) > 0;

/** The provider's record of the defense, completed with what Guichê sent. */
export function defenseOf({ receipt, sentAt }: Sent): Defense {
  const { defense, text, files } = receipt;
  return {
    id: defense?.id ?? null,
    text: defense?.text ?? text,
    status: defense?.status ?? null,
    createdAt: defense?.createdAt ?? sentAt.toISOString(),
    updatedAt: defense?.updatedAt ?? null,
    files: defense !== null && defense.files.length > 0 ? defense.files : files,
  };
}
