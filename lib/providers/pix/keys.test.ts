import { describe, expect, test } from 'vitest';
import { DecodedCode, KeyHolder } from '#lib/providers/money-records.ts';
import {
  type Act,
  json,
  portTo,
  refusal,
  testProvider,
  text,
} from '#lib/providers/pix/testing/test-provider.ts';

const provider = testProvider();
const PLAIN = {
  pixKey: 'ana@b.example',
  document: '***982247**',
  name: 'Ana Souza',
  branch: '***1',
  accountNumber: '*****7',
  personType: 'PF',
  accountType: 'CACC',
  institutionIspb: '00000000',
  institutionCode: '001',
  institutionName: 'Banco Um',
};
const HOLDER = {
  key: 'ana@b.example',
  name: 'Ana Souza',
  document: '***982247**',
  personType: 'PF',
  accountType: 'CACC',
  branch: '***1',
  accountNumber: '*****7',
  institutionIspb: '00000000',
  institutionName: 'Banco Um',
};

describe('who holds a key', () => {
  test.each<[string, unknown]>([
    ['as it is known', PLAIN],
    ['in an envelope', { status: 'OK', data: PLAIN }],
    [
      'nested',
      {
        key: { value: 'ana@b.example', type: 'email' },
        owner: { name: 'Ana Souza', taxIdNumber: '***982247**', type: 'PF' },
        account: {
          branch: '***1',
          number: '*****7',
          type: 'CACC',
          bank: { ispb: '00000000', name: 'Banco Um' },
        },
      },
    ],
    [
      'another way',
      {
        result: {
          key: 'ana@b.example',
          keyType: 'EMAIL',
          holder: { fullName: 'Ana Souza', cpfCnpj: '***982247**', personType: 'PF' },
          account: { agency: '***1', accountNumber: '*****7', accountType: 'CACC' },
          participant: '00000000',
          bankName: 'Banco Um',
        },
      },
    ],
  ])('%s', async (_, body) => {
    provider.acts = [json(200, body)];
    const holder = KeyHolder.parse(await portTo(provider.base).port.keyLookup('ana@b.example', 'email', {}));
    expect(holder).toMatchObject(HOLDER);
  });

  test('what is not told is null, and what is not known is kept', async () => {
    provider.acts = [json(200, { name: 'Ana', score: 3, institutionCode: '001' })];
    const { port } = portTo(provider.base);
    expect(await port.keyLookup('529.982.247-25', null, {})).toEqual({
      ...Object.fromEntries(Object.keys(HOLDER).map((name) => [name, null])),
      keyType: null,
      name: 'Ana',
      other: { score: 3, institutionCode: '001' },
    });
    expect(provider.arrived[0]?.url).toBe('/v1/pix/key?pixKey=52998224725');
  });

  test.each<[string, Act]>([
    ['404', text(404, '')],
    ['PZG404', refusal(404, 'PZG404')],
    ['405', text(405, '')],
  ])('without its route (%s) the other one is asked, for an hour', async (_, missing) => {
    provider.acts = [missing, json(200, PLAIN), json(200, PLAIN), json(200, PLAIN)];
    const { port, clock } = portTo(provider.base);
    const paths = () => provider.arrived.map(({ url }) => url.replace(/\?.*/, '').slice(3));
    expect(await port.keyLookup('ana@b.example', 'email', {})).toMatchObject({ name: 'Ana Souza' });
    expect(provider.arrived[1]?.url).toBe('/v1/user/dict?key=ana%40b.example');
    await port.keyLookup('ana@b.example', 'email', {});
    clock.ms += 3_700_000;
    await port.keyLookup('ana@b.example', 'email', {});
    expect(paths()).toEqual(['/pix/key', '/user/dict', '/user/dict', '/pix/key']);
  });

  test.each<[string, Act[], object, number]>([
    [
      'nobody',
      [refusal(404, 'PZK300')],
      { code: 'not_found', details: { provider: { code: 'PZK300' }, fields: [{ field: 'key' }] } },
      1,
    ],
    [
      'an older service’s word',
      [json(404, { error: 'PIX_KEY_NOT_FOUND', message: 'x' })],
      { details: { fields: [{ field: 'key' }] } },
      1,
    ],
    ['not allowed', [refusal(403, 'PZK400')], { status: 403 }, 1],
    [
      'nobody, says the other',
      [text(404, ''), refusal(404, 'PZK300')],
      { details: { provider: { code: 'PZK300' } } },
      2,
    ],
    ['neither route', [text(405, ''), text(404, '')], { code: 'not_supported' }, 2],
    ['the other is not ours', [refusal(404, 'PZG404'), refusal(403, 'PZA200')], { code: 'not_found' }, 2],
    ['a sentence', [json(200, { message: 'ok' })], { code: 'provider_unreadable' }, 1],
  ])('none: %s', async (_, acts, error, calls) => {
    provider.acts = [...acts];
    await expect(portTo(provider.base).port.keyLookup('a@b.example', null, {})).rejects.toMatchObject(error);
    expect(provider.arrived).toHaveLength(calls);
  });
});

describe('what a code says', () => {
  const read = async (body: unknown) => {
    provider.acts = [json(200, body)];
    return DecodedCode.parse(await portTo(provider.base).port.decodeCode('0002', {}));
  };
  const dynamic = { qrCodeType: 'DYNAMIC', name: 'Loja', amount: 10.5, originalAmount: 10, expiresIn: 90 };

  test('as it is known', async () => {
    const more = {
      document: '1',
      txid: 't',
      additionalInfo: 'i',
      createdAt: '2026-10-01T00:00:00',
      amountEditable: true,
    };
    expect(await read({ ...dynamic, ...more, dueDate: '2026-10-09' })).toEqual({
      ...{ type: 'DYNAMIC', name: 'Loja', document: '1', city: null, key: null, txid: 't', url: null },
      ...{ description: 'i', amount: 1_050, originalAmount: 1_000, amountEditable: true },
      ...{ expiresInSeconds: 90, dueDate: '2026-10-09', other: { createdAt: '2026-10-01T00:00:00' } },
    });
  });

  test('nested, by other names', async () => {
    const answer = {
      data: {
        type: 'DYNAMIC',
        key: 'k',
        txId: 't',
        location: 'pix.example/qr/1',
        beneficiary: { name: 'Loja', taxId: '1', city: 'RECIFE' },
        amount: { original: '10.00', final: '10.50', canChange: false },
        message: 'i',
        expiresAt: new Date(Date.now() + 90_500).toISOString(),
      },
    };
    const code = await read(answer);
    expect(code).toMatchObject({
      ...{ type: 'DYNAMIC', name: 'Loja', document: '1', city: 'RECIFE', key: 'k', txid: 't' },
      ...{
        url: 'pix.example/qr/1',
        description: 'i',
        amount: 1_050,
        originalAmount: 1_000,
        amountEditable: false,
      },
    });
    expect(code.expiresInSeconds).toBeGreaterThan(0);
    expect(code.expiresInSeconds).toBeLessThanOrEqual(90);
  });

  test.each<[string, object, object]>([
    ['no amount', { amount: null }, { amount: null }],
    ['an amount of nought', { amount: 0, originalAmount: '0.00' }, { amount: null, originalAmount: null }],
    ['an amount of fractions of a cent', { amount: 1.005 }, { amount: null, other: { amount: '1.005' } }],
    ['a dynamic one that ended', { expiresIn: 0 }, { expiresInSeconds: 0 }],
    ['a static one does not end', { qrCodeType: 'STATIC', expiresIn: 0 }, { expiresInSeconds: null }],
    ['nobody says when', { expiresIn: null }, { expiresInSeconds: null }],
  ])('%s', async (_, fields, code) => {
    expect(await read({ ...dynamic, ...fields })).toMatchObject(code);
  });

  test.each<[string, Act, object]>([
    ['expired', refusal(410, 'PZK310'), { status: 410, details: { fields: [{ field: 'code' }] } }],
    ['broken', refusal(400, 'PZK601'), { status: 400, details: { fields: [{ field: 'code' }] } }],
    ['the contract', refusal(403, 'PZA206'), { status: 403 }],
    ['the institution', refusal(424, 'PZK101'), { code: 'provider_unavailable' }],
    ['a sentence', json(200, { message: 'ok' }), { code: 'provider_unreadable' }],
    ['an empty one', json(200, { data: {} }), { code: 'provider_unreadable' }],
  ])('none: %s', async (_, act, error) => {
    provider.acts = [act];
    await expect(portTo(provider.base).port.decodeCode('0002', {})).rejects.toMatchObject(error);
    expect(provider.arrived).toHaveLength(1);
  });
});
