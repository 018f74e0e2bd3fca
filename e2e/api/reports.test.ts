import { randomUUID } from 'node:crypto';
import type { Problem } from '../support/answers.ts';
import type { ApiClient } from '../support/api-client.ts';
import { MANY_ROWS } from '../support/provider.ts';
import { expect, test } from './test.ts';

test.override('options', MANY_ROWS);

const REPORTS = '/api/accounts/pix/reports';
const DAY_MS = 86_400_000;
type Report = { id: string; state: string; rows: number | null; requestedBy: { name: string } | null };

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const period = (more: object = {}) => ({ from: daysAgo(6), to: daysAgo(2), ...more });
const order = (request: ApiClient, data: object, key = randomUUID() as string) =>
  request.post(REPORTS, { data, headers: { 'idempotency-key': key } });

test('201 once for one key; then listed, read, made and taken as a file', async ({ api, control, sql }) => {
  const request = await api('finance');
  const key = randomUUID();
  const first = await order(request, period({ type: ['DEPOSIT'] }), key);
  expect(first.status()).toBe(201);
  const made = (await first.json()) as { operation: object; result: { report: Report } };
  expect(made.operation).toMatchObject({ kind: 'report.create', state: 'confirmed' });
  const again = await order(request, period({ type: ['DEPOSIT'] }), key);
  expect(again.status()).toBe(200);
  expect(await again.json()).toMatchObject({ operation: made.operation });
  const { id } = made.result.report;
  const early = await request.get(`${REPORTS}/${id}/download`);
  expect(early.status()).toBe(422);
  expect(((await early.json()) as Problem).fields).toEqual([{ field: 'report', message: 'not_ready' }]);
  await control('/time', { advanceMs: 600_000 });
  const one = await request.get(`${REPORTS}/${id}`);
  expect((await one.json()).report).toMatchObject({ state: 'completed', rows: expect.any(Number) });
  const list = (await (await request.get(REPORTS)).json()) as { items: Report[]; listed: boolean };
  expect(list.listed).toBe(true);
  const row = list.items.find((report) => report.id === id);
  expect(row?.requestedBy?.name).toBeTruthy();
  const file = await request.get(`${REPORTS}/${id}/download`);
  expect(file.status()).toBe(200);
  expect(file.headers()).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(file.headers()['content-disposition']).toContain(`report-pix-${daysAgo(6)}-${daysAgo(2)}-`);
  const lines = (await file.text()).trim().split('\n');
  expect(lines).toHaveLength((row?.rows ?? 0) + 1);
  const audited = await sql(
    `select action from audit_log where target = $1 or after ->> 'period' = $2 order by seq`,
    [id, `${daysAgo(6)} – ${daysAgo(2)}`],
  );
  expect(audited.map((entry) => entry.action)).toEqual(
    expect.arrayContaining(['report.create.requested', 'report.download']),
  );
  await control('/time', { advanceMs: 8 * DAY_MS });
  const late = await request.get(`${REPORTS}/${id}/download`);
  expect(late.status()).toBe(410);
  expect(((await late.json()) as Problem).fields).toEqual([{ field: 'report', message: 'expired' }]);
  expect((await (await request.get(`${REPORTS}/${id}`)).json()).report.state).toBe('expired');
});

test('202 while its end is not known; the same again is 409; it is found in the list', async ({
  api,
  provider,
}) => {
  const request = await api('finance');
  const data = period({ type: ['WITHDRAW'], status: ['COMPLETED'] });
  await provider.fault({ kind: 'apply-reset', method: 'POST', path: '/user/report' });
  const answer = await order(request, data);
  expect(answer.status(), await answer.text()).toBe(202);
  const { operation } = (await answer.json()) as { operation: { id: string; state: string } };
  expect(operation.state).toBe('unknown');
  const state = async () => {
    const one = await request.get(`/api/accounts/pix/operations/${operation.id}`);
    return (await one.json()).operation.state;
  };
  await expect.poll(state, { timeout: 30_000 }).toBe('confirmed');
});

test('400, 403, 404, 409 and 422', async ({ api }) => {
  const request = await api('finance');
  for (const [data, field] of [
    [{ from: daysAgo(2) }, 'to'],
    [{ from: daysAgo(2), to: daysAgo(5) }, 'to'],
    [{ ...period(), type: ['nonsense'] }, 'type.0'],
    [{ ...period(), colour: 'red' }, 'colour'],
  ] as const) {
    const answer = await order(request, data);
    expect(answer.status()).toBe(400);
    expect(((await answer.json()) as Problem).fields?.map((fault) => fault.field)).toContain(field);
  }
  const keyless = await request.post(REPORTS, { data: period() });
  expect(keyless.status()).toBe(400);
  expect((await request.get(REPORTS, { params: { limit: '101' } })).status()).toBe(400);
  expect((await request.get(REPORTS, { params: { cursor: 'abc' } })).status()).toBe(400);
  for (const role of ['viewer', 'analyst', 'developer'] as const) {
    const other = await api(role);
    expect((await other.get(REPORTS)).status()).toBe(403);
    expect((await order(other, period())).status()).toBe(403);
    expect((await other.get(`${REPORTS}/any/download`)).status()).toBe(403);
  }
  expect((await request.get(`${REPORTS}/no-such-report`)).status()).toBe(404);
  expect((await request.get(`${REPORTS}/no-such-report/download`)).status()).toBe(404);
  const hub = await request.get('/api/accounts/hub/reports');
  expect([hub.status(), (await hub.json()).code]).toEqual([409, 'not_supported']);
  const nothing = await order(request, { from: '2001-01-01', to: '2001-01-02' });
  expect(nothing.status()).toBe(422);
  expect(await nothing.json()).toMatchObject({ code: 'provider_rejected', provider: { code: 'PZG422' } });
});

test('502 and 503: refused credential, failing service', async ({ api, provider }) => {
  const request = await api('finance');
  const asked = async () => (await request.get(REPORTS)).status();
  const path = '/user/report';
  await provider.fault({ kind: 'status', status: 401, errorCode: 'PZA100', path, method: 'GET' });
  expect(await asked()).toBe(502);
  await provider.fault({ kind: 'status', status: 500, errorCode: 'PZI101', path, method: 'GET' });
  await expect.poll(asked).toBe(503);
  await expect.poll(asked).toBe(200);
});
