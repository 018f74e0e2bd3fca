import { expect, test } from 'vitest';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import type { ReportJob } from '#lib/providers/money-records.ts';
import type { ProviderPort } from '#lib/providers/port.ts';
import { REPORT } from '#lib/reports/server/report-operation.ts';

const SENT = new Date('2026-11-21T12:00:00.000Z');
const row = { id: 'op', accountId: 'acc', sentAt: SENT, createdAt: SENT } as OperationRow;
const request = { from: '2026-11-01T03:00:00.000Z', to: '2026-11-02T03:00:00.000Z', status: [], type: [] };
const job = (id: string, createdAt: string) =>
  ({ id, createdAt, from: null, to: null, statuses: [], types: [] }) as unknown as ReportJob;
const OLD = [job('a', '2026-10-01T00:00:00.000Z'), job('b', '2026-10-02T00:00:00.000Z')];

/** Jobs that state neither period nor filters: any of them may be the requested one. */
async function lookUpReport(pages: ReportJob[][]) {
  const list = async ({ page }: { page: number }) => ({
    ...{ items: pages[page - 1] ?? [], more: page < pages.length, total: null, asOf: 'now' },
  });
  const port = { kind: 'pix', reports: { list } } as unknown as ProviderPort;
  const ago = { firstMs: 0, lastMs: 0 };
  return (await REPORT.lookUp?.({ row, request, port, call: {}, ago }))?.found;
}

test('older jobs end the list only where the newest come first', async () => {
  const may = job('c', SENT.toISOString());
  expect(await lookUpReport([OLD, [may]]), 'the oldest first').toBe('unsure');
  expect(await lookUpReport([OLD.toReversed(), [may]]), 'the newest first').toBe('absent');
  expect(await lookUpReport([[may], OLD.toReversed()])).toBe('unsure');
});
