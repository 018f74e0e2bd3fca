import { afterAll, beforeAll, expect, it } from 'vitest';
import { DISPUTE_STATES } from './model.ts';
import { CUSTOMER, expectError, type HubClient, openHub } from './test-client.ts';

let client: HubClient;
beforeAll(async () => {
  client = await openHub();
  await client.control('state', { rateLimits: false });
});
afterAll(() => client.sandbox.close());

const INFRACTIONS = '/transactions/infractions';
const HOUR = 3_600_000;
const available = async () => (await client.get('/transactions/balance')).json.available;
const lastLine = async () =>
  (await client.get('/transactions/statement?limit=1&sortDirection=desc')).json.data[0];

async function disputed(hours = 100) {
  const { id } = (
    await client.post('/transactions/payment', { amount: 8000, method: 'PIX', customer: CUSTOMER })
  ).json;
  await client.control('pay', { id });
  const { dispute } = (await client.control('dispute', { id, hours })).json;
  return { id, protocol: dispute.protocol as string };
}

it('shows the seeded ones in every state, with deadlines just ahead', async () => {
  const rows = await client.all(INFRACTIONS);
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(DISPUTE_STATES));
  const whole = (await client.get(`${INFRACTIONS}?limit=${rows.length}`)).json;
  expect([whole.data.length, whole.nextCursor]).toEqual([rows.length, null]);
  const times = rows.map(({ reportedAt }) => reportedAt);
  expect(times).toEqual([...times].sort().reverse());
  const open = await client.all(`${INFRACTIONS}?open=true`);
  expect(open.every(({ status }) => status !== 'CLOSED' && status !== 'CANCELLED')).toBe(true);
  const left = open.map(({ dueAt }) => (Date.parse(dueAt) - Date.now()) / HOUR);
  for (const [least, most] of [
    [0, 6],
    [6, 24],
    [24, 48],
    [48, 100],
  ] as const)
    expect(left.some((hours) => hours > least && hours < most)).toBe(true);
});

it('filters by type, result and status, and finds one by its protocol', async () => {
  const agreed = await client.all(`${INFRACTIONS}?analysisResult=AGREED`);
  expect(new Set(agreed.map(({ status }) => status))).toEqual(new Set(['CLOSED']));
  const fraud = await client.all(`${INFRACTIONS}?type=FRAUD&status=OPEN&open=false`);
  expect(fraud.length).toBeGreaterThan(0);
  expect(fraud.every(({ type, status }) => type === 'FRAUD' && status === 'OPEN')).toBe(true);
  expect((await client.get(`${INFRACTIONS}/${agreed[0].protocol}`)).json).toEqual(agreed[0]);
  expectError(await client.get(`${INFRACTIONS}/none`), 404, 'INFRACTION_NOT_FOUND');
  expectError(await client.get(`${INFRACTIONS}?open=perhaps`), 400, 'SCHEMA_INVALID');
});

it('blocks the amount, and settles it when the dispute is accepted', async () => {
  const before = await available();
  const { id, protocol } = await disputed();
  const during = await available();
  expect(during - before).toBe(7899 - 8000);
  expect(await lastLine()).toMatchObject({
    trigger: 'INFRACTION_BLOCK',
    amount: -8000,
    infractionProtocol: protocol,
  });
  await client.control('dispute', { protocol, close: 'AGREED' });
  expect(await lastLine()).toMatchObject({ trigger: 'INFRACTION_SETTLED', gross: 8000 });
  expect(await available()).toBe(during);
  const one = (await client.get(`${INFRACTIONS}/${protocol}`)).json;
  expect(one).toMatchObject({ status: 'CLOSED', analysisResult: 'AGREED', settledAmount: 8000 });
  expect((await client.get(`/transactions/payment/${id}`)).json.status).toBe('REFUNDED');
});

it.each([
  ['DISAGREED', -150],
  ['CANCELLED', 0],
])('releases it when %s', async (close, fee) => {
  const { protocol } = await disputed();
  const during = await available();
  await client.control('dispute', { protocol, close });
  expect((await lastLine()).trigger).toBe('INFRACTION_RELEASED');
  expect((await available()) - during).toBe(8000 + fee);
});

it('leaves the balance alone where the account says so', async () => {
  await client.control('state', { blocksBalance: false });
  const before = await available();
  const { protocol } = await disputed();
  expect((await available()) - before).toBe(7899);
  await client.control('dispute', { protocol, close: 'AGREED' });
  expect(await lastLine()).toMatchObject({ trigger: 'INFRACTION_SETTLED', amount: -8000 });
  await client.control('state', { blocksBalance: true });
});

it('takes silence for acceptance', async () => {
  const { protocol } = await disputed(3);
  await client.control('time', { advanceMs: 4 * HOUR });
  expect((await client.get(`${INFRACTIONS}/${protocol}`)).json.status).toBe('WAITING_PSP');
  await client.control('time', { advanceMs: 25 * HOUR });
  expect((await client.get(`${INFRACTIONS}/${protocol}`)).json).toMatchObject({
    status: 'CLOSED',
    analysisResult: 'AGREED',
  });
});
