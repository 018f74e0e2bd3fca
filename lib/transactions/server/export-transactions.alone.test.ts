import { expect, test, vi } from 'vitest';
import type { Page } from '#lib/providers/port.ts';
import type { Transaction } from '#lib/providers/records.ts';
import { exportTransactions } from '#lib/transactions/server/list-transactions.ts';
import { contextWith, page, transaction } from '#lib/transactions/server/testing/samples.ts';

vi.mock('#lib/transactions/server/stored-filters.ts', () => ({ storedFilter: async () => null }));

const OPERATOR = ['read', 'export', 'reveal'] as const;
const context = (pages: (Page<Transaction> | Error)[], signal?: AbortSignal) =>
  contextWith({ pages, permissions: [...OPERATOR], ...(signal === undefined ? {} : { signal }) });
const rows = (response: Response) =>
  response.text().then((text) => text.split('\r\n').map((line) => line.split(',')));
const numbered = (id: number) => transaction({ id: `tx_${id}` });

test('a table of document 1’s names with exact amounts and São Paulo times', async () => {
  const odd = transaction({
    id: 'tx_2',
    amount: -5,
    fee: 13,
    feeExact: '0.125',
    paidAt: null,
    clientReference: '=cmd()',
    refundDescription: 'a "b", c',
  });
  const { ctx } = context([page([transaction(), odd])]);
  const response = await exportTransactions(ctx, {});
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="transactions-pix-[\d-]+\.csv"$/,
  );
  const bytes = new Uint8Array(await response.clone().arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const text = await response.text();
  const [head = '', first = '', second = '', ...rest] = text.split('\r\n');
  expect(rest).toEqual(['']);
  const names = head.split(',');
  const cell = (line: string, name: string) => line.split(',')[names.indexOf(name)];
  expect(cell(first, 'createdAt')).toBe('2026-11-19T11:00:00-03:00');
  expect([cell(first, 'amount'), cell(first, 'serviceFeeCharged')]).toEqual(['1234.56', '0.50']);
  expect([cell(second, 'amount'), cell(second, 'serviceFeeCharged')]).toEqual(['-0.05', '0.125']);
  expect(cell(second, 'paidAt')).toBe('');
  expect(cell(second, 'clientReference')).toBe("'=cmd()");
  expect(second).toContain('"a ""b"", c"');
  expect(cell(first, 'payerDocument')).toBe('52998224725');
});

test('all pages, in order, 1,000 at a time, and one audit entry without personal data', async () => {
  const { ctx, requests, audited } = context([page([numbered(1)], 'p2', 2), page([numbered(2)], null, 2)]);
  const query = { status: ['PENDING'], document: '52998224725', name: 'Ana Maria Souza' };
  const lines = await rows(await exportTransactions(ctx, query));
  expect(lines.slice(1, 3).map(([id]) => id)).toEqual(['tx_1', 'tx_2']);
  expect(requests.map(({ position, limit, call }) => [position, limit, call.purpose])).toEqual([
    [null, 1000, 'export'],
    ['p2', 1000, 'export'],
  ]);
  expect(audited).toHaveLength(1);
  expect(audited[0]).toMatchObject({
    action: 'transactions.export',
    after: {
      count: 2,
      inClear: true,
      filter: { status: ['PENDING'], document: '***.982.247-**', name: 'Ana S.' },
    },
  });
});

test('no rows is a file with a header', async () => {
  const { ctx } = context([page([])]);
  expect(await rows(await exportTransactions(ctx, {}))).toHaveLength(2);
});

test('without reveal it is masked', async () => {
  const { ctx } = contextWith({ pages: [page([transaction()])], permissions: ['read', 'export'] });
  const text = await (await exportTransactions(ctx, {})).text();
  expect(text).toContain('Ana S.,***.982.247-**');
});

test('a failure of the first page is an error, nothing is audited', async () => {
  const { ctx, audited } = context([new Error('down')]);
  await expect(exportTransactions(ctx, {})).rejects.toThrow('down');
  expect(audited).toEqual([]);
});

test('a later failure breaks the stream instead of ending it', async () => {
  const { ctx } = context([page([numbered(1)], 'p2'), new Error('reset')]);
  const response = await exportTransactions(ctx, {});
  await expect(response.text()).rejects.toThrow('reset');
});

test('nothing is read ahead of the reader but one page', async () => {
  const pages = Array.from({ length: 50 }, (_, index) => page([numbered(index)], `p${index}`));
  const { ctx, requests } = context(pages);
  const reader = (await exportTransactions(ctx, {})).body?.getReader();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(requests.length).toBeLessThanOrEqual(2);
  await reader?.read();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(requests.length).toBeLessThanOrEqual(3);
  await reader?.cancel();
});

test.each(['the reader', 'the request'])('%s going away stops the reads', async (who) => {
  const pages = Array.from({ length: 50 }, (_, index) => page([numbered(index)], `p${index}`));
  const request = new AbortController();
  const { ctx, requests } = context(pages, request.signal);
  const reader = (await exportTransactions(ctx, {})).body?.getReader();
  await reader?.read();
  if (who === 'the reader') await reader?.cancel();
  else request.abort();
  const before = requests.length;
  expect(requests.at(-1)?.call.signal?.aborted).toBe(true);
  if (who === 'the request') for (let i = 0; i < 3; i += 1) await reader?.read().catch(() => undefined);
  expect(requests.length).toBeLessThanOrEqual(before + 1);
});

test('R3: a filtered file shows, row by row, what the provider left to Guichê', async () => {
  const overlooked = { ...page([numbered(2)], null, null), filteredHere: ['status', 'type'] };
  const { ctx } = context([page([numbered(1)], 'p2', null), overlooked]);
  const lines = await rows(await exportTransactions(ctx, { status: ['PENDING'] }));
  expect(lines.slice(0, 3).map((cells) => cells.at(-1))).toEqual(['filteredByGuiche', '', 'status type']);
  const { ctx: plain } = context([page([numbered(1)])]);
  const [head] = await rows(await exportTransactions(plain, {}));
  expect(head).not.toContain('filteredByGuiche');
});
