import { SimulatorState } from '#lib/sandbox/contract.ts';
import { problemOf } from '../support/answers.ts';
import type { ApiClient } from '../support/api-client.ts';
import { MANY_ROWS, type Provider } from '../support/provider.ts';
import { expect, test } from './test.ts';

test.override('options', MANY_ROWS);

const SIMULATOR = '/api/accounts/pix/simulator';

async function change(request: ApiClient, name: string, data: object): Promise<SimulatorState> {
  const answer = await request.post(`${SIMULATOR}/${name}`, { data });
  expect(answer.status(), await answer.text()).toBe(200);
  return SimulatorState.parse(await answer.json());
}

const refused = async (request: ApiClient, name: string, data: object) =>
  problemOf(await request.post(`${SIMULATOR}/${name}`, { data }), 400, 'invalid_request');

let made = 0;
const charge = (provider: Provider) => {
  made += 1;
  return provider.create({
    amount: 25.5,
    clientReference: `simulator-${Date.now()}-${made}`,
    expiresIn: 3600,
  });
};
const statusOf = async (provider: Provider, clientReference: string | null) =>
  (await provider.list({ clientReference: clientReference ?? '', limit: 1 })).transactions[0]?.status;

test('GET answers what is in force', async ({ api }) => {
  const answer = await (await api('developer')).get(SIMULATOR);
  expect(answer.status()).toBe(200);
  const state = SimulatorState.parse(await answer.json());
  expect(state).toMatchObject({
    speed: 1,
    transactions: 60_000,
    faults: [],
    account: { contract: 'signed', dialect: 'plain' },
  });
  expect(await answer.text(), 'the token is the server’s').not.toContain('accessToken');
});

test.describe('POST pay', () => {
  for (const [outcome, status] of [
    [undefined, 'COMPLETED'],
    ['paid', 'COMPLETED'],
    ['refunded', 'REFUNDED'],
    ['expire', 'EXPIRED'],
    ['cancel', 'CANCELED'],
    ['error', 'ERROR'],
  ] as const)
    test(`ends a charge: ${outcome ?? 'by default paid'}`, async ({ api, provider, sql }) => {
      const { id, clientReference } = await charge(provider);
      expect(await statusOf(provider, clientReference)).toBe('PENDING');
      await change(await api('developer'), 'pay', { transactionId: id, ...(outcome ? { outcome } : {}) });
      expect(await statusOf(provider, clientReference)).toBe(status);
      const [entry] = await sql(
        `select action, target, result from audit_log where operator_id = 'ready-developer' order by seq desc limit 1`,
      );
      expect(entry).toEqual({ action: 'simulator.pay', target: id, result: 'ok' });
    });

  test('finds it by reference too, and refuses what waits no more', async ({ api, provider, sql }) => {
    const request = await api('developer');
    const { clientReference } = await charge(provider);
    await change(request, 'pay', { clientReference });
    const { fields } = await refused(request, 'pay', { clientReference });
    expect(fields).toEqual([{ field: 'transactionId', message: 'wrong_status' }]);
    const [entry] = await sql(
      `select action, result from audit_log where operator_id = 'ready-developer' order by seq desc limit 1`,
    );
    expect(entry).toEqual({ action: 'simulator.pay', result: 'refused' });
  });

  test('refuses what it cannot read', async ({ api }) => {
    const request = await api('developer');
    const unknown = await refused(request, 'pay', { transactionId: 'no-such-charge' });
    expect(unknown.fields).toEqual([{ field: 'transactionId', message: 'not_found' }]);
    for (const [data, field] of [
      [{}, 'clientReference'],
      [{ transactionId: 'a', clientReference: 'b' }, 'clientReference'],
      [{ transactionId: '' }, 'transactionId'],
      [{ transactionId: 'a', outcome: 'lost' }, 'outcome'],
      [{ transactionId: 'a', amount: 1 }, 'amount'],
    ] as const)
      expect((await refused(request, 'pay', data)).fields?.[0]?.field, JSON.stringify(data)).toBe(field);
  });
});

test('POST dispute opens one on a paid charge, once', async ({ api, provider }) => {
  const request = await api('developer');
  const { id } = await charge(provider);
  const waiting = await refused(request, 'dispute', { transactionId: id });
  expect(waiting.fields).toEqual([{ field: 'transactionId', message: 'wrong_status' }]);
  await change(request, 'pay', { transactionId: id });
  await change(request, 'dispute', { transactionId: id, hours: 2, situation: 'coercion' });
  const { infraction } = await provider.read(`/user/transactions/${id}`);
  expect(infraction).toMatchObject({ status: 'OPEN' });
  const again = await refused(request, 'dispute', { transactionId: id });
  expect(again.fields).toEqual([{ field: 'transactionId', message: 'already_disputed' }]);
  for (const [data, field] of [
    [{ transactionId: id, hours: 0 }, 'hours'],
    [{ transactionId: id, hours: 721 }, 'hours'],
    [{ transactionId: id, situation: 'none' }, 'situation'],
  ] as const)
    expect((await refused(request, 'dispute', data)).fields?.[0]?.field).toBe(field);
});

test('POST fault arms, clear takes it off', async ({ api }) => {
  const request = await api('developer');
  const { faults } = await change(request, 'fault', {
    kind: 'status',
    status: 403,
    errorCode: 'PZA206',
    path: '/user/balance',
    untilCleared: true,
  });
  expect(faults).toMatchObject([{ kind: 'status', status: 403, path: '/user/balance', remaining: null }]);
  expect((await request.get('/api/accounts/pix/balance')).status()).toBe(403);
  const after = await change(request, 'clear', { id: faults[0]?.id ?? '' });
  expect(after.faults).toEqual([]);
  expect((await request.get('/api/accounts/pix/balance')).status()).toBe(200);
  for (const [data, field] of [
    [{}, 'kind'],
    [{ kind: 'explode' }, 'kind'],
    [{ kind: 'status', status: 999 }, 'status'],
    [{ kind: 'status', percent: 0 }, 'percent'],
    [{ kind: 'latency', ms: 60_001 }, 'ms'],
    [{ kind: 'status', method: 'TRACE' }, 'method'],
  ] as const)
    expect((await refused(request, 'fault', data)).fields?.[0]?.field, JSON.stringify(data)).toBe(field);
});

test('POST fail-deliveries arms, clear takes it off', async ({ api }) => {
  const request = await api('developer');
  const { deliveryFaults } = await change(request, 'fail-deliveries', {
    kind: 'status',
    status: 503,
    count: 3,
  });
  expect(deliveryFaults).toMatchObject([{ kind: 'status', status: 503, remaining: expect.any(Number) }]);
  expect((await change(request, 'clear', { id: deliveryFaults[0]?.id ?? '' })).deliveryFaults).toEqual([]);
  for (const [data, field] of [
    [{ status: 200 }, 'status'],
    [{ count: 0 }, 'count'],
    [{ kind: 'late' }, 'kind'],
    [{ forMinutes: 0 }, 'forMinutes'],
  ] as const)
    expect((await refused(request, 'fail-deliveries', data)).fields?.[0]?.field).toBe(field);
});

test('POST state changes the account, clear puts it back', async ({ api }) => {
  const request = await api('developer');
  const { account } = await change(request, 'state', { ips: [], contract: 'pending' });
  expect(account).toMatchObject({ ips: [], contract: 'pending' });
  const closed = await request.get('/api/accounts/pix/balance');
  expect(closed.status(), 'no address registered, and a token that may withdraw').toBe(502);
  expect(await closed.json()).toMatchObject({ provider: { code: 'PZA205', sourceIp: '127.0.0.1' } });
  expect(await (await request.get('/api/accounts/pix/health')).json()).toMatchObject({ blockedBy: 'PZA205' });
  const back = await change(request, 'clear', { id: 'all' });
  expect(back.account).toMatchObject({ contract: 'signed', ips: ['127.0.0.1'] });
  expect((await request.get('/api/accounts/pix/balance')).status()).toBe(200);
  for (const [data, field] of [
    [{}, 'body'],
    [{ dialect: 'latin' }, 'dialect'],
    [{ scopes: ['all'] }, 'scopes.0'],
    [{ locked: 'yes' }, 'locked'],
  ] as const)
    expect((await refused(request, 'state', data)).fields?.[0]?.field).toBe(field);
});

test('POST time sets the speed and moves ahead', async ({ api }) => {
  const request = await api('developer');
  const { now: before } = await change(request, 'time', { speed: 1 });
  const { now: after, speed } = await change(request, 'time', { advanceMs: 3_600_000, speed: 60 });
  expect(Date.parse(after ?? '') - Date.parse(before ?? '')).toBeGreaterThanOrEqual(3_600_000);
  expect(speed).toBe(60);
  await change(request, 'time', { speed: 1 });
  for (const [data, field] of [
    [{}, 'body'],
    [{ speed: -1 }, 'speed'],
    [{ advanceMs: 'later' }, 'advanceMs'],
  ] as const)
    expect((await refused(request, 'time', data)).fields?.[0]?.field).toBe(field);
});
