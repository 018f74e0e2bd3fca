import { afterEach, beforeEach, expect, it } from 'vitest';
import { nextAfter } from './cycles.ts';
import { type CardClient, chargeBody, openCardClient } from './test-client.ts';

const DAY = 86_400_000;

let client: CardClient;
beforeEach(async () => {
  client = await openCardClient();
});
afterEach(() => client.sandbox.close());

async function advance(days: number): Promise<void> {
  await client.control('time', { advanceMs: days * DAY });
  await client.signIn();
}

async function subscribe(recurrence: Record<string, unknown>, amount = 4200): Promise<string> {
  const { json } = await client.card('POST', '/charges', chargeBody({ amount, recurrence }));
  return json.recurrence.recurrentPaymentId;
}

const get = async (id: string) => (await client.card('GET', `/charges/recurrences/${id}`)).json;
const put = (id: string, what: string, body?: unknown) =>
  client.card('PUT', `/charges/recurrences/${id}/${what}`, body);
const cycles = async (id: string): Promise<{ recurrenceCycle: number; amount: number }[]> =>
  (await client.card('GET', `/charges?limit=100&recurrentPaymentId=${id}`)).json.charges.reverse();

it('charges every month, each cycle at its own time, with the amount in force', async () => {
  const id = await subscribe({ interval: 'Monthly' });
  expect(await get(id)).toMatchObject({
    recurrentPaymentId: id,
    interval: 'MONTHLY',
    status: 'ACTIVE',
    amount: 4200,
    endDate: null,
  });
  const first = Date.parse((await get(id)).nextRecurrency);
  await advance(35);
  const changed = await put(id, 'amount', { amount: 5900 });
  expect([changed.status, changed.json.amount]).toEqual([200, 5900]);
  await advance(62);
  const made = await cycles(id);
  expect(made.map((one) => [one.recurrenceCycle, one.amount])).toEqual([
    [0, 4200],
    [1, 4200],
    [2, 5900],
    [3, 5900],
  ]);
  expect(made[1]).toMatchObject({ createdAt: new Date(first).toISOString(), externalId: 'pedido-1' });
  expect(made[1]).toMatchObject({ recurrence: { recurrentPaymentId: id }, customer: { name: 'Ana Souza' } });
});

it('stops, goes on from its next date, and makes up for nothing', async () => {
  const id = await subscribe({ interval: 'Monthly' });
  expect((await put(id, 'deactivate')).json).toMatchObject({ status: 'INACTIVE', nextRecurrency: null });
  await advance(100);
  expect(await cycles(id)).toHaveLength(1);
  const { json } = await put(id, 'reactivate');
  expect(json.status).toBe('ACTIVE');
  expect(Date.parse(json.nextRecurrency)).toBeGreaterThan(Date.now() + 99 * DAY);
  await advance(32);
  expect((await cycles(id)).map((one) => one.recurrenceCycle)).toEqual([0, 1]);
});

it('ends after its last day', async () => {
  const endDate = new Date(Date.now() + 70 * DAY).toISOString().slice(0, 10);
  const id = await subscribe({ interval: 'Monthly', endDate });
  await advance(69);
  expect((await get(id)).status).toBe('ACTIVE');
  await advance(3);
  expect(await get(id)).toMatchObject({ status: 'ENDED', nextRecurrency: null, endDate });
  expect((await cycles(id)).length).toBe(3);
  for (const what of ['deactivate', 'reactivate']) expect((await put(id, what)).status).toBe(409);
  expect((await put(id, 'amount', { amount: 1 })).status).toBe(409);
});

it('charges yearly too', async () => {
  const id = await subscribe({ interval: 'Annual' });
  await advance(360);
  expect(await cycles(id)).toHaveLength(1);
  await advance(10);
  expect(await cycles(id)).toHaveLength(2);
});

it('can be refused in a cycle, and begins only with a charge that went well', async () => {
  const id = await subscribe({ interval: 'Monthly' });
  await put(id, 'amount', { amount: 4211 });
  await advance(32);
  expect((await cycles(id))[1]).toMatchObject({ creditCardPayment: { status: 3, reasonCode: 2 } });
  const refused = await client.card(
    'POST',
    '/charges',
    chargeBody({ amount: 4212, recurrence: { interval: 'Monthly' } }),
  );
  expect(refused.json.recurrence).toBeNull();
  const late = await subscribe({ interval: 'Monthly' }, 4203);
  await client.control('time', { advanceMs: 10 * 60_000 });
  expect(await get(late)).toMatchObject({ status: 'INACTIVE' });
});

it.each([[{}], [{ amount: 0 }], [{ amount: '5' }], [{ amount: 1.5 }], [undefined]])(
  'refuses the amount %j',
  async (body) => {
    const id = await subscribe({ interval: 'Monthly' });
    expect((await put(id, 'amount', body)).status).toBe(400);
    expect((await get(id)).amount).toBe(4200);
  },
);

it('knows no other recurrence', async () => {
  expect((await client.card('GET', '/charges/recurrences/none')).status).toBe(404);
  for (const what of ['amount', 'deactivate', 'reactivate'])
    expect((await put('none', what, { amount: 5 })).status).toBe(404);
});

it('keeps to the last day of short months, and returns to its own', () => {
  const plain = {
    createdAt: Date.parse('2027-01-31T15:00:00Z'),
    interval: 'MONTHLY' as const,
    endDate: null,
  };
  const at = (after: string) => new Date(nextAfter(plain, Date.parse(after)) ?? 0).toISOString();
  expect(at('2027-01-31T15:00:00Z')).toBe('2027-02-28T15:00:00.000Z');
  expect(at('2027-02-28T15:00:00Z')).toBe('2027-03-31T15:00:00.000Z');
  expect(at('2028-02-01T00:00:00Z')).toBe('2028-02-29T15:00:00.000Z');
});
