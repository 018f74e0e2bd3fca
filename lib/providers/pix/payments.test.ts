import { assert, asyncProperty, integer } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalToCents } from '#lib/core/money.ts';
import {
  type Act,
  json,
  portTo,
  refusal,
  testProvider,
  text,
} from '#lib/providers/pix/testing/test-provider.ts';
import type { Outcome } from '#lib/providers/port.ts';

const provider = testProvider();
const sent = (at = 0) => provider.arrived[at] ?? { method: '', url: '', body: '' };
const CHARGE = { id: 'tx_1', status: 'PENDING', type: 'DEPOSIT', method: 'PIX', amount: 10.5 };
const value = <T>(outcome: Outcome<T>): T => {
  if (outcome.kind !== 'done') throw outcome.error;
  return outcome.value;
};

describe('amounts on the wire', () => {
  const written = /"amount":(-?[\d.]+(?:[eE][+-]?\d+)?)[,}]/;
  const most = { min: 1, max: Number.MAX_SAFE_INTEGER };

  test('cents leave as a number of two places and come back as the same cents', async () => {
    const { port, change } = portTo(provider.base);
    const each = asyncProperty(integer(most), async (amount) => {
      provider.arrived.length = 0;
      // The provider answers with the very text that it was sent.
      provider.acts = [
        (_, response) => response.end(`{"id":"x","status":"PENDING","amount":${amountOf(sent().body)}}`),
      ];
      const payment = value(await port.charges.create({ amount, clientReference: 'r' }, change));
      expect(amountOf(sent().body)).toMatch(/^\d+\.\d{2}$/);
      expect(decimalToCents(amountOf(sent().body))).toEqual({ cents: amount });
      expect(payment.amount).toBe(amount);
      expect(payment.amountExact).toBeUndefined();
    });
    await assert(each, { numRuns: 150, examples: [[1], [99], [100], [1010], [Number.MAX_SAFE_INTEGER]] });
  });

  test('whatever way a service writes BRL, the cents are the same', async () => {
    const { port } = portTo(provider.base);
    const forms = [
      (cents: number) => decimal(cents),
      (cents: number) => decimal(cents).replace(/\.?0+$/, '') || '0',
      (cents: number) => `"${decimal(cents)}"`,
      (cents: number) => `${decimal(cents)}00`,
      (cents: number) => `${cents}e-2`,
    ];
    const kind = integer({ min: 0, max: forms.length - 1 });
    const each = asyncProperty(integer(most), kind, async (amount, at) => {
      const amountText = forms[at]?.(amount) ?? '';
      provider.acts = [(_, response) => response.end(`{"id":"x","type":"DEPOSIT","amount":${amountText}}`)];
      expect((await port.charges.find({ id: 'x' }, {}))?.amount, amountText).toBe(amount);
    });
    await assert(each, { numRuns: 150 });
  });

  const amountOf = (body: string) => written.exec(body)?.[1] ?? '';
  const decimal = (cents: number) => {
    const digits = String(cents).padStart(3, '0');
    return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
  };
});

describe('what leaves', () => {
  const all = {
    clientReference: 'r',
    description: 'd',
    virtualAccount: 'v',
    callbackUrl: 'https://a.example/',
  };
  const rest = '"clientReference":"r","description":"d","virtualAccount":"v"}';

  test('only what was given, documents and keys without punctuation', async () => {
    const { port, change, sent: counted } = portTo(provider.base);
    const payer = { name: 'Ana', document: '12.abc.345/01de-35', email: 'a@b.example' };
    await port.charges.create({ amount: 100, clientReference: 'r' }, change);
    await port.charges.create({ ...all, amount: 5, expiresInSeconds: 60, payer }, change);
    await port.withdrawals.toKey({ amount: 10, pixKey: '529.982.247-25', pixKeyType: 'cpf', ...all }, change);
    await port.withdrawals.toKey(
      { amount: 10, pixKey: ' a.b@c.example ', pixKeyType: 'email', clientReference: 'r' },
      change,
    );
    await port.withdrawals.toCode({ code: '0002', clientReference: 'r' }, change);
    await port.withdrawals.toCode({ code: '0002', amount: 7, ...all }, change);
    await port.refunds.create({ paymentId: 'a/b' }, change);
    await port.refunds.create({ paymentId: 'x', amount: 1, description: 'd', clientReference: 'r' }, change);
    expect(provider.arrived.map(({ method, url, body }) => `${method} ${url.slice(3)} ${body}`)).toEqual([
      'POST /pix {"amount":1.00,"clientReference":"r"}',
      'POST /pix {"amount":0.05,"callbackUrl":"https://a.example/","generatedName":"Ana",' +
        '"generatedEmail":"a@b.example","generatedDocument":"12ABC34501DE35","expiresIn":60,' +
        '"clientReference":"r","virtualAccount":"v"}',
      `POST /withdraw {"amount":0.10,"pixKey":"52998224725","pixType":"cpf","callbackUrl":"https://a.example/",${rest}`,
      'POST /withdraw {"amount":0.10,"pixKey":"a.b@c.example","pixType":"email","clientReference":"r"}',
      'POST /withdraw/qrcode {"qrCode":"0002","clientReference":"r"}',
      `POST /withdraw/qrcode {"qrCode":"0002","amount":0.07,"callbackUrl":"https://a.example/",${rest}`,
      'POST /refund/a%2Fb {}',
      'POST /refund/x {"amount":0.01,"description":"d","clientReference":"r"}',
    ]);
    expect(counted.times).toBe(8);
  });

  test('a transfer goes out from the token’s own account', async () => {
    provider.acts = [json(200, { accountNumber: '123456', name: 'A' }), json(200, CHARGE)];
    const { port, change, sent: counted } = portTo(provider.base);
    const { virtualAccount: _, ...some } = all;
    const outcome = await port.transfers.create({ amount: 1, receiver: '65 43-21', ...some }, change);
    expect(outcome).toMatchObject({ kind: 'done' });
    expect(sent(0).url).toBe('/v1/user');
    expect(sent(1).body).toBe(
      '{"payerAccountNumber":"123456","receiverAccountNumber":"654321","amount":0.01,"description":"d",' +
        '"callbackUrl":"https://a.example/","clientReference":"r"}',
    );
    expect(counted.times).toBe(1);
  });

  test.each<[string, unknown]>([
    ['tells no number', { name: 'A', branch: '0001' }],
    ['is answered in a form nobody reads', ['A']],
  ])('R4: a transfer’s own account is known from a deposit where GET /user %s', async (_, profile) => {
    const deposit = { ...CHARGE, type: 'DEPOSIT', receiverAccountNumber: '123456', payerAccountNumber: null };
    const transactions = [{ ...CHARGE, id: 'tx_9', type: 'COMMISSION' }, deposit];
    provider.acts = [json(200, profile), json(200, { total: 2, pages: 1, transactions }), json(200, CHARGE)];
    const { port, change } = portTo(provider.base);
    const input = { amount: 1, receiver: '654321', clientReference: 'r' };
    expect(await port.transfers.create(input, change)).toMatchObject({ kind: 'done' });
    expect(sent(2).body).toContain('"payerAccountNumber":"123456"');
  });

  test.each<[string, Act[], string]>([
    [
      'is told nowhere',
      [json(200, { name: 'A' }), json(200, { total: 0, pages: 0, transactions: [] })],
      'not_supported',
    ],
    ['cannot be read', [refusal(503, 'PZF503', { retryAfterSeconds: 60 })], 'provider_unavailable'],
  ])('nothing leaves where that account %s', async (_, acts, code) => {
    provider.acts = [...acts];
    const { port, change, sent: counted } = portTo(provider.base);
    const input = { amount: 1, receiver: '654321', clientReference: 'r' };
    expect(await port.transfers.create(input, change)).toMatchObject({
      kind: 'refused',
      sent: false,
      error: { code },
    });
    expect(counted.times).toBe(0);
    expect(provider.arrived).toHaveLength(acts.length);
  });
});

describe('how a creating call ends', () => {
  test.each<[string, unknown]>([
    ['document 1', CHARGE],
    ['an envelope', { data: { transaction: CHARGE } }],
    ['a list of one', { data: [CHARGE] }],
    [
      'other spellings',
      { requestId: 'q', payment: { transaction_id: 'tx_1', transactionStatus: 'PENDING', amount: '10.50' } },
    ],
  ])('done: %s', async (_, body) => {
    provider.acts = [json(201, body)];
    const { port, change } = portTo(provider.base);
    const outcome = await port.charges.create({ amount: 1_050, clientReference: 'r' }, change);
    expect(outcome).toMatchObject({ kind: 'done', value: { id: 'tx_1', status: 'PENDING', amount: 1_050 } });
  });

  test.each<[string, Act, object]>([
    ['a sentence', json(200, { message: 'ok' }), { kind: 'unknown' }],
    ['without an id', json(200, { ...CHARGE, id: null }), { kind: 'unknown' }],
    ['nothing', text(200, ''), { kind: 'unknown' }],
    ['HTML', text(200, '<html>'), { kind: 'unknown' }],
    ['424', refusal(424, 'PZD103'), { kind: 'unknown' }],
    ['500', refusal(500, 'PZI100'), { kind: 'unknown' }],
    ['409', refusal(409, 'PZC210'), { kind: 'refused', error: { status: 409 } }],
    ['429', refusal(429, 'PZG429'), { kind: 'refused', error: { code: 'rate_limited' } }],
  ])('%s', async (_, act, end) => {
    provider.acts = [act];
    const { port, change } = portTo(provider.base);
    expect(await port.charges.create({ amount: 1, clientReference: 'r' }, change)).toMatchObject(end);
    expect(provider.arrived).toHaveLength(1);
  });
});

describe('a look-up', () => {
  const row = (fields: object) => ({ ...CHARGE, clientReference: 'r', ...fields });
  const find = async (act: Act, by: object = { clientReference: 'r' }) => {
    provider.acts = [act];
    return portTo(provider.base).port.withdrawals.find(by, {});
  };

  test('asks with what is given, and one of three must be', async () => {
    await find(json(200, []), { clientReference: 'a b', endToEndId: 'E1', virtualAccount: 'v' });
    expect(sent().url).toBe('/v1/withdraw?clientReference=a+b&endToEndId=E1&virtualAccount=v');
    const { port } = portTo(provider.base);
    for (const by of [{}, { virtualAccount: 'v' }])
      await expect(port.charges.find(by, {})).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(port.transfers.find({ endToEndId: 'E1' }, {})).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  test.each<[string, unknown]>([
    ['an object', row({})],
    ['an object that names no reference', CHARGE],
    ['a list of one', [row({})]],
    ['a list of one that names no reference', { data: [CHARGE] }],
    ['a named list', { total: 1, pages: 1, withdrawals: [row({})] }],
    [
      'the newest of several',
      [
        row({ id: 'old', createdAt: '2026-10-01T00:00:00Z' }),
        row({ createdAt: '2026-10-03T00:00:00Z' }),
        row({ id: 'older', createdAt: '2026-10-02T00:00:00Z' }),
      ],
    ],
    ['among others', [row({ id: 'b', clientReference: 'other' }), row({}), { ...CHARGE, id: 'c' }]],
  ])('finds it: %s', async (_, body) => {
    expect(await find(json(200, body))).toMatchObject({ id: 'tx_1', amount: 1_050 });
  });

  test.each<[string, Act]>([
    ['PZC310', refusal(404, 'PZC310')],
    ['PZC301', refusal(404, 'PZC301')],
    ['PZG404', refusal(404, 'PZG404')],
    ['a word', json(404, { error: 'TRANSACTION_NOT_FOUND', message: 'x' })],
    ['a sentence', json(404, { statusCode: 404, message: 'Transação não encontrada' })],
    ['an empty list', json(200, [])],
    ['an empty named list', json(200, { total: 0, transactions: [] })],
    ['an empty wrapped list', json(200, { data: [] })],
  ])('there is none: %s', async (_, act) => {
    expect(await find(act)).toBeNull();
  });

  test.each<[string, Act]>([
    ['a bare 404', text(404, '')],
    ['a page', text(404, '<html>Not Found</html>')],
    [
      'a missing route',
      json(404, { statusCode: 404, message: 'Cannot GET /v1/withdraw', error: 'Not Found' }),
    ],
    ['another missing route', json(404, { message: 'Route GET:/v1/withdraw not found', error: 'Not Found' })],
    ['a code of the route', json(404, { error: 'ROUTE_NOT_FOUND', message: 'x' })],
    ['two words', json(404, { message: 'Not Found' })],
    ['others only', json(200, [row({ clientReference: 'other' })])],
    ['another one', json(200, row({ clientReference: 'other' }))],
    ['several that name no reference', json(200, [CHARGE, { ...CHARGE, id: 'b' }])],
    ['nothing', json(200, {})],
    ['null', json(200, { data: null })],
    ['an entry that is no object', json(200, { transactions: ['wd_1'] })],
    ['a list of bare ids', json(200, ['wd_1'])],
    ['one that is counted and not there', json(200, { total: 1, transactions: [] })],
    ['more that is not there', json(200, { hasMore: true, transactions: [] })],
    ['405', text(405, '')],
    ['401', refusal(401, 'PZA100')],
  ])('does not say that there is none: %s', async (_, act) => {
    await expect(find(act)).rejects.toMatchObject({ name: 'GuicheError' });
  });
});

describe('lists', () => {
  const row = (method: string | null, at: number) => ({
    id: `${at}`,
    type: 'WITHDRAW',
    method,
    amount: 1,
    createdAt: new Date(Date.UTC(2026, 9, 1) - at * 1000).toISOString(),
    ...(at === 0 ? { description: 'aluguel' } : {}),
  });
  /** A service that has these, newest first, and reads only the window and the page. */
  const serves = (...methods: (string | null)[]): Act => {
    const all = methods.map(row);
    return (request, response) => {
      const query = new URL(request.url ?? '', 'http://x').searchParams;
      const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
      const until = query.get('dateTo') ?? '9';
      const found = all.filter(({ createdAt }) => createdAt <= until);
      const transactions = found.slice((page - 1) * limit, page * limit);
      const body = { total: found.length, pages: Math.ceil(found.length / limit), transactions };
      response.end(JSON.stringify(body));
    };
  };
  const always = (act: Act) => Array.from({ length: 50 }, () => act);
  const page = { limit: 2, position: null };
  const many = (method: string, count: number) => Array.from({ length: count }, () => method);

  test('withdrawals are those that are no transfers; a count that is not theirs is none', async () => {
    provider.acts = always(serves('PIX', 'INTERNAL_TRANSFER', null, 'PIX'));
    const { port } = portTo(provider.base);
    const from = '2026-09-01T00:00:00.000Z';
    const listed = await port.withdrawals.list({ from, status: ['PENDING'] }, page, {});
    expect(listed).toMatchObject({ items: [{ id: '0', description: 'aluguel' }], total: null });
    expect(listed.items[0]?.other).toEqual({});
    expect(sent().url).toContain('status=PENDING&type=WITHDRAW&page=1');
    expect(sent().url).not.toContain('method');
    const next = await port.withdrawals.list({ from }, { limit: 2, position: listed.next }, {});
    expect(next.items.map(({ id }) => id)).toEqual(['2', '3']);
    expect(await port.withdrawals.list({}, { limit: 9, position: null }, {})).toMatchObject({
      next: null,
      total: 3,
    });
  });

  test('U3: amounts from and to are applied to the rows that come, and the count is none', async () => {
    const rows = [900, 500.01, 500, 499.99, 10].map((amount, at) => ({ ...row('PIX', at), amount }));
    provider.acts = always((_, response) => response.end(JSON.stringify({ total: 99, transactions: rows })));
    const { port } = portTo(provider.base);
    const bounds = { amountFrom: 50_000, amountTo: 89_999 };
    const listed = await port.withdrawals.list(bounds, { limit: 5, position: null }, {});
    expect(listed.items.map(({ amount }) => amount)).toEqual([50_001, 50_000]);
    expect(listed).toMatchObject({ filteredHere: ['amountFrom', 'amountTo'] });
    expect(sent().url).not.toMatch(/amount/i);
    // A filter of one request does not stay for the next.
    provider.acts = always((_, response) => response.end(JSON.stringify({ total: 5, transactions: rows })));
    const plain = await port.withdrawals.list({}, { limit: 5, position: null }, {});
    expect(plain.items).toHaveLength(5);
    expect(plain.filteredHere).toBeUndefined();
  });

  test('a page that was dropped whole is followed by the next ones, for a while', async () => {
    const { port } = portTo(provider.base);
    provider.acts = always(serves(...many('INTERNAL_TRANSFER', 5), 'PIX'));
    expect((await port.withdrawals.list({}, page, {})).items).toMatchObject([{ id: '5' }]);
    provider.arrived.length = 0;
    provider.acts = always(serves(...many('INTERNAL_TRANSFER', 60)));
    const listed = await port.withdrawals.list({}, page, {});
    expect(listed).toMatchObject({ items: [], total: null });
    expect(listed.next).not.toBeNull();
    expect(provider.arrived.length).toBeLessThan(10);
  });

  test('transfers come by their method; where that is no filter they are picked out', async () => {
    const { port, clock } = portTo(provider.base);
    // With its type or its method left out the service counts more: it applies both.
    const more = serves(...many('INTERNAL_TRANSFER', 3), 'PIX', 'PIX');
    const three = serves(...many('INTERNAL_TRANSFER', 3));
    provider.acts = [three, more, three, more, three];
    expect(await port.transfers.list({}, page, {})).toMatchObject({
      items: [{ id: '0' }, { id: '1' }],
      total: 3,
    });
    expect(sent().url).toContain('type=WITHDRAW%2CDEPOSIT&method=INTERNAL_TRANSFER');
    provider.arrived.length = 0;
    const refused = refusal(400, 'PZV001', { details: [{ field: 'method', message: 'x' }] });
    const mixed = serves('PIX', 'INTERNAL_TRANSFER', 'PIX', 'PIX', 'PIX', 'PIX');
    provider.acts = [refused, ...always(mixed)];
    expect(await port.transfers.list({}, page, {})).toMatchObject({ items: [{ id: '1' }], total: null });
    const input = provider.arrived.length;
    await port.transfers.list({}, page, {});
    expect(provider.arrived.map(({ url }) => url.includes('method='))).toEqual([
      true,
      ...Array.from({ length: provider.arrived.length - 1 }, () => false),
    ]);
    expect(provider.arrived.length).toBeGreaterThan(input);
    clock.ms += 3_700_000;
    const last = provider.arrived.length;
    await port.transfers.list({}, page, {});
    expect(sent(last).url).toContain('method=');
  });

  test('a service that overlooks the method counts everything: no count', async () => {
    provider.acts = always(serves('INTERNAL_TRANSFER', 'PIX', 'INTERNAL_TRANSFER', 'PIX'));
    const { port } = portTo(provider.base);
    expect(await port.transfers.list({}, page, {})).toMatchObject({ items: [{ id: '0' }], total: null });
    expect(sent().url).toContain('method=INTERNAL_TRANSFER');
  });

  test('a 400 of something else is told', async () => {
    provider.acts = [refusal(400, 'PZV001', { details: [{ field: 'dateFrom', message: 'x' }] })];
    const { port } = portTo(provider.base);
    await expect(port.transfers.list({}, page, {})).rejects.toMatchObject({ status: 400 });
    expect(provider.arrived).toHaveLength(1);
    await expect(port.charges.list({ search: 'ana' }, page, {})).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});
