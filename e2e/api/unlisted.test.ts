import { addDays, saoPauloDay } from '#lib/core/dates.ts';
import { jsonOf } from '../support/answers.ts';
import { change } from '../support/payments.ts';
import { body, WEBHOOKS } from '../support/webhooks.ts';
import { expect, test } from './test.ts';

// A service without these lists. The product caches that for an hour, so these tests have their own.
test.override('options', { simulator: { transactions: 2_000 } });

const REPORTS = '/api/accounts/pix/reports';

test('reports: those ordered here are shown', async ({ api, provider }) => {
  await provider.fault({
    kind: 'status',
    status: 404,
    method: 'GET',
    path: '/user/report',
    untilCleared: true,
  });
  const request = await api('finance');
  const today = saoPauloDay(Date.now());
  const order = { from: addDays(today, -6), to: addDays(today, -2) };
  const { result } = await jsonOf<{ result: { report: { id: string } } }>(
    await change(request, 'post', REPORTS, order),
    201,
  );
  const list = await (await request.get(REPORTS)).json();
  expect(list).toMatchObject({ listed: false, items: [{ id: result.report.id }] });
});

test('webhooks: those added by hand are shown', async ({ api, provider }) => {
  await provider.fault({
    kind: 'status',
    status: 404,
    method: 'GET',
    path: '/user/webhooks',
    untilCleared: true,
  });
  const request = await api('admin');
  expect(await (await request.get(WEBHOOKS)).json()).toMatchObject({ listed: false, items: [] });
  const added = { existingId: 'wh_told', url: 'https://loja.example/x' };
  expect((await change(request, 'post', WEBHOOKS, added)).status()).toBe(201);
  expect(await (await request.get(WEBHOOKS)).json()).toMatchObject({
    items: [{ id: 'wh_told', source: 'added' }],
  });
  const gone = await body(await change(request, 'delete', `${WEBHOOKS}/wh_told`), 200);
  expect(gone).toEqual({ result: { id: 'wh_told', forgotten: true } });
});
