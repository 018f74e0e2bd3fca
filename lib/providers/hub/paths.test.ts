import { expect, test } from 'vitest';
import type { HttpOutcome } from '#lib/core/http/request.ts';
import { CHARGE, hubOver, no, ok, PAYOUT } from '#lib/providers/hub/testing/test-hub.ts';

const NO_ROUTE = no(404, 'ROUTE_NOT_FOUND');
/** A service that has what document 2 shows no path of under another path. */
const having = (there: Record<string, HttpOutcome>) => hubOver([({ line }) => there[line] ?? NO_ROUTE]);
const lines = ({ requests }: ReturnType<typeof hubOver>) => requests.map(({ line }) => line);

test('R11: balance, limits and metrics are found elsewhere, and asked there from then on', async () => {
  const hub = having({ 'GET /balance': ok({ available: 1200, blocked: 0 }) });
  expect((await hub.port.balance({})).available).toBe(1200);
  await hub.port.balance({});
  expect(lines(hub)).toEqual(['GET /transactions/balance', 'GET /balance', 'GET /balance']);
  await expect(hub.port.metrics({})).rejects.toMatchObject({ code: 'not_supported' });
});

test('R11: a charge is made where its list was read, one is read there, and it is refunded where documented', async () => {
  const at = '/transactions/charges';
  const hub = having({
    [`GET ${at}`]: ok({ data: [CHARGE], nextCursor: null }),
    [`GET ${at}/chg_1`]: ok(CHARGE),
    [`POST ${at}`]: ok(CHARGE),
    'POST /transactions/payment/chg_1/refund': ok(CHARGE),
  });
  const charge = {
    amount: 2500,
    clientReference: 'order-77',
    payer: { name: 'Ana', document: '52998224725' },
  };
  expect(await hub.port.charges.create(charge, hub.change)).toMatchObject({ kind: 'done' });
  expect(lines(hub)).toEqual([
    'POST /transactions/payment',
    'GET /transactions/payments',
    'GET /transactions/charge',
    `GET ${at}`,
    `POST ${at}`,
  ]);
  expect(await hub.port.charges.find({ id: 'payment:chg_1' }, {})).toMatchObject({ id: 'payment:chg_1' });
  expect(await hub.port.refunds.state('payment:chg_1', {})).toMatchObject({ refundable: 1700 });
  expect(await hub.port.refunds.create({ paymentId: 'payment:chg_1', amount: 5 }, hub.change)).toMatchObject({
    kind: 'done',
  });
  expect(hub.requests.length).toBe(8);
});

test('R11: a withdrawal goes to another path only after "no such route", and once', async () => {
  const there = having({ 'POST /transactions/withdrawals': ok(PAYOUT) });
  const key = { amount: 5000, pixKey: 'a@b.example', pixKeyType: 'email', clientReference: 'w-1' };
  expect(await there.port.withdrawals.toKey(key, there.change)).toMatchObject({ kind: 'done' });
  expect(lines(there).filter((line) => line.startsWith('POST'))).toEqual([
    'POST /transactions/withdraw',
    'POST /transactions/withdrawals',
  ]);
  const refused = hubOver([no(422, 'WITHDRAW_INSUFFICIENT_BALANCE')]);
  expect(await refused.port.withdrawals.toKey(key, refused.change)).toMatchObject({ kind: 'refused' });
  expect(refused.requests).toHaveLength(1);
});

test('R11: a code is read by the documented look-up of a recipient where nothing decodes it', async () => {
  const holder = { name: 'Loja Exemplo', document: '12.345.678/0001-95' };
  const answer = { source: 'BR_CODE', holder, pixKey: 'l***@example.com', amount: 2500, isAmountFixed: true };
  const hub = having({ 'POST /transactions/pix/destination': ok(answer) });
  expect(await hub.port.decodeCode('000201', {})).toMatchObject({
    name: 'Loja Exemplo',
    amount: 2500,
    amountEditable: false,
  });
  expect(hub.requests.at(-1)?.body).toEqual({ brCode: '000201' });
});

test('R11: a default key is set by the method that the service has', async () => {
  const hub = having({ 'POST /transactions/pix-keys/k1/default': ok({}) });
  expect(await hub.port.pixKeys.setDefault('k1', hub.change)).toMatchObject({ kind: 'done' });
  expect(lines(hub)).toEqual([
    'PUT /transactions/pix-keys/k1/default',
    'POST /transactions/pix-keys/k1/default',
  ]);
});
