import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { GuicheError } from '#lib/core/errors.ts';
import { Secret } from '#lib/core/masking/secret.ts';
import { PEOPLES_NAMES } from '#lib/core/masking/testing/names.ts';
import { endpoints } from '#lib/endpoints.ts';
import { no, ok, over } from '#lib/providers/card/testing/test-card.ts';
import type { NewCardCharge } from '#lib/providers/port.ts';

const change = { sending: async () => undefined };
const CARD = { number: '4929875133046610', holder: 'ZULMIRA Q', expiration: '09/2038', cvv: '841' };
const CHARGE: NewCardCharge = {
  amount: 4200,
  externalId: 'order-88',
  installments: 3,
  authenticate: true,
  postbackUrl: 'https://shop.example/card',
  customer: { name: 'Ana', identity: '52998224725', identityType: 'CPF' },
  cart: [{ name: 'Caderno', quantity: 1, sku: 'C', unitPrice: 4200 }],
  card: {
    number: new Secret(CARD.number),
    holder: new Secret(CARD.holder),
    expiration: new Secret(CARD.expiration),
    cvv: new Secret(CARD.cvv),
  },
};
const payment = { status: 2, reasonCode: 0, reasonMessage: 'Successful' };
const ANSWER = { id: 'c1', externalId: 'order-88', amount: 4200, creditCardPayment: payment };
const error = (run: Promise<unknown>) => run.then(String, (thrown: GuicheError) => thrown);

describe('a charge', () => {
  it('goes out as document 3 writes it', async () => {
    const { card, requests } = over(ok(ANSWER));
    await card.charges.create(CHARGE, change);
    const [token, call] = requests;
    expect(token?.request.headers.authorization).toBe(`Basic ${btoa('client-1:secret')}`);
    expect(call?.request.headers.authorization).toBe('Bearer jwt');
    expect(JSON.parse(String(call?.request.body))).toEqual({
      amount: 4200,
      externalId: 'order-88',
      paymentType: 'creditcard',
      postbackUrl: 'https://shop.example/card',
      customer: { name: 'Ana', identity: '52998224725', identityType: 'CPF' },
      cart: [{ name: 'Caderno', quantity: 1, sku: 'C', unitPrice: 4200 }],
      creditCardPayment: { installments: 3, authenticate: true, card: CARD },
    });
  });

  it.each([
    ['as written', ANSWER],
    ['in envelopes', { success: true, result: { data: { charge: ANSWER } } }],
    [
      'in other spellings',
      {
        charge_id: 'c1',
        order_id: 'order-88',
        value: '4200',
        payment: { status_code: 'PAYMENT_CONFIRMED', reason: { code: '0', message: 'Successful' } },
      },
    ],
  ])('is read %s', async (_, body) => {
    const { card } = over(ok(body));
    expect(await card.charges.get('c1', {})).toMatchObject({
      id: 'c1',
      externalId: 'order-88',
      amount: 4200,
      statusCode: 2,
      status: 'PaymentConfirmed',
      reasonCode: 0,
      reasonMessage: 'Successful',
    });
  });

  it.each([
    [20, { statusCode: 20, status: null }],
    ['21', { statusCode: 21, status: null }],
    ['ON_HOLD', { statusCode: null, status: 'ON_HOLD' }],
    [null, { statusCode: null, status: null }],
  ])('passes the unknown status %j', async (status, expected) => {
    const { card } = over(ok({ ...ANSWER, creditCardPayment: { status }, novel: { a: [1] } }));
    expect(await card.charges.get('c1', {})).toMatchObject({ ...expected, other: { novel: { a: [1] } } });
  });

  it('is read where next to nothing came, and shows a fraction of cents as it came', async () => {
    const { card } = over(ok({ charges: [{ id: 'c1' }, { id: 'c2', amount: 42.5 }] }));
    const { items, more, total } = await card.charges.list({}, { page: 1, limit: 2 }, {});
    expect(items.map(({ id, amount, statusCode, other }) => [id, amount, statusCode, other])).toEqual([
      ['c1', null, null, {}],
      ['c2', null, null, { amount: '42.5' }],
    ]);
    expect([more, total]).toEqual([true, null]);
  });

  it('has nothing of a card in it, whatever the service repeats', async () => {
    const { number, holder, expiration, cvv } = CARD;
    const echo = { number, holder, expiration, cvv, last4: '6610' };
    const message = `cartão ${number} de ${holder}, ${expiration}, ${cvv}`;
    const repeated = {
      ...ANSWER,
      card: echo,
      creditCardPayment: {
        ...payment,
        card: echo,
        returnMessage: `no ${number}`,
        cardNumber: number,
        brand: 'VISA',
      },
      more: { creditCard: echo, note: `pago com ${number.replace(/(.{4})/g, '$1 ')}` },
    };
    const { card } = over(ok(repeated), no(422, { message, errors: [{ field: 'card', message }] }));
    const made = await card.charges.create(CHARGE, change);
    const refused = await card.charges.create(CHARGE, change);
    const text = JSON.stringify([made, refused, refused.kind === 'refused' && refused.error.message]);
    expect(text).toContain('VISA');
    for (const secret of [number, '6610', holder, expiration, `"${cvv}"`, ` ${cvv}`])
      expect(text).not.toContain(secret);
  });

  it.each(PEOPLES_NAMES)('ends as it ended, and without the holder’s name %j', async (holder) => {
    const charge = { ...CHARGE, card: { ...CHARGE.card, holder: new Secret(holder) } };
    const message = `Titular ${holder} recusado`;
    const answers = [no(422, { message, errors: [{ field: 'card', message }] }), no(500, { message })];
    const { card } = over(...answers, ok({ message }));
    const outcomes = [];
    for (let call = 0; call < 3; call += 1) outcomes.push(await card.charges.create(charge, change));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['refused', 'unknown', 'unknown']);
    const reported = outcomes.flatMap((one) =>
      one.kind === 'done' ? [] : [one.error.message, one.error.details],
    );
    expect(JSON.stringify(reported)).not.toContain(JSON.stringify(` ${holder} `).slice(1, -1));
    expect(JSON.stringify(reported)).toContain('Titular ****');
  });
});

describe('an error', () => {
  it.each([
    [
      { message: 'Dados inválidos.', errors: [{ field: 'customer.identity', message: 'ruim' }] },
      'customer.document',
    ],
    [
      {
        statusCode: 400,
        error: 'Dados inválidos.',
        errors: [{ property: 'creditCardPayment.card.number', description: 'ruim' }],
      },
      'card.number',
    ],
    [{ errors: [{ message: 'creditCardPayment.installments: ruim' }] }, 'installments'],
    [{ error: { message: 'Dados inválidos.', details: { 'cart[0].sku': ['ruim'] } } }, 'cart.0.sku'],
  ])('names our field: %j', async (body, field) => {
    const { card } = over(no(400, body));
    const outcome = await card.charges.create(CHARGE, change);
    expect(outcome).toMatchObject({
      kind: 'refused',
      sent: true,
      error: { code: 'provider_rejected', details: { fields: [{ field, message: 'ruim' }] } },
    });
  });

  it.each([
    [ok('<html>'), 'unknown'],
    [ok({ message: 'ok' }), 'unknown'],
    [no(503, { message: 'fora' }), 'unknown'],
    [ok({ statusCode: 422, message: 'não' }), 'refused'],
    [no(422, '<html>'), 'refused'],
  ] as const)('%j after a change is %s', async (outcome, kind) => {
    const { card } = over(outcome);
    expect((await card.charges.reverse('c1', null, change)).kind).toBe(kind);
  });
});

describe('M9: a partial reversal carries its amount in the query and in the body', () => {
  const noRoute = no(404, { message: 'Cannot PUT /charges/c1/reverse' });
  it.each([
    ['PUT', [ok(ANSWER)]],
    ['POST', [noRoute, ok(ANSWER)]],
  ] as const)('%s', async (method, answers) => {
    const { card, calls } = over(...answers);
    expect((await card.charges.reverse('c1', 1_200, change)).kind).toBe('done');
    const last = calls().at(-1);
    expect(last).toMatchObject({ line: `${method} /charges/c1/reverse`, query: { amount: '1200' } });
    expect(JSON.parse(String(last?.request.body))).toEqual({ amount: 1_200 });
  });

  it('a whole one names no amount in either', async () => {
    const { card, calls } = over(ok(ANSWER));
    await card.charges.reverse('c1', null, change);
    expect(calls()[0]?.query).toEqual({});
    expect(calls()[0]?.request.body).toBeUndefined();
  });
});

describe('the period of a list', () => {
  const FILTER = { from: '2026-11-18T03:00:00.000Z', to: '2026-11-19T03:00:00.000Z' };
  const row = (id: string, createdAt: string) => ({ ...ANSWER, id, createdAt });

  it('goes as instants', async () => {
    const { card, calls } = over(ok({ charges: [] }));
    await card.charges.list({ ...FILTER, recurrenceId: 'r1' }, { page: 2, limit: 50 }, {});
    expect(calls()[0]?.query).toEqual({
      startDate: FILTER.from,
      endDate: '2026-11-19T02:59:59.999Z',
      recurrentPaymentId: 'r1',
      limit: '50',
      page: '2',
    });
  });

  it('goes as days where instants are refused, and what is too much is left out', async () => {
    const rows = [row('late', '2026-11-19T03:00:00.000Z'), row('in', '2026-11-18T22:00:00.000Z')];
    const { card, calls } = over(no(400, { message: 'startDate' }), ok({ charges: rows, total: 2 }));
    const { items, total } = await card.charges.list(FILTER, { page: 1, limit: 50 }, {});
    expect([items.map(({ id }) => id), total]).toEqual([['in'], null]);
    await card.charges.list(FILTER, { page: 1, limit: 50 }, {});
    expect(calls().map(({ query }) => query.startDate)).toEqual([FILTER.from, '2026-11-18', '2026-11-18']);
    expect(calls()[1]?.query.endDate).toBe('2026-11-19');
  });

  it('says that a row was lost where one is counted and none came, by days too', async () => {
    const none = ok({ charges: [], total: 1 });
    const lost = { items: [], unread: { rows: 1, fields: ['row'] } };
    expect(await over(none).card.charges.list(FILTER, { page: 1, limit: 50 }, {})).toMatchObject(lost);
    const { card } = over(no(400, { message: 'startDate' }), none);
    expect(await card.charges.list(FILTER, { page: 1, limit: 50 }, {})).toMatchObject(lost);
  });
});

it('reads recurrences and rates in every spelling, decimals as they came', async () => {
  const { card } = over(
    ok({
      data: { subscription: { subscription_id: 'r1', frequency: 'Annual', state: 'active', value: 100 } },
    }),
    ok({ bid: 5.1, ask: '5.2000', spread: 1 }),
    ok({ quote: { any: true } }),
  );
  expect(await card.recurrences.get('r1', {})).toMatchObject({
    id: 'r1',
    interval: 'ANNUAL',
    status: 'ACTIVE',
    amount: 100,
  });
  expect(await card.rate('USD', {})).toMatchObject({
    code: 'USD',
    bid: '5.1',
    ask: '5.2000',
    other: { spread: 1 },
  });
  expect(await error(card.rate('USD', {}))).toMatchObject({ code: 'provider_unreadable' });
});

it('takes a change of a recurrence whose 200 says nothing', async () => {
  const { card } = over(ok(''), ok('{}'));
  expect(await card.recurrences.deactivate('r1', change)).toMatchObject({ kind: 'done', value: null });
  expect(await card.recurrences.setAmount('r1', 5, change)).toMatchObject({ kind: 'done', value: null });
});

const [, SECTION = ''] = readFileSync('docs/providers.md', 'utf8').split('\n## Card API (document 3)');
const rows = (SECTION.split('\n## ')[0] ?? '').split('\n').flatMap((line) => {
  const [, route = '', , , handler = '', port = '', proof = ''] = line.split('|').map((cell) => cell.trim());
  const name = /^`([A-Z]+ \/.*)`$/.exec(route)?.[1];
  return name === undefined ? [] : [{ route: name, handler, port, proof }];
});
const codeIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

it('has every route that it asks for in docs/providers.md, with what uses and what proves it', async () => {
  // A 404 would have it look under the other likely paths.
  const { card, requests } = over(no(422, {}));
  await Promise.allSettled([
    card.charges.create(CHARGE, change),
    card.charges.list({}, { page: 1, limit: 1 }, {}),
    card.charges.get('{id}', {}),
    card.charges.reverse('{id}', null, change),
    card.recurrences.get('{id}', {}),
    card.recurrences.setAmount('{id}', 1, change),
    card.recurrences.deactivate('{id}', change),
    card.recurrences.reactivate('{id}', change),
    card.rate('{id}', {}),
    card.convert('{id}', 1, {}),
  ]);
  const lines = [...new Set(requests.map(({ line }) => line))].toSorted();
  expect(rows.map(({ route }) => route).toSorted()).toEqual(lines);
  for (const { route, handler, port, proof } of rows) {
    for (const member of codeIn(port)) {
      const found = member
        .split('.')
        .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], { card });
      expect(found, `${route}: ${member}`).toBeTypeOf('function');
    }
    for (const key of codeIn(handler)) expect(Object.keys(endpoints), route).toContain(key);
    expect(codeIn(proof).length, route).toBeGreaterThan(0);
    for (const path of codeIn(proof)) expect(existsSync(path), path).toBe(true);
  }
});
