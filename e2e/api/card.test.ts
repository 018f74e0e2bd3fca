import { randomUUID } from 'node:crypto';
import { jsonOf, problemOf } from '../support/answers.ts';
import { CARD, type CardAnswer, CHARGES, orderBody } from '../support/card.ts';
import { change } from '../support/payments.ts';
import { expect, test } from './test.ts';

test('POST /card/charges: 409 while it is off; then 201, 400, 403, the same key, 409', async ({
  proven,
  cardEntry,
}) => {
  const request = await proven('finance');
  await cardEntry(false);
  await problemOf(await change(request, 'post', CHARGES, orderBody()), 409, 'not_supported');
  await cardEntry(true);
  const order = orderBody();
  const key = randomUUID();
  const first = await jsonOf<CardAnswer>(await change(request, 'post', CHARGES, order, key), 201);
  expect(first).toMatchObject({ operation: { state: 'confirmed' }, result: { charge: { statusCode: 2 } } });
  // The card is no part of what tells a repeat: the same order with the same key is the same charge.
  const other = { ...order, card: { ...order.card, cvv: '999' } };
  const again = await jsonOf<CardAnswer>(await change(request, 'post', CHARGES, other, key), 200);
  expect(again.operation.id).toBe(first.operation.id);
  await problemOf(
    await change(request, 'post', CHARGES, { ...order, amount: 1 }, key),
    409,
    'idempotency_conflict',
  );
  const taken = await problemOf(await change(request, 'post', CHARGES, order), 409, 'already_done');
  expect(taken.fields).toEqual([{ field: 'externalId', message: 'taken' }]);
  const bad = { card: { ...order.card, number: '4111111111111112' } };
  const wrong = await problemOf(
    await change(request, 'post', CHARGES, orderBody(bad)),
    400,
    'invalid_request',
  );
  expect(wrong.fields).toEqual([{ field: 'card.number', message: 'card_number_invalid' }]);
  for (const data of [{}, orderBody({ cart: [] }), orderBody({ more: 1 }), orderBody({ amount: 1.5 })])
    await problemOf(await change(request, 'post', CHARGES, data), 400, 'invalid_request');
  await problemOf(await request.post(CHARGES, { data: orderBody() }), 400, 'invalid_request');
  await problemOf(await change(await proven('viewer'), 'post', CHARGES, orderBody()), 403, 'forbidden');
});

test('GET: 200, masked and revealed, 400, 404; the list by pages; rates', async ({ api, proven }) => {
  const viewer = await api('viewer');
  const list = await jsonOf<{ items: { id: string }[]; nextCursor: string; total: number }>(
    await viewer.get(`${CHARGES}?limit=20`),
    200,
  );
  const next = await jsonOf<typeof list>(
    await viewer.get(`${CHARGES}?limit=20&cursor=${list.nextCursor}`),
    200,
  );
  const ids = [...list.items, ...next.items].map(({ id }) => id);
  expect([ids.length, new Set(ids).size, next.total]).toEqual([40, 40, list.total]);
  for (const query of ['limit=101', 'from=ontem', 'cursor=x', 'nothing=1'])
    await problemOf(await viewer.get(`${CHARGES}?${query}`), 400, 'invalid_request');
  const [id = ''] = ids;
  const masked = await jsonOf<{ charge: { customer: { document: string } } }>(
    await viewer.get(`${CHARGES}/${id}`),
    200,
  );
  expect(masked.charge.customer.document).toMatch(/^\*\*\*/);
  await problemOf(await viewer.get(`${CHARGES}/${id}?reveal=1`), 403, 'forbidden');
  const finance = await proven('finance');
  const clear = await jsonOf<typeof masked>(await finance.get(`${CHARGES}/${id}?reveal=1`), 200);
  expect(clear.charge.customer.document).toMatch(/^\d{11}$|^[0-9A-Z]{14}$/);
  await problemOf(await viewer.get(`${CHARGES}/no-such-id`), 404, 'not_found');
  await problemOf(await viewer.get(`${CARD}/card/recurrences/no-such-id`), 404, 'not_found');
  const rate = await jsonOf<{ bid: string }>(await viewer.get(`${CARD}/card/rates/usd`), 200);
  expect(rate.bid).toMatch(/^\d+\.\d+$/);
  await problemOf(await viewer.get(`${CARD}/card/rates/BRL`), 400, 'invalid_request');
  await problemOf(await viewer.get(`${CARD}/card/rates/XXX`), 404, 'not_found');
  await problemOf(await viewer.get('/api/accounts/pix/card/charges'), 409, 'not_supported');
});

test('reversals and recurrences: 201 and 200, 202, 400, 403, 404, 409', async ({
  proven,
  cardEntry,
  control,
}) => {
  const request = await proven('finance');
  await cardEntry(true);
  const made = await jsonOf<CardAnswer>(
    await change(request, 'post', CHARGES, orderBody({ recurrence: { interval: 'Monthly' } })),
    201,
  );
  const reversals = `${CHARGES}/${made.result?.charge?.id}/reversals`;
  const part = await jsonOf<CardAnswer>(await change(request, 'post', reversals, { amount: 1200 }), 201);
  expect(part.result?.charge).toMatchObject({ refundedAmount: 1200, statusCode: 2 });
  const above = await problemOf(
    await change(request, 'post', reversals, { amount: 3001 }),
    400,
    'invalid_request',
  );
  expect(above.fields).toEqual([{ field: 'amount', message: 'above_left' }]);
  await control('/fault', { api: 'card', kind: 'reset', method: 'PUT', count: 1 });
  const lost = await jsonOf<CardAnswer>(await change(request, 'post', reversals, {}), 202);
  const second = await problemOf(await change(request, 'post', reversals, {}), 409, 'conflict');
  expect(second.operationId).toBe(lost.operation.id);
  await problemOf(await change(request, 'post', `${CHARGES}/no-such-id/reversals`, {}), 404, 'not_found');
  await problemOf(await change(await proven('viewer'), 'post', reversals, {}), 403, 'forbidden');

  const recurrence = `${CARD}/card/recurrences/${made.result?.charge?.recurrenceId}`;
  const amount = await jsonOf<CardAnswer>(
    await change(request, 'put', `${recurrence}/amount`, { amount: 5100 }),
    200,
  );
  expect(amount.result?.recurrence).toMatchObject({ amount: 5100 });
  await problemOf(
    await change(request, 'put', `${recurrence}/amount`, { amount: 0 }),
    400,
    'invalid_request',
  );
  const stopped = await jsonOf<CardAnswer>(await change(request, 'post', `${recurrence}/deactivate`), 200);
  expect(stopped.result?.recurrence).toMatchObject({ status: 'INACTIVE' });
  await jsonOf<CardAnswer>(await change(request, 'post', `${recurrence}/reactivate`), 200);
});
