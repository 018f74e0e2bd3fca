import 'server-only';
import { addressPolicyOf } from '#lib/accounts/server/address-policy.ts';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { safeStream } from '#lib/core/http/safe-fetch.ts';
import { log } from '#lib/core/log.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { daysOf } from '#lib/reports/rules.ts';

/** The file has no row limit, so it is streamed at the client's speed. */
const LIMITS = { headMs: 30_000, idleMs: 60_000, wholeMs: 60 * 60_000, mostBytes: 20 * 1024 ** 3 };
const ENDINGS = lookupTable<string>({
  'application/zip': 'zip',
  'application/gzip': 'csv.gz',
  'application/x-gzip': 'csv.gz',
});

/** Content types of error pages that storage, or a proxy in front of it, returns instead of the file. */
const PAGES: ReadonlySet<string> = new Set([
  ...['text/html', 'application/xhtml+xml', 'application/xml', 'text/xml', 'application/problem+json'],
]);

/**
 * Streams the provider's file from its short-lived signed address (document 1), under the rules for foreign
 * addresses and with our own headers. 404 unknown, 410 removed, 422 not ready, 503 address refused or not
 * answering. Audited before its first byte leaves.
 */
export async function downloadReport({ ctx, id }: { ctx: Ctx; id: string }): Promise<Response> {
  const reports = ctx.part('reports');
  const call = ctx.call;
  const [{ url }, job] = await Promise.all([
    reports.download(id, call).catch((error: unknown) => {
      throw explained(error);
    }),
    // Only needed for the file's name.
    reports.get(id, call).catch(() => null),
  ]);
  const file = await safeStream(url, {
    ...LIMITS,
    policy: addressPolicyOf(ctx.account),
    ...(ctx.signal === undefined ? {} : { signal: ctx.signal }),
  });
  if (!file.ok) throw notFetched(file.fault);
  if (file.status !== 200) {
    await file.body.cancel();
    throw file.status === 404 || file.status === 410 ? removed() : notFetched(`http_${file.status}`);
  }
  if (PAGES.has(file.type)) {
    await file.body.cancel();
    throw notFetched('page');
  }
  const ending = ENDINGS[file.type];
  await ctx.audit({ action: 'report.download', target: id });
  return new Response(file.body, {
    headers: {
      'content-type': ending === undefined ? 'text/csv; charset=utf-8' : file.type,
      'content-disposition': `attachment; filename="${nameOf(ctx, id, job)}.${ending ?? 'csv'}"`,
      'cache-control': 'private, no-store',
    },
  });
}

function nameOf({ account }: Ctx, id: string, job: { from: string | null; to: string | null } | null) {
  const { from, to } = daysOf(job ?? { from: null, to: null });
  const short = id.replace(/[^\w-]+/g, '').slice(0, 8);
  return ['report', account.slug, from, to, short].filter(Boolean).join('-');
}

/** Adds the report's error by status, because several routes share document 1's codes. */
function explained(error: unknown): unknown {
  if (!(error instanceof GuicheError)) return error;
  const status = error.details.provider?.status;
  const message = status === 410 ? 'expired' : status === 422 ? 'not_ready' : null;
  if (message === null) return error;
  const fields = [{ field: 'report', message }];
  return new GuicheError(error.code, error.message, { ...error.details, status: error.status, fields });
}

const removed = () =>
  new GuicheError('provider_rejected', 'The file is not there any more.', {
    status: 410,
    fields: [{ field: 'report', message: 'expired' }],
  });

function notFetched(reason: string): GuicheError {
  log().warn({ fault: reason }, 'the file of a report could not be fetched');
  return new GuicheError('provider_unavailable', 'The file could not be fetched from where it is kept.', {
    fields: [{ field: 'file', message: reason }],
  });
}
