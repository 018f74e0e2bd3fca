import 'server-only';
import { eq } from 'drizzle-orm';
import type { Args } from '#lib/api/serve.ts';
import { fileParts, sealOf } from '#lib/closings/canonical.ts';
import type { ClosingVerification } from '#lib/closings/contract.ts';
import { closingPdf } from '#lib/closings/server/closing-pdf.ts';
import { closingWorkbook } from '#lib/closings/server/closing-workbook.ts';
import { linePages } from '#lib/closings/server/sealed-lines.ts';
import {
  sealedVersion,
  type VersionOf,
  type VersionRow,
  versionRow,
} from '#lib/closings/server/version-row.ts';
import { maskText } from '#lib/core/masking/mask.ts';
import { db } from '#lib/data/client.ts';
import { databaseIso } from '#lib/data/clock.ts';
import { auditLog } from '#lib/data/schema/audit.ts';

/** Recomputes the hash from the rows as they are stored now, and compares it with the audit log's. */
export async function verifyVersion(
  call: Args<'GET /closings/{day}/versions/{version}/verification'>,
): Promise<ClosingVerification> {
  const row = await versionRow(call);
  const [{ sha256: computed }, [entry]] = await Promise.all([
    sealOf(row.head, linePages(row.readingId)),
    db().select({ after: auditLog.after }).from(auditLog).where(eq(auditLog.seq, row.auditSeq)),
  ]);
  const audited = (entry?.after as { sha256?: unknown } | null | undefined)?.sha256;
  return {
    holds: computed === row.sha256 && audited === row.sha256,
    sha256: row.sha256,
    computed,
    at: databaseIso(),
  };
}

/** The canonical form, streamed. Its SHA-256 is the version's. */
export async function versionJson({ ctx, ...of }: VersionOf): Promise<Response> {
  const row = await versionRow({ ctx, ...of });
  await auditFile({ ctx, ...of }, 'json');
  const encoder = new TextEncoder();
  const parts = fileParts(row.head, linePages(row.readingId));
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await parts.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      cancel: async () => void (await parts.return(undefined)),
    },
    { highWaterMark: 1 },
  );
  return download(stream, row, ctx.account.slug, 'json');
}

export async function versionWorkbook(call: VersionOf): Promise<Response> {
  const row = await versionRow(call);
  await auditFile(call, 'xlsx');
  const sealed = await shownTo(call, row);
  const bytes = await closingWorkbook(sealed, call.ctx.locale, linePages(row.readingId));
  return download(bytes as Uint8Array<ArrayBuffer>, row, call.ctx.account.slug, 'xlsx');
}

export async function versionPdf(call: VersionOf): Promise<Response> {
  const row = await versionRow(call);
  await auditFile(call, 'pdf');
  const sealed = await shownTo(call, row);
  const bytes = await closingPdf(sealed, call.ctx.locale, call.ctx.account.name);
  return download(bytes as Uint8Array<ArrayBuffer>, row, call.ctx.account.slug, 'pdf');
}

/** Notes are masked like in the page. */
async function shownTo({ ctx }: VersionOf, row: VersionRow) {
  const sealed = await sealedVersion(row);
  const names = ctx.permissions.has('reveal');
  const shown = Object.entries(sealed.notes).map(([id, note]) => [id, maskText(note, { names })]);
  return { ...sealed, notes: Object.fromEntries(shown) as Record<string, string> };
}

const auditFile = ({ ctx, day, version }: VersionOf, kind: string): Promise<void> =>
  ctx.audit({ action: 'closing.file', target: day, after: { version, kind } });

const TYPES = {
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
} as const;

function download(
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>,
  { day, version }: VersionRow,
  slug: string,
  kind: keyof typeof TYPES,
): Response {
  return new Response(body, {
    headers: {
      'content-type': TYPES[kind],
      'content-disposition': `attachment; filename="fechamento-${slug}-${day}-v${version}.${kind}"`,
      'cache-control': 'private, no-store',
    },
  });
}
