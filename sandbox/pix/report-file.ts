import { once } from 'node:events';
import type { Answer, Incoming } from '../http.ts';
import { transactionJson } from '../world/wire.ts';
import type { PixParts } from './parts.ts';
import type { Jobs } from './report-jobs.ts';
import { filterOfJob } from './report-routes.ts';

const COLUMNS = [
  'id',
  'createdAt',
  'paidAt',
  'type',
  'method',
  'status',
  'amount',
  'serviceFeeCharged',
  'payerName',
  'payerDocument',
  'receiverName',
  'receiverDocument',
  'endToEndId',
  'clientReference',
  'virtualAccount',
  'refundAmount',
  'refundStatus',
  'refundedAt',
  'cancellationReason',
];
const PAGE = 1000;

function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",;\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function refusal(status: number, text: string): Answer {
  return {
    status,
    headers: { 'Content-Type': 'application/xml' },
    body: `<Error><Message>${text}</Message></Error>`,
  };
}

/** Serves the report at its signed URL, written page by page, so it may have any length. */
export function createReportFile(parts: PixParts, jobs: Jobs) {
  return async ({ path, query, response, method }: Incoming): Promise<Answer | null> => {
    const id = /^\/files\/reports\/([\w-]+)\.csv$/.exec(path)?.[1];
    if (id === undefined)
      return { status: 404, headers: { 'Content-Type': 'text/plain' }, body: 'not found\n' };
    const until = Number(query.get('expires'));
    const job = jobs.get(id);
    if (method !== 'GET' || !job || !jobs.checks(id, until, query.get('signature') ?? '')) {
      return refusal(403, 'SignatureDoesNotMatch');
    }
    if (parts.world.now() > until) return refusal(403, 'Request has expired');
    const comma = parts.account.state.dialect === 'nested' ? ';' : ',';
    response.writeHead(200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${id}.csv"`,
    });
    response.write(`${COLUMNS.join(comma)}\n`);
    const filter = { ...filterOfJob(job), to: Math.min(job.to, job.createdAt), ascending: true };
    for (let offset = 0; !response.destroyed; offset += PAGE) {
      const { rows } = await parts.world.list(filter, offset, PAGE);
      const lines = rows.map((row) => {
        const json = transactionJson(row);
        return COLUMNS.map((name) => cell(json[name])).join(comma);
      });
      if (lines.length > 0 && !response.write(`${lines.join('\n')}\n`)) {
        await Promise.race([once(response, 'drain'), once(response, 'close')]);
      }
      if (rows.length < PAGE) break;
    }
    response.end();
    return null;
  };
}
