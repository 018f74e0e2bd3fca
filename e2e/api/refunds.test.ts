import { problemOf } from '../support/answers.ts';
import { answerOf, change, ended, endLookUps, PIX } from '../support/payments.ts';
import { SHORT_LIMITS } from '../support/provider.ts';
import { expect, test } from './test.ts';

test.override('options', SHORT_LIMITS);

const refundsOf = (id: string) => `${PIX}/transactions/${id}/refunds`;
const POST = { method: 'POST', path: '/refund/{id}' };

test('201 in part, then 400 above what is left, then all of it, then 409', async ({ api, paid }) => {
  const request = await api('finance');
  const id = await paid(10_000);
  const part = await answerOf(await change(request, 'post', refundsOf(id), { amount: 3_000 }), 201);
  expect(part.operation).toMatchObject({ kind: 'refund.create', state: 'confirmed' });
  const state = await (await (await api('viewer')).get(refundsOf(id))).json();
  expect(state.refundable).toBe(7_000);
  const above = await change(request, 'post', refundsOf(id), { amount: 7_001 });
  const problem = await problemOf(above, 400, 'invalid_request');
  expect(problem.fields).toEqual([{ field: 'amount', message: 'above_left' }]);
  // A refund in progress keeps the rest for itself at some providers: the first one is given its time.
  await expect
    .poll(async () => (await change(request, 'post', refundsOf(id), {})).status(), { timeout: 20_000 })
    .toBe(201);
  await problemOf(await change(request, 'post', refundsOf(id), {}), 409, 'already_done');
});

for (const [kind, applied] of [
  ['apply-reset', true],
  ['reset', false],
] as const)
  test(`202 under ${kind}; another is refused meanwhile`, async ({ api, provider, paid }) => {
    const request = await api('finance');
    const id = await paid(5_000);
    await provider.fault({ kind, ...POST });
    const { operation } = await answerOf(
      await change(request, 'post', refundsOf(id), { amount: 1_000 }),
      202,
    );
    if (!applied) {
      const second = await problemOf(
        await change(request, 'post', refundsOf(id), { amount: 500 }),
        409,
        'conflict',
      );
      expect(second.operationId).toBe(operation.id);
    } else expect((await ended(request, PIX, operation.id)).state).toBe('confirmed');
    const { refundable } = await (await request.get(refundsOf(id))).json();
    expect(refundable).toBe(applied ? 4_000 : 5_000);
  });

test('POST …/settle: 409 while it is looked for, then 400, 403, 404, 200 once; the next refund goes', async ({
  api,
  provider,
  paid,
  sql,
}) => {
  const request = await api('finance');
  const id = await paid(5_000);
  await provider.fault({ kind: 'reset', ...POST });
  const { operation } = await answerOf(await change(request, 'post', refundsOf(id), { amount: 1_000 }), 202);
  const settle = `${PIX}/operations/${operation.id}/settle`;
  const word = { happened: false, reason: 'Não está no extrato.' };
  await problemOf(await change(request, 'post', settle, word), 409, 'conflict');
  await endLookUps(sql, operation.id);
  for (const data of [{}, { happened: false }, { ...word, reason: ' ' }, { ...word, more: 1 }])
    await problemOf(await change(request, 'post', settle, data), 400, 'invalid_request');
  await problemOf(await change(await api('analyst'), 'post', settle, word), 403, 'forbidden');
  await problemOf(await change(request, 'post', `${PIX}/operations/op_none/settle`, word), 404, 'not_found');
  const key = `settle-${operation.id}`;
  for (const time of ['first', 'again, with its key']) {
    const answer = await change(request, 'post', settle, word, key);
    expect(answer.status(), time).toBe(200);
    expect((await answer.json()).operation).toMatchObject({
      ...{ state: 'rejected', reason: 'by_hand' },
      byHand: { happened: false, reason: word.reason },
    });
  }
  await problemOf(await change(request, 'post', settle, word), 409, 'conflict');
  await answerOf(await change(request, 'post', refundsOf(id), { amount: 1_000 }), 201);
});

test('400, 403, 404 and the provider’s PZC221 as already_done', async ({ api, provider, paid }) => {
  const request = await api('finance');
  const id = await paid(2_000);
  for (const data of [{ amount: 0 }, { amount: 1.5 }, { amount: '5' }, { more: 1 }])
    await problemOf(await change(request, 'post', refundsOf(id), data), 400, 'invalid_request');
  await problemOf(await change(await api('analyst'), 'post', refundsOf(id), {}), 403, 'forbidden');
  await problemOf(await change(request, 'post', refundsOf('none'), {}), 404, 'not_found');
  await problemOf(await request.get(refundsOf('none')), 404, 'not_found');
  await provider.fault({ kind: 'status', status: 409, errorCode: 'PZC221', ...POST });
  const done = await problemOf(await change(request, 'post', refundsOf(id), {}), 409, 'already_done');
  expect(done.existing).toMatchObject({ refund: { refundable: 2_000 } });
});

test('GET …/receipt: 200 as a file, 403 without reveal, 404, and the provider’s refusal', async ({
  api,
  paid,
  provider,
  sql,
}) => {
  const analyst = await api('analyst');
  const id = await paid(1_500);
  const receipt = await analyst.get(`${PIX}/transactions/${id}/receipt`);
  expect(receipt.status(), await receipt.text()).toBe(200);
  expect(receipt.headers()['content-type']).toBe('application/pdf');
  expect(receipt.headers()['content-disposition']).toBe(`attachment; filename="receipt-${id}.pdf"`);
  expect((await receipt.body()).subarray(0, 5).toString()).toBe('%PDF-');
  const [entry] = await sql(`select action from audit_log where target = $1 order by seq desc limit 1`, [id]);
  expect(entry).toEqual({ action: 'transaction.receipt' });
  const viewer = await api('viewer');
  await problemOf(await viewer.get(`${PIX}/transactions/${id}/receipt`), 403, 'forbidden');
  await problemOf(await analyst.get(`${PIX}/transactions/none/receipt`), 404, 'not_found');
  const { id: pending } = await provider.create({ amount: 5 });
  const early = await analyst.get(`${PIX}/transactions/${pending}/receipt`);
  expect(early.status()).toBe(422);
  expect((await early.json()).provider).toMatchObject({ code: 'PZC320' });
});
