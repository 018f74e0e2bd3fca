import { describe, expect, test } from 'vitest';
import { hubOver, no, ok } from '#lib/providers/hub/testing/test-hub.ts';

describe('balance', () => {
  test('with what is blocked and by what', async () => {
    const { port, requests } = hubOver([
      ok({
        total: 1000,
        available: 700,
        blocked: 300,
        blockedBySecurity: 100,
        blockedByWithdraw: 150,
        blockedByRefund: 50,
        syncedAt: '2026-11-19T14:59:00.000Z',
      }),
    ]);
    expect(await port.balance({})).toEqual({
      total: 1000,
      available: 700,
      blocked: 300,
      breakdown: [
        { kind: 'security', amount: 100 },
        { kind: 'withdraw', amount: 150 },
        { kind: 'refund', amount: 50 },
      ],
      asOf: '2026-11-19T14:59:00.000Z',
    });
    expect(requests[0]?.line).toBe('GET /transactions/balance');
  });

  test.each<[string, unknown, object]>([
    [
      'nested, in other spellings, as text',
      { data: { balance: { available_balance: '7', blocked_balance: '3' } } },
      { available: 7, blocked: 3, total: 10, breakdown: [] },
    ],
    ['sparse', { available: 7, blocked: null }, { available: 7, blocked: null, total: null }],
    [
      'with an object of what blocks',
      { available: 7, blockedBy: { infraction: 2 } },
      { breakdown: [{ kind: 'infraction', amount: 2 }] },
    ],
  ])('%s', async (_, answer, balance) => {
    const { port } = hubOver([ok(answer)]);
    expect(await port.balance({})).toMatchObject(balance);
  });

  test.each([[{}], [{ available: '7.00' }], [[]]])('%j is no balance', async (answer) => {
    const { port } = hubOver([ok(answer)]);
    await expect(port.balance({})).rejects.toMatchObject({ code: 'provider_unreadable' });
  });
});

describe('limits', () => {
  test('by operation, and whatever else stands there', async () => {
    const { port } = hubOver([
      ok({
        payment: { enabled: true, ticketMin: 100, ticketMax: 500000, feeFixed: 90, feePercentage: 150 },
        withdraw: { enabled: false, ticketMin: 1, dailyCap: 9 },
        infraction: { blocksBalance: true },
        version: 2,
      }),
    ]);
    expect(await port.limits({})).toMatchObject({
      operations: [
        { name: 'payment', enabled: true, min: 100, max: 500000, feeFixed: 90, feeBasisPoints: 150 },
        { name: 'withdraw', enabled: false, min: 1, max: null, feeFixed: null, other: { dailyCap: 9 } },
      ],
      other: { infraction: { blocksBalance: true }, version: 2 },
    });
  });

  test('wrapped, in other spellings', async () => {
    const { port } = hubOver([
      ok({ data: { limits: { externalPayment: { min_amount: '5', fixed_fee: '1' } } } }),
    ]);
    expect((await port.limits({})).operations).toMatchObject([
      { name: 'externalPayment', min: 5, feeFixed: 1 },
    ]);
  });

  test('that say nothing are no limits', async () => {
    const { port } = hubOver([ok({})]);
    await expect(port.limits({})).rejects.toMatchObject({ code: 'provider_unreadable' });
  });
});

test('metrics as they came, without an envelope', async () => {
  const { port } = hubOver([ok({ today: { paid: 3 }, rate: 0.5 }), ok({ data: { paid: 3 } }), ok([1])]);
  expect(await port.metrics({})).toEqual({ today: { paid: 3 }, rate: 0.5 });
  expect(await port.metrics({})).toEqual({ paid: 3 });
  await expect(port.metrics({})).rejects.toMatchObject({ code: 'provider_unreadable' });
});

describe('Pix keys', () => {
  const KEY = {
    id: 'k1',
    key: 'a@example.test',
    type: 'EMAIL',
    status: 'ACTIVE',
    isDefault: true,
    createdAt: '2026-10-05T14:00:00.000Z',
    updatedAt: '2026-10-05T14:00:00.000Z',
  };

  test('R1: a key without an id is shown', async () => {
    const { port } = hubOver([ok({ keys: [KEY, { key: 'without an id' }] })]);
    const listed = await port.pixKeys.list({});
    expect(listed.unread).toEqual({ rows: 1, fields: ['id'] });
    expect(listed.items.map(({ id, key }) => [id.slice(0, 6), key])).toEqual([
      ['k1', KEY.key],
      ['no-id-', 'without an id'],
    ]);
  });

  test.each<[string, unknown]>([
    ['an array', [KEY]],
    ['a page', { data: [KEY] }],
    ['another name', { keys: [KEY] }],
  ])('listed as %s', async (_, answer) => {
    const { port } = hubOver([ok(answer)]);
    const { updatedAt, ...rest } = KEY;
    expect(await port.pixKeys.list({})).toEqual({ items: [{ ...rest, other: { updatedAt } }] });
  });

  test('made, made the default, taken away', async () => {
    const { port, change, requests } = hubOver([
      ok({ id: 'k2', type: 'EVP', status: 'PENDING' }),
      ok({ pixKey: { ...KEY, id: 'k2' } }),
      ok(''),
    ]);
    expect(await port.pixKeys.create({ type: 'evp' }, change)).toMatchObject({
      kind: 'done',
      value: { id: 'k2', key: null, status: 'PENDING', isDefault: null },
    });
    expect(await port.pixKeys.setDefault('k2', change)).toMatchObject({
      value: { id: 'k2', isDefault: true },
    });
    expect(await port.pixKeys.remove('k2', change)).toMatchObject({ kind: 'done', value: null });
    expect(requests.map(({ line, body }) => [line, body])).toEqual([
      ['POST /transactions/pix-keys', { type: 'EVP' }],
      ['PUT /transactions/pix-keys/k2/default', null],
      ['DELETE /transactions/pix-keys/k2', null],
    ]);
  });

  test('made the default with a sentence for an answer; one that is gone', async () => {
    const { port, change } = hubOver([ok({ message: 'feito' }), no(404, 'PIX_KEY_NOT_FOUND')]);
    expect(await port.pixKeys.setDefault('k', change)).toMatchObject({ kind: 'done', value: null });
    expect(await port.pixKeys.remove('k', change)).toMatchObject({
      kind: 'refused',
      error: { code: 'not_found' },
    });
  });
});

describe('before paying', () => {
  test('who a key pays', async () => {
    const { port, requests } = hubOver([
      ok({
        source: 'PIX_KEY',
        pixKey: 'a***@example.test',
        pixKeyType: 'EMAIL',
        holder: { name: 'Ana', document: '***.982.247-**' },
        bank: { name: 'Banco', ispb: '00000000', branch: '0001', accountNumber: '***1' },
        amount: null,
        isVerified: true,
      }),
    ]);
    expect(await port.keyLookup('a@example.test', 'email', {})).toEqual({
      key: 'a***@example.test',
      keyType: 'EMAIL',
      name: 'Ana',
      document: '***.982.247-**',
      personType: null,
      accountType: null,
      branch: '0001',
      accountNumber: '***1',
      institutionIspb: '00000000',
      institutionName: 'Banco',
      other: { source: 'PIX_KEY', amount: null, isVerified: true },
    });
    expect(requests[0]).toMatchObject({
      line: 'POST /transactions/pix/destination',
      body: { pixKey: 'a@example.test', pixKeyType: 'EMAIL' },
    });
  });

  test('asks again after a fault, as a read does, and once for two who ask at once', async () => {
    const { port, requests } = hubOver([no(503, 'PROVIDER_UNAVAILABLE'), ok({ pixKey: 'a', name: 'Ana' })]);
    const both = await Promise.all([port.keyLookup('a', null, {}), port.keyLookup('a', null, {})]);
    expect(both.map(({ name }) => name)).toEqual(['Ana', 'Ana']);
    expect(requests).toHaveLength(2);
    expect(requests[1]?.body).toEqual({ pixKey: 'a' });
  });

  test.each<[unknown, object]>([
    [
      {
        pixKey: 'a',
        url: null,
        amount: 500,
        merchantName: 'Loja',
        merchantCity: 'SP',
        txid: 't',
        isDynamic: false,
        isAmountFixed: true,
      },
      { type: 'STATIC', name: 'Loja', city: 'SP', key: 'a', amount: 500, amountEditable: false, txid: 't' },
    ],
    [
      { data: { is_dynamic: true, location: 'pix.example/x', amount: null } },
      { type: 'DYNAMIC', url: 'pix.example/x', amount: null, amountEditable: null },
    ],
  ])('what a code says: %j', async (answer, decoded) => {
    const { port, requests } = hubOver([ok(answer)]);
    expect(await port.decodeCode('000201', {})).toMatchObject(decoded);
    expect(requests[0]).toMatchObject({ line: 'POST /transactions/pix/decode', body: { brCode: '000201' } });
  });
});
