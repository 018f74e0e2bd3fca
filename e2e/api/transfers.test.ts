import { problemOf } from '../support/answers.ts';
import { answerOf, change, ended, HUB, nextAmount, PIX } from '../support/payments.ts';
import { SHORT_LIMITS } from '../support/provider.ts';
import { expect, step, test } from './test.ts';

test.override('options', SHORT_LIMITS);

const TRANSFERS = `${PIX}/transfers`;
const RECEIVER = { receiver: '482913' };

test('201 confirmed at once, listed, held once', async ({ api, recordsOf }) => {
  const request = await api('finance');
  const made = await answerOf(
    await change(request, 'post', TRANSFERS, { ...RECEIVER, amount: nextAmount(), description: 'Filial' }),
    201,
  );
  expect(made.operation).toMatchObject({ kind: 'transfer.create', state: 'confirmed' });
  const { id = '', clientReference = '' } = made.result?.payment ?? {};
  expect(await recordsOf(clientReference ?? '')).toMatchObject([{ id }]);
  const list = await (await (await api('viewer')).get(`${TRANSFERS}?limit=50`)).json();
  expect(list.items.map((one: { id: string }) => one.id)).toContain(id);
});

test('202 without a readable answer: then told as it is', async ({ api, provider, recordsOf }) => {
  const request = await api('finance');
  for (const [kind, applied] of [
    ['apply-reset', true],
    ['reset', false],
  ] as const)
    await step(kind, async () => {
      await provider.fault({ kind, method: 'POST', path: '/internal-transfer' });
      const data = { ...RECEIVER, amount: nextAmount() };
      const { operation } = await answerOf(await change(request, 'post', TRANSFERS, data), 202);
      const found = applied
        ? await ended(request, PIX, operation.id)
        : (await (await request.get(`${PIX}/operations/${operation.id}`)).json()).operation;
      expect(found.state).toBe(applied ? 'confirmed' : 'unknown');
      expect(await recordsOf(found.clientReference)).toHaveLength(applied ? 1 : 0);
    });
});

test('400, 403, 404 and the provider’s own refusals', async ({ api, provider }) => {
  const request = await api('finance');
  for (const receiver of ['48291', 'ana@example.com']) {
    const wrong = await change(request, 'post', TRANSFERS, { amount: nextAmount(), receiver });
    const { fields } = await problemOf(wrong, 400, 'invalid_request');
    expect(fields).toEqual([{ field: 'receiver', message: 'account_number_invalid' }]);
  }
  for (const data of [{}, { ...RECEIVER }, { ...RECEIVER, amount: 1.5 }, { ...RECEIVER, amount: 100, x: 1 }])
    await problemOf(await change(request, 'post', TRANSFERS, data), 400, 'invalid_request');
  const unknown = await change(request, 'post', TRANSFERS, { amount: nextAmount(), receiver: '012345' });
  expect(unknown.status()).toBe(404);
  expect((await unknown.json()).provider).toMatchObject({ code: 'PZC300' });
  await provider.fault({
    kind: 'status',
    status: 403,
    errorCode: 'PZC401',
    method: 'POST',
    path: '/internal-transfer',
  });
  const off = await change(request, 'post', TRANSFERS, { ...RECEIVER, amount: nextAmount() });
  await problemOf(off, 403, 'provider_rejected');
  const viewer = await change(await api('viewer'), 'post', TRANSFERS, { ...RECEIVER, amount: nextAmount() });
  await problemOf(viewer, 403, 'forbidden');
});

test('the Hub’s goes to a key of the other account', async ({ api }) => {
  const request = await api('finance');
  const send = (receiver: string) =>
    change(request, 'post', `${HUB}/transfers`, { amount: nextAmount(), receiver });
  const made = await answerOf(await send('loja@example.com'), 201);
  expect(made.result?.payment?.id).toMatch(/^transfer:/);
  const { fields } = await problemOf(await send('482913'), 400, 'invalid_request');
  expect(fields).toEqual([{ field: 'receiver', message: 'key_invalid' }]);
});
