import { type AuditLine, AuditPage } from '#lib/audit-log/contract.ts';
import { AuditVerdict } from '#lib/core/audit-verdict.ts';
import { problemOf } from '../support/answers.ts';
import type { ApiClient } from '../support/api-client.ts';
import { answerOf, change, PIX } from '../support/payments.ts';
import { SHORT_LIMITS } from '../support/provider.ts';
import { expect, test } from './test.ts';

test.override('options', SHORT_LIMITS);

const LOG = '/api/audit';
const VERIFY = `${LOG}/verify`;

async function list(request: ApiClient, params: Record<string, string | number> = {}) {
  const answer = await request.get(LOG, { params });
  expect(answer.status(), await answer.text()).toBe(200);
  return AuditPage.parse(await answer.json());
}
const newest = async (request: ApiClient, params: Record<string, string>): Promise<AuditLine> =>
  (await list(request, params)).items[0] as AuditLine;

test('401 without a session, 403 for every role but administrators', async ({ api }) => {
  const nobody = await api(null);
  for (const role of ['viewer', 'analyst', 'developer', 'finance'] as const) {
    const request = await api(role);
    for (const address of [LOG, `${LOG}/1`, `${LOG}.csv`]) {
      await problemOf(await nobody.get(address), 401, 'unauthenticated');
      await problemOf(await request.get(address), 403, 'forbidden');
    }
    await problemOf(await nobody.post(VERIFY), 401, 'unauthenticated');
    await problemOf(await request.post(VERIFY), 403, 'forbidden');
  }
});

test('200: who refunded what, by each of its filters', async ({ api, paid }) => {
  const id = await paid(10_000);
  const asked = await change(await api('finance'), 'post', `${PIX}/transactions/${id}/refunds`, {
    amount: 3_000,
  });
  const { operation } = await answerOf(asked, 201);
  const admin = await api('admin');
  const of = await list(admin, { target: id });
  expect(of.items.map(({ action }) => action)).toEqual([
    'refund.create.confirmed',
    'refund.create.requested',
  ]);
  expect(of.total).toBe(2);
  expect(of.items[1]).toMatchObject({
    operator: { id: 'ready-finance', name: expect.any(String) },
    account: { slug: 'pix' },
    ...{ amount: 3_000, operation: operation.id, result: 'ok', target: id },
  });
  for (const more of [
    { operator: 'ready-finance' },
    { account: 'pix' },
    { action: 'money' },
    { action: 'refund.create.requested,refund.create.confirmed' },
    { result: 'ok' },
    { from: '2020-01-01' },
  ])
    expect((await list(admin, { target: id, ...more })).total, JSON.stringify(more)).toBe(2);
  for (const less of [
    { operator: 'ready-admin' },
    { account: 'hub' },
    { action: 'disputes' },
    { result: 'failed' },
    { to: '2020-01-01' },
  ])
    expect((await list(admin, { target: id, ...less })).total, JSON.stringify(less)).toBe(0);
  expect((await list(admin, { target: operation.id })).total).toBe(2);
});

test('200: what was made here is found by the id its provider gave it, with who asked and who approved', async ({
  api,
  waiting,
}) => {
  const [admin, finance] = [await api('admin'), await api('finance')];
  const asked = await waiting();
  const approved = await change(admin, 'post', `${PIX}/operations/${asked}/approve`);
  const withdrawal = (await answerOf(approved, 200)).result?.payment;
  const whoOf = async (target: string) =>
    (await list(admin, { target })).items
      .map(({ action, operator }) => [action, operator?.id])
      .filter(([action]) => action !== 'operation.reveal');
  expect(withdrawal?.id).toEqual(expect.any(String));
  expect(withdrawal?.id).not.toBe(withdrawal?.clientReference);
  expect(await whoOf(withdrawal?.id ?? '')).toEqual([
    ['withdrawal.key.confirmed', 'ready-finance'],
    ['withdrawal.key.approved', 'ready-admin'],
    ['withdrawal.key.requested', 'ready-finance'],
  ]);
  const charged = await answerOf(await change(finance, 'post', `${PIX}/charges`, { amount: 4_321 }), 201);
  expect(await whoOf(charged.result?.payment?.id ?? '')).toEqual([
    ['charge.create.confirmed', 'ready-finance'],
    ['charge.create.requested', 'ready-finance'],
  ]);
  const registered = await change(admin, 'post', `${PIX}/webhooks`, { receiver: true });
  const { id: webhook } = (await answerOf(registered, 201)).result as unknown as { id: string };
  expect((await whoOf(webhook)).filter(([action]) => action?.startsWith('webhook.register'))).toEqual([
    ['webhook.register.confirmed', 'ready-admin'],
    ['webhook.register.requested', 'ready-admin'],
  ]);
});

test('200: pages by cursor; 400 for a cursor of another filter and for what no filter takes', async ({
  api,
}) => {
  const admin = await api('admin');
  await list(admin);
  const first = await list(admin, { limit: 2 });
  const second = await list(admin, { limit: 2, cursor: first.nextCursor ?? '' });
  const ids = [...first.items, ...second.items].map((item) => Number(item.id));
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a));
  for (const params of [
    { cursor: first.nextCursor ?? '', result: 'ok' },
    { cursor: 'x' },
    { limit: 0 },
    { limit: 201 },
    { action: 'no-such' },
    { result: 'maybe' },
    { from: 'yesterday' },
    { from: '2026-01-02', to: '2026-01-01' },
    { unknown: '1' },
  ])
    await problemOf(
      await admin.get(LOG, { params: params as Record<string, string> }),
      400,
      'invalid_request',
    );
});

test('an entry: 200 with before and after, session and chain; 404; 400', async ({ api }) => {
  const admin = await api('admin');
  const [, account] = (await (await admin.get('/api/settings/accounts')).json()).items;
  const renamed = await admin.patch(`/api/settings/accounts/${account.id}`, {
    data: { name: 'Matriz' },
    headers: { 'idempotency-key': 'audit-spec-renames-it' },
  });
  expect(renamed.status(), await renamed.text()).toBe(200);
  const line = await newest(admin, { action: 'account.edit' });
  expect(line).toMatchObject({ target: account.id, targetName: 'Matriz' });
  const { entry, verdict } = await (await admin.get(`${LOG}/${line.id}`)).json();
  expect(entry).toMatchObject({
    ...{ before: { name: account.name }, after: { name: 'Matriz' }, result: 'ok' },
    ...{ address: expect.any(String), userAgent: expect.any(String) },
    session: expect.stringMatching(/^[\w-]{6}$/),
    hash: expect.stringMatching(/^k1\./),
  });
  if (verdict !== null) AuditVerdict.parse(verdict);
  await problemOf(await admin.get(`${LOG}/999999999`), 404, 'not_found');
  await problemOf(await admin.get(`${LOG}/none`), 404, 'not_found');
  await problemOf(await admin.get(`${LOG}/a%00`), 400, 'invalid_request');
});

test('what was refused, read in clear and exported is there', async ({ api, paid, sql }) => {
  const id = await paid(1_000);
  const admin = await api('admin');
  const viewer = await api('viewer');
  await problemOf(await viewer.get(`${PIX}/transactions/${id}?reveal=1`), 403, 'forbidden');
  expect(await newest(admin, { target: id })).toMatchObject({
    ...{ action: 'transaction.reveal', result: 'refused', operator: { id: 'ready-viewer' } },
  });
  expect((await (await api('analyst')).get(`${PIX}/transactions/${id}?reveal=1`)).status()).toBe(200);
  expect(await newest(admin, { target: id })).toMatchObject({ action: 'transaction.reveal', result: 'ok' });
  await problemOf(await viewer.get(`${PIX}/transactions.csv`), 403, 'forbidden');
  expect(await newest(admin, { operator: 'ready-viewer' })).toMatchObject({
    ...{ action: 'permission', target: 'GET /transactions.csv', result: 'refused' },
  });
  const file = await (await api('analyst')).get(`${PIX}/transactions.csv?from=2020-01-01&to=2020-01-01`);
  expect(file.status()).toBe(200);
  expect(await newest(admin, { operator: 'ready-analyst' })).toMatchObject({ action: 'transactions.export' });

  const finance = await api('finance');
  await sql(`update sessions set proved_at = now() - interval '1 hour' where operator_id = 'ready-finance'`);
  const late = await change(finance, 'post', `${PIX}/transactions/${id}/refunds`, {});
  await problemOf(late, 403, 'step_up_required');
  expect(await newest(admin, { operator: 'ready-finance' })).toMatchObject({
    ...{ action: 'step-up-needed', target: 'POST /transactions/{id}/refunds', result: 'refused' },
  });
  await sql(`update sessions set proved_at = now() where operator_id = 'ready-finance'`);
});

test('CSV: 200 in both forms, and told in the log; 400', async ({ api }) => {
  const admin = await api('admin');
  const answer = await admin.get(`${LOG}.csv`, { params: { result: 'refused' } });
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-type']).toContain('text/csv');
  expect(answer.headers()['content-disposition']).toMatch(
    /^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/,
  );
  const lines = (await answer.text()).trim().split('\r\n');
  const told = await newest(admin, { action: 'audit.export' });
  const { entry } = await (await admin.get(`${LOG}/${told.id}`)).json();
  expect(entry.after).toEqual({ filter: { result: ['refused'] }, count: lines.length - 1 });
  for (const params of [{ format: 'spreadsheet' }, { form: 'sheet' }, { form: 'sheet-pt' }]) {
    const sheet = await admin.get(`${LOG}.csv`, { params: { ...params, result: 'refused' } });
    expect(await sheet.text()).toMatch(/^\ufeffRegistro;Criada em \(horário de São Paulo\);Quem;/);
  }
  await problemOf(await admin.get(`${LOG}.csv?format=pdf`), 400, 'invalid_request');
  const chosen = await (await admin.get(`${LOG}.csv?ids=1,2`)).text();
  expect(chosen.trim().split('\r\n').slice(1)).toEqual([
    expect.stringMatching(/^2,/),
    expect.stringMatching(/^1,/),
  ]);
});

test('M10: POST /api/audit/verify: 200 with the verdict; what was changed in the database is named', async ({
  api,
  sql,
}) => {
  const admin = await api('admin');
  const verify = async () => AuditVerdict.parse(await (await admin.post(VERIFY)).json());
  const whole = await verify();
  expect(whole).toMatchObject({ intact: true, firstBroken: null, cause: null });
  expect(whole.entries).toBeGreaterThan(0);
  expect((await list(admin)).chain).toMatchObject({ verdict: whole, last: whole.entries + 1, running: null });
  expect(await newest(admin, {})).toMatchObject({ action: 'audit.verify', result: 'ok' });
  const was = (await sql('select target from audit_log where seq = 3'))[0]?.target;
  await sql(`update audit_log set target = 'forged' where seq = 3`);
  expect(await verify()).toMatchObject({ intact: false, firstBroken: 3, cause: 'changed' });
  expect(await newest(admin, {})).toMatchObject({ action: 'audit.verify', result: 'failed' });
  await sql('update audit_log set target = $1 where seq = 3', [was]);
  expect(await verify()).toMatchObject({ intact: true });
});
