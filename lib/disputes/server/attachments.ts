import 'server-only';
import { createHash, randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { Args } from '#lib/api/serve.ts';
import { readBody } from '#lib/api/steps/parse.ts';
import { seal, unseal } from '#lib/auth/server/seal.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { disputeAttachments } from '#lib/data/schema/disputes.ts';
import { operations } from '#lib/data/schema/operations.ts';
import type { Draft } from '#lib/disputes/contract.ts';
import { limitsOf, requireDefenses } from '#lib/disputes/server/disputes-of.ts';
import {
  attachmentsOf,
  bytesPurpose,
  changeDraft,
  getDraft,
  itsAttachments,
  namePurpose,
} from '#lib/disputes/server/draft-store.ts';
import { examineFile, type FileFault, safeName } from '#lib/disputes/server/file-types.ts';
import { knownDispute } from '#lib/disputes/server/read-dispute.ts';

type Upload = Pick<Request, 'headers' | 'body'>;

/** Five files with 10 MB in total, plus the multipart frame. */
const UPLOAD_BYTES = 12 * 1024 * 1024;
/** Faults of a file whose type is accepted. */
const CONTENT_FAULTS: readonly FileFault[] = ['empty', 'damaged', 'encrypted', 'too_complex'];

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
  requireDefenses(ctx);
  await knownDispute(ctx, id);
  const file = await fileOf(request);
  const limits = limitsOf(ctx.account);
  if (file.size > limits.bytes) throw refused('payload_too_large', 'too_large');
  const bytes = Buffer.from(await file.arrayBuffer());
  const { type, fault } = await examineFile(bytes, file.name, file.type);
  if (fault !== null)
    throw refused(CONTENT_FAULTS.includes(fault) ? 'invalid_request' : 'unsupported_media_type', fault);
  const of = { accountId: ctx.account.id, disputeId: id };
  const attachment = randomUUID();
  const digest = createHash('sha256').update(bytes).digest('hex');
  const sealed = seal(bytes.toString('base64'), bytesPurpose(attachment));
  await changeDraft(ctx, of, async (tx) => {
    const present = await attachmentsOf(of, tx);
    if (present.length >= limits.files) throw refused('invalid_request', 'too_many');
    if (present.reduce((sum, { size }) => sum + size, bytes.length) > limits.bytes)
      throw refused('payload_too_large', 'too_large');
    const name = safeName(
      file.name,
      type,
      present.map((one) => one.name),
    );
    await tx.insert(disputeAttachments).values({
      ...of,
      id: attachment,
      name: seal(name, namePurpose(attachment)),
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
  requireDefenses(ctx);
  await knownDispute(ctx, id);
  const of = { accountId: ctx.account.id, disputeId: id };
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
