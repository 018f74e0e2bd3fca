import { randomUUID } from 'node:crypto';
import { problemOf } from '../support/answers.ts';
import { answerOf, change, ended, HUB, nextAmount, PIX, withoutProof } from '../support/payments.ts';
import { operatorIdOf } from '../support/product.ts';
import { SHORT_LIMITS } from '../support/provider.ts';
import { expect, step, test } from './test.ts';

test.override('options', SHORT_LIMITS);

const WITHDRAWALS = `${PIX}/withdrawals`;
const KEY = { pixKey: 'ana@example.com', pixKeyType: 'email' };
const CODE =
  '00020126370014br.gov.bcb.pix0115ana@example.com5204000053039865802BR5909Ana Souza6009SAO PAULO62150511PEDIDO482916304BC9D';

test.describe('POST /withdrawals', () => {
  test('201, a repeat with the same key 200, another body 409', async ({ api, recordsOf }) => {
    const request = await api('finance');
    const data = { ...KEY, amount: nextAmount() };
    const key = randomUUID();
    const made = await answerOf(await change(request, 'post', WITHDRAWALS, data, key), 201);
    expect(made.operation).toMatchObject({ kind: 'withdrawal.key', state: 'confirmed' });
    expect(JSON.stringify(made)).not.toContain('ana@example.com');
    const again = await answerOf(await change(request, 'post', WITHDRAWALS, data, key), 200);
    expect(again.operation.id).toBe(made.operation.id);
    const other = await change(request, 'post', WITHDRAWALS, { ...data, amount: data.amount + 1 }, key);
    await problemOf(other, 409, 'idempotency_conflict');
    expect(await recordsOf(made.result?.payment?.clientReference ?? '')).toHaveLength(1);
  });

  test('two tabs with one key at once: one withdrawal', async ({ api, provider }) => {
    const request = await api('finance');
    const data = { ...KEY, amount: nextAmount() };
    const key = randomUUID();
    const both = await Promise.all([1, 2].map(() => change(request, 'post', WITHDRAWALS, data, key)));
    const ids = await Promise.all(both.map(async (one) => (await one.json()).operation.id));
    expect(new Set(ids).size).toBe(1);
    const { transactions } = await provider.list({
      type: 'WITHDRAW',
      amount: (data.amount / 100).toFixed(2),
    });
    expect(transactions.filter((one) => one.clientReference?.startsWith('gch_'))).toHaveLength(1);
  });

  test('202 without a readable answer: then told as it is', async ({ api, provider, recordsOf }) => {
    const request = await api('finance');
    for (const [kind, applied] of [
      ['apply-reset', true],
      ['reset', false],
      ['apply-silent', true],
      ['truncated', true],
      ['html', false],
    ] as const)
      await step(kind, async () => {
        await provider.fault({ kind, method: 'POST', path: '/withdraw' });
        const data = { ...KEY, amount: nextAmount() };
        const { operation } = await answerOf(await change(request, 'post', WITHDRAWALS, data), 202);
        const seen = await request.get(`${PIX}/operations/${operation.id}`);
        const { clientReference } = (await seen.json()).operation;
        if (applied) expect((await ended(request, PIX, operation.id)).state).toBe('confirmed');
        else {
          // It is not given up for an hour; another like it is asked about, and its operator may send it again.
          const duplicate = await problemOf(
            await change(request, 'post', WITHDRAWALS, data),
            409,
            'conflict',
          );
          expect(duplicate).toMatchObject({ operationId: operation.id, existing: { twin: true } });
          const repeat = `${PIX}/operations/${operation.id}/repeat`;
          const again = await answerOf(await change(request, 'post', repeat), 200);
          expect(again.operation.state).toBe('confirmed');
        }
        expect(await recordsOf(clientReference)).toHaveLength(1);
      });
  });

  test('despite the one that is not known another may be sent', async ({ api, provider }) => {
    const request = await api('finance');
    await provider.fault({ kind: 'reset', method: 'POST', path: '/withdraw' });
    const data = { ...KEY, amount: nextAmount() };
    const { operation } = await answerOf(await change(request, 'post', WITHDRAWALS, data), 202);
    await answerOf(
      await change(request, 'post', WITHDRAWALS, { ...data, acknowledgedDuplicateOf: operation.id }),
      201,
    );
  });

  test('400 at the field', async ({ api }) => {
    const request = await api('finance');
    const amount = nextAmount();
    for (const [data, field, message] of [
      [{ amount, pixKey: 'ana', pixKeyType: 'email' }, 'pixKey', 'key_invalid'],
      [{ amount, pixKey: '123.456.789-00', pixKeyType: 'cpf' }, 'pixKey', 'key_invalid'],
      [{ amount, ...KEY, callbackUrl: 'x' }, 'callbackUrl', 'url_invalid'],
    ] as const) {
      const problem = await problemOf(
        await change(request, 'post', WITHDRAWALS, data),
        400,
        'invalid_request',
      );
      expect(problem.fields).toEqual([{ field, message }]);
    }
    for (const data of [{}, { ...KEY }, { ...KEY, amount: 1.5 }, { ...KEY, amount, pixKeyType: 'x' }])
      await problemOf(await change(request, 'post', WITHDRAWALS, data), 400, 'invalid_request');
    const least = await change(request, 'post', WITHDRAWALS, { ...KEY, amount: 50 });
    const { provider, fields } = await problemOf(least, 400, 'provider_rejected');
    expect(provider?.code).toBe('PZS600');
    expect(fields?.map(({ field }) => field) ?? ['amount']).toEqual(['amount']);
  });

  test('the provider’s own refusals are ends, with their operations', async ({ api, provider }) => {
    const request = await api('finance');
    for (const [code, status] of [
      ['PZS202', 422],
      ['PZC200', 422],
      ['PZS102', 422],
      ['PZK300', 404],
    ] as const)
      await step(code, async () => {
        await provider.fault({ kind: 'status', status, errorCode: code, method: 'POST', path: '/withdraw' });
        const answer = await change(request, 'post', WITHDRAWALS, { ...KEY, amount: nextAmount() });
        const problem = await problemOf(answer, status, 'provider_rejected');
        expect(problem).toMatchObject({ provider: { code }, operationId: expect.stringMatching(/^op_/) });
      });
  });

  test('403 without the permission and without a fresh proof', async ({ api, sql }) => {
    for (const role of ['viewer', 'analyst', 'developer'] as const)
      await problemOf(
        await change(await api(role), 'post', WITHDRAWALS, { ...KEY, amount: nextAmount() }),
        403,
        'forbidden',
      );
    const request = await api('finance');
    const fresh = await withoutProof(sql, request, operatorIdOf('finance'));
    const send = (path: string, data: object) => change(request, 'post', path, data);
    const data = { ...KEY, amount: nextAmount() };
    expect((await send(WITHDRAWALS, { ...data, amount: 50 })).status()).toBe(403);
    await problemOf(await send(WITHDRAWALS, data), 403, 'step_up_required');
    await problemOf(
      await send(`${WITHDRAWALS}/qr-code`, { code: CODE, amount: 1_000 }),
      403,
      'step_up_required',
    );
    await problemOf(
      await send(`${PIX}/transfers`, { amount: 1_000, receiver: '482913' }),
      403,
      'step_up_required',
    );
    await problemOf(await send(`${PIX}/transactions/none/refunds`, {}), 403, 'step_up_required');
    const looked = await request.post(`${PIX}/pix-keys/lookup`, { data: { key: 'ana@example.com' } });
    expect(looked.status(), 'a look-up needs none').toBe(200);
    await fresh();
    expect((await send(WITHDRAWALS, data)).status()).toBe(201);
  });

  test('the Hub’s goes through its own list and key', async ({ api, control }) => {
    const request = await api('finance');
    await control('/state', { api: 'hub', rateLimits: false });
    await control('/fault', {
      api: 'hub',
      kind: 'apply-reset',
      method: 'POST',
      path: '/transactions/withdraw',
    });
    const data = { ...KEY, amount: nextAmount() };
    const { operation } = await answerOf(await change(request, 'post', `${HUB}/withdrawals`, data), 202);
    expect((await ended(request, HUB, operation.id)).state).toBe('confirmed');
  });
});

test.describe('POST /withdrawals/qr-code and /pix-qr-codes/decode', () => {
  test('decoded first, then paid; 400 for a code that is broken or fixes another amount', async ({ api }) => {
    const request = await api('finance');
    const decoded = await request.post(`${PIX}/pix-qr-codes/decode`, { data: { code: CODE } });
    expect(decoded.status(), await decoded.text()).toBe(200);
    const { code, lookup } = await decoded.json();
    expect(code).toMatchObject({ amount: null });
    const data = { code: CODE, amount: nextAmount(), lookup };
    const paid = await answerOf(await change(request, 'post', `${WITHDRAWALS}/qr-code`, data), 201);
    expect(paid.operation.kind).toBe('withdrawal.code');
    for (const [text, message] of [
      ['not a code at all', 'code_invalid'],
      [CODE.replace('Ana', 'Ena'), 'code_broken'],
    ] as const) {
      const refused = await request.post(`${PIX}/pix-qr-codes/decode`, { data: { code: text } });
      const { fields } = await problemOf(refused, 400, 'invalid_request');
      expect(fields).toEqual([{ field: 'code', message }]);
    }
    const none = await change(request, 'post', `${WITHDRAWALS}/qr-code`, { code: CODE });
    const { fields } = await problemOf(none, 400, 'invalid_request');
    expect(fields).toEqual([{ field: 'amount', message: 'amount_required' }]);
    await problemOf(
      await (await api('viewer')).post(`${PIX}/pix-qr-codes/decode`, { data: { code: CODE } }),
      403,
      'forbidden',
    );
  });
});

test('GET /withdrawals and its lookup: 200, 400, 404', async ({ api }) => {
  const request = await api('finance');
  const { result } = await answerOf(
    await change(request, 'post', WITHDRAWALS, { ...KEY, amount: nextAmount() }),
    201,
  );
  const { id = '', clientReference = '' } = result?.payment ?? {};
  const viewer = await api('viewer');
  const list = await (await viewer.get(`${WITHDRAWALS}?limit=200`)).json();
  expect(list.items.map((one: { id: string }) => one.id)).toContain(id);
  expect(JSON.stringify(list)).not.toContain('ana@example.com');
  const found = await viewer.get(`${WITHDRAWALS}/lookup?clientReference=${clientReference}`);
  expect((await found.json()).payment).toMatchObject({ id });
  await problemOf(await viewer.get(`${WITHDRAWALS}/lookup?id=none`), 404, 'not_found');
  await problemOf(await viewer.get(`${WITHDRAWALS}/lookup`), 400, 'invalid_request');
  expect((await viewer.get(`${WITHDRAWALS}?search=ana`)).status()).toBe(403);
  for (const query of ['limit=0', 'search=ana', 'no=1', 'from=x'])
    expect((await request.get(`${WITHDRAWALS}?${query}`)).status(), query).toBe(400);
});

test('POST /pix-keys/lookup: 200 with the holder, 400 where the type must be said, 404 and 403', async ({
  api,
}) => {
  const request = await api('finance');
  const look = (data: object) => request.post(`${PIX}/pix-keys/lookup`, { data });
  const found = await look({ key: '(11) 98765-4321' });
  expect(found.status(), await found.text()).toBe(200);
  expect(await found.json()).toMatchObject({
    key: '+5511987654321',
    keyType: 'phone',
    lookup: expect.any(String),
  });
  const { fields } = await problemOf(await look({ key: '11987654321' }), 400, 'invalid_request');
  expect(fields).toEqual([{ field: 'keyType', message: 'key_type_needed' }]);
  const unknown = await look({ key: 'ninguem@example.com' });
  expect(unknown.status()).toBe(404);
  expect((await unknown.json()).provider).toMatchObject({ code: 'PZK300' });
  await problemOf(
    await (await api('analyst')).post(`${PIX}/pix-keys/lookup`, { data: { key: 'x' } }),
    403,
    'forbidden',
  );
});
