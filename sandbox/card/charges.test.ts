import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CARD, type CardClient, chargeBody, openCardClient } from './test-client.ts';

let client: CardClient;
beforeAll(async () => {
  client = await openCardClient();
});
afterAll(() => client.sandbox.close());
afterEach(async () => {
  await client.control('reset', { scope: 'normal' });
  await client.control('state', { dialect: 'plain' });
});

const create = (change: Record<string, unknown> = {}, card: Record<string, unknown> = {}) =>
  client.card('POST', '/charges', chargeBody(change, card));
const payment = async (id: string) => (await client.card('GET', `/charges/${id}`)).json.creditCardPayment;
const advance = async (advanceMs: number) => {
  await client.control('time', { advanceMs });
  await client.signIn();
};
const MINUTE = 60_000;
const DAY = 86_400_000;

describe('creation', () => {
  it('answers the charge object, with nothing of the card in it', async () => {
    const { status, json, text } = await create({ postbackUrl: 'https://loja.example/x' });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      externalId: 'pedido-1',
      amount: 4200,
      paymentType: 'creditcard',
      customer: { name: 'Ana Souza', identity: '52998224725', identityType: 'CPF' },
      creditCardPayment: { status: 2, reasonCode: 0, reasonMessage: 'Successful', returnCode: '00' },
      recurrence: null,
      recurrenceCycle: null,
      chargebacks: [],
    });
    expect(json.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
    for (const secret of [CARD.number, CARD.holder, CARD.expiration]) expect(text).not.toContain(secret);
    // Its last digits may stand by chance inside a random id.
    expect(text).not.toMatch(/(?<![0-9a-z])1111(?![0-9a-z])/i);
    expect((await client.card('GET', `/charges/${json.id}`)).json).toEqual(json);
  });

  it.each([
    [4211, 3, 2],
    [4212, 3, 7],
    [4213, 13, 16],
    [4214, 3, 15],
    [4217, 0, 22],
    [4201, 1, 0],
    [4202, 12, 9],
  ])('%i cents: status %i, reason %i', async (amount, status, reasonCode) => {
    expect((await create({ amount })).json.creditCardPayment).toMatchObject({ status, reasonCode });
  });

  it.each([
    ['4000000000000002', 3, 7],
    ['4000000000009995', 3, 2],
    ['4100000000000019', 13, 16],
    ['4111111111111112', 0, 21],
  ])('card %s: status %i, reason %i', async (number, status, reasonCode) => {
    expect((await create({}, { number })).json.creditCardPayment).toMatchObject({ status, reasonCode });
  });

  it('moves what waits: captured, confirmed, refused, stopped as fraud, charged back', async () => {
    const ids = await Promise.all(
      [4201, 4202, 4203, 4218, 4219].map(async (amount) => (await create({ amount })).json.id),
    );
    await advance(6 * MINUTE);
    const now = await Promise.all(ids.map(payment));
    expect(now.map((one) => one.status)).toEqual([2, 2, 3, 13, 2]);
    expect(now[3].reasonMessage).toBe('AbortedByFraud');
    await advance(2 * DAY);
    const charge = (await client.card('GET', `/charges/${ids[4]}`)).json;
    expect(charge.chargebacks).toMatchObject([{ status: 'OPEN', amount: 4219 }]);
    await advance(8 * DAY);
    expect((await client.card('GET', `/charges/${ids[4]}`)).json.chargebacks).toMatchObject([
      { status: 'LOST' },
    ]);
  });

  it.each([
    ['amount', { amount: 42.5 }],
    ['amount', { amount: 0 }],
    ['externalId', { externalId: undefined }],
    ['paymentType', { paymentType: 'pix' }],
    ['customer', { customer: undefined }],
    ['customer.name', { customer: {} }],
    ['customer.identity', { customer: { name: 'A', identity: '52998224724', identityType: 'CPF' } }],
    ['customer.address.zipCode', { customer: { name: 'A', address: { street: 'Rua' } } }],
    ['cart', { cart: [] }],
    ['cart.0.quantity', { cart: [{ name: 'a', sku: 'b', quantity: 0, unitPrice: 1 }] }],
    ['creditCardPayment', { creditCardPayment: undefined }],
    ['creditCardPayment.card', { creditCardPayment: { installments: 1 } }],
    ['recurrence.interval', { recurrence: { interval: 'MONTHLY' } }],
    ['recurrence.endDate', { recurrence: { interval: 'Monthly', endDate: '2001-01-01' } }],
    [
      'creditCardPayment.installments',
      { recurrence: { interval: 'Monthly' }, creditCardPayment: { installments: 3, card: CARD } },
    ],
    ['postbackUrl', { postbackUrl: 'ftp://a.example' }],
  ])('names %s when it is wrong', async (field, change) => {
    const { status, json } = await create(change);
    expect([status, json.message]).toEqual([400, 'Dados inválidos.']);
    expect(json.errors.map((one: { field: string }) => one.field)).toContain(field);
  });

  it.each([
    ['number', '4111 1111 1111 1111'],
    ['number', undefined],
    ['holder', ''],
    ['expiration', '7/31'],
    ['cvv', '73'],
  ])('does not repeat a wrong card: %s', async (name, value) => {
    const { status, json, text } = await create({}, { [name]: value });
    expect([status, json.errors.map((one: { field: string }) => one.field)]).toEqual([
      400,
      [`creditCardPayment.card.${name}`],
    ]);
    for (const secret of [CARD.number, CARD.cvv, CARD.expiration, String(value)].filter(
      (one) => one.length > 2,
    ))
      expect(text).not.toMatch(new RegExp(`(?<![0-9a-z])${secret}(?![0-9a-z])`, 'i'));
  });

  it('does not repeat a body that is no JSON', async () => {
    const { status, text } = await client.card('POST', '/charges', `{"number":"${CARD.number}" x`);
    expect([status, text.includes(CARD.number)]).toEqual([400, false]);
  });
});

describe('list', () => {
  it('pages through a living history of every status, newest first', async () => {
    const first = (await client.card('GET', '/charges')).json;
    expect([first.page, first.charges.length, first.totalPages]).toEqual([
      1,
      10,
      Math.ceil(first.total / 10),
    ]);
    const all = [];
    for (let page = 1; all.length < first.total; page++)
      all.push(...(await client.card('GET', `/charges?limit=100&page=${page}`)).json.charges);
    expect(all.length).toBeGreaterThan(400);
    expect(new Set(all.map((one) => one.id)).size).toBe(all.length);
    const times = all.map((one) => one.createdAt);
    expect(times).toEqual([...times].sort().reverse());
    const statuses = new Set(all.map((one) => one.creditCardPayment.status));
    expect([...statuses].sort((a, b) => a - b)).toEqual(expect.arrayContaining([0, 2, 3, 10, 11, 13]));
    const words = new Set(
      all.flatMap((one) => one.chargebacks.map(({ status }: { status: string }) => status)),
    );
    expect([...words].sort()).toEqual(expect.arrayContaining(['LOST', 'WON']));
    const recurrences = all.flatMap((one) => (one.recurrence ? [one.recurrence.status] : []));
    expect(new Set(recurrences)).toEqual(new Set(['ACTIVE', 'INACTIVE', 'ENDED']));
  });

  it('filters by São Paulo days, instants and recurrence', async () => {
    const { json } = await create({ recurrence: { interval: 'Monthly' } });
    const id = json.recurrence.recurrentPaymentId;
    const own = (await client.card('GET', `/charges?recurrentPaymentId=${id}`)).json;
    expect([own.total, own.charges[0].id]).toEqual([1, json.id]);
    const day = new Date(Date.parse(json.createdAt) - 3 * 3_600_000).toISOString().slice(0, 10);
    const today = (await client.card('GET', `/charges?limit=100&startDate=${day}&endDate=${day}`)).json;
    expect(today.charges.map((one: { id: string }) => one.id)).toContain(json.id);
    const before = (
      await client.card(
        'GET',
        `/charges?endDate=${new Date(Date.parse(json.createdAt) - 1).toISOString()}&startDate=2001-01-01`,
      )
    ).json;
    expect(before.charges.map((one: { id: string }) => one.id)).not.toContain(json.id);
  });

  it.each(['limit=0', 'limit=101', 'page=x', 'startDate=ontem'])('refuses ?%s', async (query) => {
    expect((await client.card('GET', `/charges?${query}`)).status).toBe(400);
  });
});

describe('reversal', () => {
  const reverse = (id: string, query = '') => client.card('PUT', `/charges/${id}/reverse${query}`);

  it('cancels on the day, refunds later, and never twice', async () => {
    const { id } = (await create()).json;
    expect((await reverse(id)).json).toMatchObject({
      id,
      creditCardPayment: { status: 10 },
      reversedAmount: 4200,
    });
    expect((await reverse(id)).status).toBe(409);
    const later = (await create()).json.id;
    await advance(2 * DAY);
    expect((await reverse(later)).json.creditCardPayment.status).toBe(11);
  });

  it('takes parts until nothing is left', async () => {
    const { id } = (await create()).json;
    expect((await reverse(id, '?amount=4201')).status).toBe(422);
    expect((await reverse(id, '?amount=1200')).json).toMatchObject({
      reversedAmount: 1200,
      creditCardPayment: { status: 2 },
    });
    expect((await reverse(id, '?amount=3001')).status).toBe(422);
    expect((await reverse(id)).json).toMatchObject({
      reversedAmount: 4200,
      creditCardPayment: { status: 10 },
    });
  });

  it.each(['0', '-1', '1.5', 'x', ''])('refuses ?amount=%s', async (amount) => {
    const { id } = (await create()).json;
    expect((await reverse(id, `?amount=${amount}`)).status).toBe(400);
    expect(await payment(id)).toMatchObject({ status: 2 });
  });

  it('is for paid and authorised charges; the latter only whole, and then nothing is captured', async () => {
    for (const amount of [4211, 4213, 4217, 4202]) {
      expect((await reverse((await create({ amount })).json.id)).status).toBe(422);
    }
    const { id } = (await create({ amount: 4201 })).json;
    expect((await reverse(id, '?amount=1')).status).toBe(422);
    expect((await reverse(id)).json.creditCardPayment.status).toBe(10);
    await advance(10 * MINUTE);
    expect(await payment(id)).toMatchObject({ status: 10 });
  });

  it('waits for an open chargeback', async () => {
    const { id } = (await create()).json;
    expect((await client.steer('dispute', { id })).status).toBe(200);
    expect((await client.steer('dispute', { id })).status).toBe(409);
    expect((await reverse(id)).status).toBe(422);
    expect((await client.steer('dispute', { id, close: 'WON' })).json.charge.chargebacks).toMatchObject([
      { status: 'WON' },
    ]);
    expect((await reverse(id)).status).toBe(200);
  });

  it('knows no other charge', async () => {
    expect((await reverse('none')).status).toBe(404);
    expect((await client.card('GET', '/charges/none')).status).toBe(404);
    expect((await client.card('DELETE', '/charges/none')).status).toBe(404);
  });
});

describe('control', () => {
  it('settles what waits, and shows it', async () => {
    const { id } = (await create({ amount: 4202, externalId: 'espera-1' })).json;
    const { json } = await client.control('state');
    expect(json.card.pending.map((one: { id: string }) => one.id)).toContain(id);
    expect((await client.steer('pay', { id, outcome: 'shrug' })).status).toBe(400);
    expect(
      (await client.steer('pay', { externalId: 'espera-1', outcome: 'fraud' })).json.charge.creditCardPayment
        .status,
    ).toBe(13);
    expect((await client.steer('pay', { id })).status).toBe(409);
    await advance(5 * MINUTE);
    expect(await payment(id)).toMatchObject({ status: 13 });
  });

  it.each([
    ['pay', { id: 'none' }, 404],
    ['dispute', { id: 'none' }, 404],
    ['state', {}, 400],
    ['fail-deliveries', { kind: 'flood' }, 400],
    ['nothing', {}, 404],
  ])('refuses %s %j', async (name, body, status) => {
    expect((await client.steer(name, body)).status).toBe(status);
  });
});

describe('rates', () => {
  it('gives what a foreign unit costs', async () => {
    const { status, json } = await client.card('GET', '/currencies/USD/rate');
    expect([status, json.code]).toEqual([200, 'USD']);
    expect(json.rate.ask).toBeGreaterThan(json.rate.bid);
    expect(json.rate.bid / 5.4).toBeCloseTo(1, 1);
  });

  it.each([
    ['BRL', 400],
    ['usd', 400],
    ['XTS', 404],
  ])('refuses %s', async (code, status) => {
    expect((await client.card('GET', `/currencies/${code}/rate`)).status).toBe(status);
  });
});

describe('dialects', () => {
  it('spells everything differently', async () => {
    const { id } = (await create({ recurrence: { interval: 'Annual' } })).json;
    await client.control('state', { dialect: 'nested' });
    const { charge } = (await client.card('GET', `/charges/${id}`)).json.data;
    expect(charge).toMatchObject({
      charge_id: id,
      amount: '4200',
      payment: { status: '2', reason: { code: '0' } },
      subscription: { frequency: 'Annual' },
    });
    expect((await client.card('GET', '/charges?limit=3')).json.data).toMatchObject({
      items: expect.any(Array),
      pagination: { currentPage: 1 },
    });
    expect((await create({ amount: 0 })).json.errors[0]).toEqual({
      property: 'amount',
      description: expect.any(String),
    });
    expect((await client.signIn()).json.data.expiresIn).toBe('3600');
    expect((await client.card('GET', '/currencies/EUR/rate')).json.data.currency).toBe('EUR');
    expect(
      (await client.card('GET', `/charges/recurrences/${charge.subscription.recurrence_id}`)).json.data
        .recurrence.status,
    ).toBe('ACTIVE');
  });

  it('leaves out what may be absent', async () => {
    const { id } = (await create()).json;
    await client.control('state', { dialect: 'sparse' });
    const { json } = await client.card('GET', `/charges/${id}`);
    expect(json).not.toHaveProperty('recurrence');
    expect(json).not.toHaveProperty('reversedAmount');
    expect(json.creditCardPayment.status).toBe(2);
    expect(Object.keys((await client.signIn()).json)).toEqual(['access_token']);
    expect(Object.keys((await client.card('GET', '/charges')).json)).toEqual(['charges']);
    // Document 3 shows a 200 and no body.
    expect(Object.keys((await create()).json)).toEqual(['id', 'status']);
    expect((await client.card('PUT', `/charges/${id}/reverse`)).json).toEqual({});
    expect(Object.keys((await client.card('GET', '/currencies/EUR/rate')).json)).toEqual(['bid', 'ask']);
  });

  it('R11: keeps what document 3 names without a path elsewhere, and has no list', async () => {
    const { id } = (await create()).json;
    await client.control('state', { dialect: 'bare' });
    const { card_charge: read } = (await client.card('GET', `/charges/${id}`)).json;
    expect(read).toMatchObject({ card_charge_id: id, charged_amount: '4200', situation: 'CAPTURED' });
    expect((await client.card('GET', '/charges')).status).toBe(404);
    expect((await client.card('PUT', `/charges/${id}/reverse`)).status).toBe(404);
    const part = await client.card('POST', `/charges/${id}/refund`, { amount: 1200 });
    expect(part.json.card_charge.refund).toEqual({ amount: '1200' });
    expect(Object.keys((await client.card('GET', '/currencies/EUR/quote')).json.quote)).toEqual([
      'currency_code',
      'purchase',
      'sale',
    ]);
    expect((await create({ amount: 0 })).json.violations).toHaveProperty('amount');
    expect((await client.signIn()).status).toBe(400);
    await client.control('state', { dialect: 'plain' });
  });
});
