import { describe, expect, test } from 'vitest';
import { CHARGE, fault, hubOver, no, ok } from '#lib/providers/hub/testing/test-hub.ts';

const charge = { amount: 2500, clientReference: 'order-77', payer: { name: 'Ana', document: '52998224725' } };

describe('charges', () => {
  test('one, with everything that document 2 tells', async () => {
    const { port, requests } = hubOver([ok(CHARGE)]);
    expect(await port.charges.find({ id: 'payment:chg_1' }, {})).toMatchObject({
      id: 'payment:chg_1',
      status: 'PAID',
      type: 'PAYMENT',
      amount: 2500,
      fee: 90,
      netAmount: 2410,
      refundAmount: 500,
      refundInProgressAmount: 300,
      refundableAmount: 1700,
      openDispute: 'prot-1',
      clientReference: 'order-77',
      callbackUrl: 'https://shop.example/pix',
      qrCodeText: '000201pix',
      endToEndId: 'E1',
      generatedName: 'Ana',
      generatedDocument: '52998224725',
      generatedEmail: 'ana@example.test',
      payer: { name: 'Ana P', document: '***', institutionName: 'Banco', institutionIspb: '00000000' },
      receiver: { name: null },
      description: 'pedido 77',
      paidAt: '2026-10-05T10:02:00.000Z',
      withdrawPixKey: null,
      other: { mood: 'new field', refundFee: 0 },
    });
    expect(requests[0]?.line).toBe('GET /transactions/payment/chg_1');
  });

  test('in other spellings, nested, with amounts as text', async () => {
    const answer = {
      data: {
        charge: {
          payment_id: 'p9',
          state: 'AWAITING_SOMETHING',
          value: '2500',
          service_fee: '0',
          external_reference: 'x-1',
          pix: { br_code: '0002', e2e: 'E2' },
        },
      },
    };
    const { port } = hubOver([ok(answer)]);
    expect(await port.charges.find({ id: 'p9' }, {})).toMatchObject({
      id: 'payment:p9',
      status: 'AWAITING_SOMETHING',
      amount: 2500,
      fee: 0,
      clientReference: 'x-1',
      qrCodeText: '0002',
      endToEndId: 'E2',
    });
  });

  test('sparse, and with nulls', async () => {
    const { port } = hubOver([
      ok({ id: 'p', status: null, amount: 1, pix: null, customer: null, refunds: null }),
    ]);
    expect(await port.charges.find({ id: 'p' }, {})).toMatchObject({
      id: 'payment:p',
      status: null,
      amount: 1,
      fee: null,
      qrCodeText: null,
      refundableAmount: null,
    });
  });

  test.each([['25.5'], ['25.50'], [25.5], ['1e3'], ['R$ 25']])('%j is no amount of cents', async (amount) => {
    const { port } = hubOver([ok({ ...CHARGE, amount })]);
    const read = await port.charges.find({ id: 'chg_1' }, {});
    expect(read).toMatchObject({ amount: null, other: { amount: String(amount) } });
  });

  test('made with reference, key and payer', async () => {
    const { port, change, requests, sent } = hubOver([ok(CHARGE)]);
    const outcome = await port.charges.create(
      { ...charge, description: 'pedido 77', callbackUrl: 'https://shop.example/pix' },
      { ...change, idempotencyKey: 'key-1' },
    );
    expect(outcome).toMatchObject({ kind: 'done', value: { id: 'payment:chg_1', qrCodeText: '000201pix' } });
    expect(requests[0]).toMatchObject({
      line: 'POST /transactions/payment',
      body: {
        amount: 2500,
        method: 'PIX',
        customer: { name: 'Ana', document: '52998224725' },
        description: 'pedido 77',
        externalRef: 'order-77',
        callbackUrl: 'https://shop.example/pix',
      },
    });
    expect(requests[0]?.request.headers['idempotency-key']).toBe('key-1');
    expect(sent.times).toBe(1);
  });

  test.each([
    [{ payer: undefined }, 'payer.name', 'required'],
    [{ payer: { name: 'Ana' } }, 'payer.document', 'required'],
    [{ expiresInSeconds: 60 }, 'expiresInSeconds', 'not_supported'],
    [{ virtualAccount: 'v' }, 'virtualAccount', 'not_supported'],
  ])(
    'what this API needs or cannot do is refused before anything leaves: %j',
    async (wrong, field, message) => {
      const { port, change, requests } = hubOver([ok(CHARGE)]);
      expect(await port.charges.create({ ...charge, ...wrong }, change)).toMatchObject({
        kind: 'refused',
        sent: false,
        error: { code: 'invalid_request', details: { fields: [{ field, message }] } },
      });
      expect(requests).toHaveLength(0);
    },
  );

  test.each([
    [
      no(400, 'SCHEMA_INVALID', { customer: { document: 'dígito' }, externalRef: ['longo'] }),
      [
        { field: 'payer.document', message: 'dígito' },
        { field: 'clientReference', message: 'longo' },
      ],
    ],
    [no(412, 'CALLBACK_SECRET_MISSING'), [{ field: 'callbackUrl', message: '' }]],
  ])('a refusal names fields in our words', async (answer, fields) => {
    const { port, change } = hubOver([answer]);
    expect(await port.charges.create(charge, change)).toMatchObject({
      kind: 'refused',
      sent: true,
      error: { code: 'provider_rejected', details: { fields } },
    });
  });

  test.each([
    ['a 409', no(409, 'EXTERNAL_REF_CONFLICT'), 'refused', 'provider_rejected'],
    ['a 429', no(429, 'RATE_LIMITED', { retryAfterSeconds: 9 }), 'refused', 'rate_limited'],
    [
      'a 502 of the bank',
      no(502, 'PROVIDER_UNAVAILABLE', { status: null }),
      'unknown',
      'provider_unavailable',
    ],
    ['silence', fault('timeout', true), 'unknown', 'provider_timeout'],
    [
      'an error in a 200',
      ok({ code: 'PROVIDER_REFUSED', message: 'não' }),
      'unknown',
      'provider_unavailable',
    ],
    ['nothing', ok(''), 'unknown', 'provider_unavailable'],
    ['an answer without an id', ok({ status: 'PENDING', amount: 1 }), 'unknown', 'provider_unreadable'],
  ] as const)('%s', async (_, answer, kind, code) => {
    const { port, change, requests } = hubOver([answer]);
    expect(await port.charges.create(charge, change)).toMatchObject({ kind, error: { code } });
    expect(requests).toHaveLength(1);
  });
});
