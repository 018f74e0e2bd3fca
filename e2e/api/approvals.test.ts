import { randomUUID } from 'node:crypto';
import { problemOf } from '../support/answers.ts';
import { answerOf, change, PIX, RECEIVER, withoutProof } from '../support/payments.ts';
import { operatorIdOf } from '../support/product.ts';
import { SHORT_LIMITS } from '../support/provider.ts';
import { expect, test } from './test.ts';

test.override('options', SHORT_LIMITS);

const one = (id: string) => `${PIX}/operations/${id}`;

test('approved by another operator it is sent, once; its repeat answers the same', async ({
  api,
  waiting,
  recordsOf,
}) => {
  const id = await waiting();
  const admin = await api('admin');
  const key = randomUUID();
  const approved = await answerOf(await change(admin, 'post', `${one(id)}/approve`, undefined, key), 200);
  expect(approved.operation).toMatchObject({ id, state: 'confirmed' });
  expect(
    (await answerOf(await change(admin, 'post', `${one(id)}/approve`, undefined, key), 200)).operation.id,
  ).toBe(id);
  await problemOf(await change(admin, 'post', `${one(id)}/approve`), 409, 'conflict');
  const { operation } = await (await admin.get(one(id))).json();
  expect(operation).toMatchObject({
    actor: { id: operatorIdOf('finance') },
    approval: { needed: true, by: { id: operatorIdOf('admin') }, declined: false },
  });
  expect(await recordsOf(operation.clientReference)).toHaveLength(1);
});

test('never by who asked, nor without the permission or a fresh proof', async ({ api, sql, waiting }) => {
  const id = await waiting();
  const finance = await api('finance');
  await problemOf(await change(finance, 'post', `${one(id)}/approve`), 403, 'forbidden');
  const { operation } = await (await finance.get(one(id))).json();
  expect(operation).toMatchObject({ state: 'awaiting_approval', may: { approve: false, decline: true } });
  await problemOf(await change(await api('viewer'), 'post', `${one(id)}/approve`), 403, 'forbidden');
  const admin = await api('admin');
  const fresh = await withoutProof(sql, admin, operatorIdOf('admin'));
  await problemOf(await change(admin, 'post', `${one(id)}/approve`), 403, 'step_up_required');
  await fresh();
});

test('declined with a reason: over, and nothing was sent', async ({ api, waiting, recordsOf }) => {
  const id = await waiting();
  const admin = await api('admin');
  const answer = await change(admin, 'post', `${one(id)}/decline`, { reason: 'Conta errada.' });
  expect(answer.status(), await answer.text()).toBe(200);
  const { operation } = await answer.json();
  expect(operation).toMatchObject({
    state: 'declined',
    approval: { declined: true, reason: 'Conta errada.' },
  });
  expect(await recordsOf(operation.clientReference)).toEqual([]);
  await problemOf(await change(admin, 'post', `${one(id)}/decline`, { reason: 'De novo.' }), 409, 'conflict');
  await problemOf(await change(admin, 'post', `${one(id)}/approve`), 409, 'conflict');
});

test('a decline says why to who asked, a blank reason is none; without one it is declined all the same', async ({
  api,
  waiting,
}) => {
  const id = await waiting();
  const [admin, finance] = [await api('admin'), await api('finance')];
  for (const body of [{ reason: '' }, { reason: '  \n ' }]) {
    const answer = await change(admin, 'post', `${one(id)}/decline`, body);
    await problemOf(answer, 400, 'invalid_request');
    const { fields } = await answer.json();
    expect(fields.map(({ field }: { field: string }) => field)).toEqual(['reason']);
  }
  expect((await (await admin.get(one(id))).json()).operation.state).toBe('awaiting_approval');
  const reason = 'Nota fiscal de outro mês.';
  const answer = await change(admin, 'post', `${one(id)}/decline`, { reason });
  expect(answer.status(), await answer.text()).toBe(200);
  const told = (await (await finance.get('/api/notifications')).json()).items;
  expect(told[0], 'who asked reads it').toMatchObject({ step: 'declined', reason, facts: { id } });
  const own = await waiting();
  const back = await change(finance, 'post', `${one(own)}/decline`, {});
  expect((await back.json()).operation).toMatchObject({ state: 'declined', approval: { reason: null } });
});

test('400, 403 and 404', async ({ api, waiting }) => {
  const id = await waiting();
  const admin = await api('admin');
  await problemOf(await admin.post(`${one(id)}/approve`), 400, 'invalid_request');
  await problemOf(await change(await api('analyst'), 'post', `${one(id)}/decline`, {}), 403, 'forbidden');
  await problemOf(await change(admin, 'post', `${one('op_none')}/decline`, {}), 404, 'not_found');
});

test('after 24 hours it is expired, and no longer approved', async ({ api, sql, waiting }) => {
  const id = await waiting();
  await sql(`update operations set created_at = now() - interval '25 hours' where id = $1`, [id]);
  const admin = await api('admin');
  await problemOf(await change(admin, 'post', `${one(id)}/approve`), 409, 'conflict');
  const state = async () => (await (await admin.get(one(id))).json()).operation.state;
  await expect.poll(state, { timeout: 60_000 }).toBe('expired');
});

test('U5: the receiver in full and the count are for who may decide, nobody else', async ({
  api,
  waiting,
}) => {
  const count = async (request: Awaited<ReturnType<typeof api>>) =>
    (await (await request.get(`${PIX}/operations?awaiting=me&limit=1`)).json()).total;
  const [admin, finance, viewer] = [await api('admin'), await api('finance'), await api('viewer')];
  const before = await count(admin);
  const id = await waiting();
  expect(await count(admin)).toBe(before + 1);
  expect(await count(viewer)).toBe(0);
  const seen = await (await admin.get(`${one(id)}/receiver`)).json();
  expect(seen.receiver).toMatchObject({ key: RECEIVER.pixKey, keyType: 'email', name: expect.any(String) });
  await problemOf(await finance.get(`${one(id)}/receiver`), 403, 'forbidden');
  await problemOf(await viewer.get(`${one(id)}/receiver`), 403, 'forbidden');
  await problemOf(await admin.get(`${one('op_none')}/receiver`), 404, 'not_found');
  await change(admin, 'post', `${one(id)}/decline`, { reason: 'Não.' });
  await problemOf(await admin.get(`${one(id)}/receiver`), 409, 'conflict');
  expect(await count(admin)).toBe(before);
});

test('U5: what is checked when it is opened: 200 for who may decide, without key or name; 403, 404, 409', async ({
  api,
  waiting,
}) => {
  const [admin, finance, viewer] = [await api('admin'), await api('finance'), await api('viewer')];
  const id = await waiting();
  const answer = await admin.get(`${one(id)}/checks`);
  expect(answer.status(), await answer.text()).toBe(200);
  const { receiver } = await (await admin.get(`${one(id)}/receiver`)).json();
  for (const text of [RECEIVER.pixKey, receiver.name]) expect(await answer.text()).not.toContain(text);
  const { checks } = await answer.json();
  const states = Object.fromEntries(
    checks.map((check: { name: string; state: string }) => [check.name, check.state]),
  );
  expect(states).toMatchObject({
    ...{ key: 'note', balance: 'ok', twin: expect.any(String), limit: expect.any(String) },
  });
  await problemOf(await finance.get(`${one(id)}/checks`), 403, 'forbidden');
  await problemOf(await viewer.get(`${one(id)}/checks`), 403, 'forbidden');
  await problemOf(await admin.get(`${one('op_none')}/checks`), 404, 'not_found');
  await change(admin, 'post', `${one(id)}/decline`, { reason: 'Não.' });
  await problemOf(await admin.get(`${one(id)}/checks`), 409, 'conflict');
});

test('A12: GET /approval-rules: 200 with the rules and one’s own sum, on every kind of account', async ({
  api,
  waiting,
}) => {
  await waiting();
  const viewer = await api('viewer');
  expect(await (await viewer.get(`${PIX}/approval-rules`)).json()).toEqual({
    ...{ approvalAbove: 1_000, approvalAboveDaily: null, requestedToday: null, entered: false },
    approvers: { names: expect.arrayContaining([expect.any(String)]), count: expect.any(Number) },
  });
  expect((await viewer.get('/api/accounts/card/approval-rules')).status()).toBe(200);
});
