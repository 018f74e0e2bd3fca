import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { db } from '#lib/data/client.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { registerOperationKinds } from '#lib/operations/server/kind.ts';
import { answerOf, resolve, rowOf, withMoney } from '#lib/payments/server/testing/bench.ts';
import type { ReportJob } from '#lib/providers/money-records.ts';
import type { ProviderPort } from '#lib/providers/port.ts';
import { ReportQuery } from '#lib/reports/contract.ts';
import { downloadReport } from '#lib/reports/server/download-report.ts';
import { getReport, listReports } from '#lib/reports/server/list-reports.ts';
import { createReport, REPORT } from '#lib/reports/server/report-operation.ts';

const bench = withMoney({ transactions: 4_000 });
let ctx: Ctx;
let hours = 0;

beforeEach(() => {
  registerOperationKinds([REPORT]);
  ctx = bench().context('marina', {}, ['read', 'report']);
  // Another period for each test: the same one may not be requested twice at once.
  hours += 1;
});

const period = () => {
  const to = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - hours * 3_600_000);
  return { from: new Date(to.getTime() - 20 * 86_400_000).toISOString(), to: to.toISOString() };
};
const order = (over: object = {}) => answerOf(createReport({ ctx, body: { ...period(), ...over } }));
const list = (query: object = {}, on = ctx) => listReports({ ctx: on, query: ReportQuery.parse(query) });
const pass = (ms: number) => bench().simulator.control('time', { advanceMs: ms });
const jobOf = (answer: Awaited<ReturnType<typeof order>>) => answer.result?.report?.id ?? '';
const fault = (body: object) => bench().simulator.control('fault', body);

test('ordered, watched, taken: the file as the provider made it', async () => {
  expect(await order({ type: ['DEPOSIT'], status: ['COMPLETED'] })).toMatchObject({
    result: { report: { types: ['DEPOSIT'], statuses: ['COMPLETED'], ...period() } },
  });
  // Of any status: a payment that is refunded meanwhile stays in it.
  const answer = await order({ type: ['DEPOSIT'] });
  expect(answer).toMatchObject({
    status: 201,
    operation: { kind: 'report.create', state: 'confirmed' },
    result: { report: { types: ['DEPOSIT'], ...period() } },
  });
  const id = jobOf(answer);
  expect((await getReport({ ctx, id })).report).toMatchObject({
    state: 'pending',
    requestedBy: { id: 'marina', name: 'Marina Lopes' },
  });
  await expect(downloadReport({ ctx, id })).rejects.toMatchObject({
    status: 422,
    details: { fields: [{ field: 'report', message: 'not_ready' }] },
  });
  await pass(600_000);
  const { items, listed } = await list();
  expect(listed).toBe(true);
  const job = items.find((one) => one.id === id);
  expect(job).toMatchObject({ state: 'completed', rows: expect.any(Number) });
  const file = await downloadReport({ ctx, id });
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(file.headers.get('cache-control')).toBe('private, no-store');
  const name = new RegExp(
    `filename="report-pix-\\d{4}-\\d\\d-\\d\\d-\\d{4}-\\d\\d-\\d\\d-${id.slice(0, 8)}\\.csv"`,
  );
  expect(file.headers.get('content-disposition')).toMatch(name);
  expect((await file.text()).trim().split('\n').length - 1).toBe(job?.rows);
  const audited = await db().select().from(auditLog);
  expect(audited.filter(({ action }) => action === 'report.download')).toMatchObject([{ target: id }]);
  await pass(8 * 86_400_000);
  await expect(downloadReport({ ctx, id })).rejects.toMatchObject({
    status: 410,
    details: { fields: [{ field: 'report', message: 'expired' }] },
  });
});

test('a report that matches nothing, and one that is not there', async () => {
  const empty = { from: '2001-01-01', to: '2001-01-02' };
  await expect(createReport({ ctx, body: empty })).rejects.toMatchObject({
    code: 'provider_rejected',
    status: 422,
    details: { provider: { code: 'PZG422' } },
  });
  await expect(createReport({ ctx, body: { from: '2026-02-02', to: '2026-02-01' } })).rejects.toMatchObject({
    details: { fields: [{ field: 'to', message: 'before_from' }] },
  });
  await expect(getReport({ ctx, id: 'missing' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(downloadReport({ ctx, id: 'missing' })).rejects.toMatchObject({ code: 'not_found' });
});

describe('an order whose answer was lost', () => {
  test('is found in the list by its period and filters', async () => {
    await fault({ kind: 'apply-silent', method: 'POST', path: '/user/report' });
    const answer = await order({ type: ['WITHDRAW'] });
    expect(answer).toMatchObject({ status: 202, operation: { state: 'unknown' } });
    await expect(order({ type: ['WITHDRAW'] })).rejects.toMatchObject({
      code: 'conflict',
      details: { operationId: answer.operation.id },
    });
    const row = await resolve(answer.operation.id);
    expect(row).toMatchObject({ state: 'confirmed' });
    const { report } = row.result as { report: ReportJob };
    expect((await list()).items.find(({ id }) => id === report.id)).toMatchObject({
      types: ['WITHDRAW'],
      requestedBy: { id: 'marina' },
    });
    expect(await bench().calls('POST', '/user/report')).toBe(1);
  });

  test('is another one than an equal job that was ordered before', async () => {
    const first = await order();
    await fault({ kind: 'silent', method: 'POST', path: '/user/report' });
    const lost = await order();
    expect(lost.operation.state).toBe('unknown');
    const row = await resolve(lost.operation.id, 3);
    // The provider holds one such job, and it is the first order's.
    expect(row.state).toBe('unknown');
    expect(row.absentSince).not.toBeNull();
    expect(jobOf(first)).not.toBe('');
  });
});

describe('where the service lists no jobs', () => {
  const without = (over: Partial<NonNullable<ProviderPort['reports']>> = {}): Ctx => {
    const { reports } = ctx.port;
    if (reports === undefined) throw new Error('no reports');
    return { ...ctx, port: { ...ctx.port, reports: { ...reports, list: async () => null, ...over } } };
  };

  test('those that were ordered here are shown, as the service tells of them now', async () => {
    const ids = [jobOf(await order()), jobOf(await order({ type: ['DEPOSIT'] }))];
    await pass(600_000);
    const blind = without();
    const first = await list({ limit: 1 }, blind);
    expect(first).toMatchObject({ listed: false, total: null });
    expect(first.items).toMatchObject([{ id: ids[1], state: 'completed' }]);
    const second = await list({ limit: 1, cursor: first.nextCursor }, blind);
    expect(second.items).toMatchObject([{ id: ids[0], state: 'completed' }]);
    const silent = without({ get: async () => null });
    const [unknown] = (await list({ limit: 1 }, silent)).items;
    expect(unknown).toMatchObject({ id: ids[1], state: 'unknown', types: ['DEPOSIT'] });
    expect((await getReport({ ctx: silent, id: ids[0] ?? '' })).report).toMatchObject({ state: 'unknown' });
    await expect(getReport({ ctx: silent, id: randomUUID() })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('R5: a job that tells neither period nor filters is shown with those that were ordered', async () => {
    const wanted = { type: ['DEPOSIT'], status: ['COMPLETED'] };
    const bare = { from: null, to: null, statuses: [], types: [] };
    const { reports } = ctx.port;
    if (reports === undefined) throw new Error('no reports');
    // Document 1 shows a job without them, in every answer.
    const create: typeof reports.create = async (...args) => {
      const made = await reports.create(...args);
      return made.kind === 'done' ? { ...made, value: { ...made.value, ...bare } } : made;
    };
    const get: typeof reports.get = async (...args) => {
      const read = await reports.get(...args);
      return read === null ? null : { ...read, ...bare };
    };
    const blind = without({ create, get });
    const id = jobOf(await answerOf(createReport({ ctx: blind, body: { ...period(), ...wanted } })));
    const ordered = { ...period(), types: ['DEPOSIT'], statuses: ['COMPLETED'] };
    expect((await list({ limit: 1 }, blind)).items).toMatchObject([{ id, ...ordered }]);
    expect((await getReport({ ctx: blind, id })).report).toMatchObject(ordered);
  });

  test('a lost one cannot be told, and may be ordered again', async () => {
    await fault({ kind: 'apply-silent', method: 'POST', path: '/user/report' });
    const answer = await order();
    const row = await rowOf(answer.operation.id);
    const request = { ...period(), status: [], type: [] };
    const ago = { firstMs: null, lastMs: null };
    const seen = await REPORT.lookUp?.({ row, request, port: without().port, call: {}, ago });
    expect(seen).toEqual({ found: 'unsure' });
    expect(REPORT.repeatable).toBe(true);
  });
});

describe('the file is fetched under the rules for addresses of others', () => {
  const from = (url: string): Ctx => {
    const { reports } = ctx.port;
    if (reports === undefined) throw new Error('no reports');
    const port = { ...ctx.port, reports: { ...reports, download: async () => ({ url, expiresAt: null }) } };
    return { ...ctx, port };
  };

  test.each([
    ['a near address of a service that is not near', 'https://10.0.0.1/file.csv', 'not_public'],
    ['plain http', 'http://8.8.8.8/file.csv', 'not_https'],
    ['nobody there', 'http://127.0.0.1:9/file.csv', 'connection'],
  ])('%s', async (_, url, message) => {
    await expect(downloadReport({ ctx: from(url), id: 'x' })).rejects.toMatchObject({
      code: 'provider_unavailable',
      details: { fields: [{ field: 'file', message }] },
    });
  });

  test('loopback only for an account whose own service is there', async () => {
    const away = { ...ctx.account, baseUrl: 'https://api.example.com/v1' };
    const on = { ...from('http://127.0.0.1:9/file.csv'), account: away };
    await expect(downloadReport({ ctx: on, id: 'x' })).rejects.toMatchObject({
      details: { fields: [{ field: 'file', message: 'not_public' }] },
    });
  });

  test.each([
    'text/html',
    'text/html; charset=utf-8',
    'application/xhtml+xml',
    'application/xml',
    'application/problem+json',
  ])('a store that answers with a page (%s) has no file', async (type) => {
    const store = createServer((_, response) =>
      response.setHeader('content-type', type).end('<p>Entrar</p>'),
    );
    await once(store.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void store.close());
    const url = `http://127.0.0.1:${(store.address() as AddressInfo).port}/file.csv`;
    await expect(downloadReport({ ctx: from(url), id: 'x' })).rejects.toMatchObject({
      code: 'provider_unavailable',
      details: { fields: [{ field: 'file', message: 'page' }] },
    });
  });

  test('a store that has it no longer, and one that refuses', async () => {
    const base = bench().simulator.pix.baseUrl.replace(/\/v1$/, '');
    const take = (path: string) => downloadReport({ ctx: from(`${base}${path}`), id: 'x' });
    await expect(take('/nowhere/file.csv')).rejects.toMatchObject({
      status: 410,
      details: { fields: [{ field: 'report', message: 'expired' }] },
    });
    await expect(take('/files/reports/none.csv?expires=9999999999999&signature=x')).rejects.toMatchObject({
      code: 'provider_unavailable',
      details: { fields: [{ field: 'file', message: 'http_403' }] },
    });
  });
});
