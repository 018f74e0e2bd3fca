import { describe, expect, test } from 'vitest';
import {
  type Act,
  json,
  portTo,
  refusal,
  testProvider,
  text,
} from '#lib/providers/pix/testing/test-provider.ts';

const provider = testProvider();
const TX = { id: 'tx_1', status: 'PENDING', type: 'WITHDRAW', amount: 1 };
const MADE = json(200, TX);
const invalid = (...details: { field: string; message: string }[]) => refusal(400, 'PZV001', { details });
const refusedWith = (message: string) => json(400, { errorCode: 'PZV001', message });
const names = () =>
  provider.arrived.map(({ body }) =>
    Object.keys(JSON.parse(body) as object).filter((name) => name !== 'clientReference'),
  );
const MISSED = { details: [{ field: 'emv', message: 'é obrigatório' }] };
const pay = { code: '0002', clientReference: 'r' };

describe('the name of a code', () => {
  test.each<[string, Act[], string[]]>([
    ['the first', [MADE], ['qrCode']],
    ['one that is missed', [invalid({ field: 'emv', message: 'é obrigatório' }), MADE], ['qrCode', 'emv']],
    [
      'one that is named in a path',
      [invalid({ field: 'body.code', message: 'Required' }), MADE],
      ['qrCode', 'code'],
    ],
    ['one that a sentence misses', [refusedWith('qrCodeText is required'), MADE], ['qrCode', 'qrCodeText']],
    [
      'the others in turn where the first is not known',
      [
        invalid({ field: 'qrCode', message: 'campo desconhecido' }),
        invalid({ field: 'emv', message: 'should not exist' }),
        MADE,
      ],
      ['qrCode', 'emv', 'qrCodeText'],
    ],
  ])('%s, and it is remembered', async (_, acts, tried) => {
    provider.acts = [...acts, MADE];
    const { port, change, sent } = portTo(provider.base);
    expect(await port.withdrawals.toCode(pay, change)).toMatchObject({ kind: 'done', value: { id: 'tx_1' } });
    expect(names().flat()).toEqual(tried);
    expect(sent.times).toBe(tried.length);
    await port.withdrawals.toCode(pay, change);
    expect(names().at(-1)).toEqual([tried.at(-1)]);
  });

  test.each<[string, Act, object]>([
    [
      'a broken code',
      refusal(400, 'PZK601'),
      { kind: 'refused', error: { details: { provider: { code: 'PZK601' } } } },
    ],
    ['an amount', invalid({ field: 'amount', message: 'é obrigatório' }), { kind: 'refused' }],
    ['the code itself', invalid({ field: 'qrCode', message: 'inválido' }), { kind: 'refused' }],
    ['the key', refusal(404, 'PZK300'), { kind: 'refused' }],
    ['another kind that names a spelling', refusal(409, 'PZG409', MISSED), { kind: 'refused' }],
    ['a fault that names a spelling', refusal(500, 'PZI100', MISSED), { kind: 'unknown' }],
    ['the account', refusal(422, 'PZC200'), { kind: 'refused' }],
    ['the institution', refusal(424, 'PZI111'), { kind: 'unknown' }],
    ['silence', () => undefined, { kind: 'unknown' }],
    ['a sentence', json(200, { message: 'ok' }), { kind: 'unknown' }],
  ])('nothing is sent again after a refusal of %s', async (_, act, end) => {
    provider.acts = [act, MADE];
    const { port, change, sent } = portTo(provider.base);
    expect(await port.withdrawals.toCode(pay, change)).toMatchObject(end);
    expect(sent.times).toBe(1);
  });

  test('where none is taken the first refusal is told, and nothing is learnt', async () => {
    const unknown = (field: string) => invalid({ field, message: `campo desconhecido: ${field}` });
    provider.acts = [unknown('qrCode'), unknown('emv'), unknown('qrCodeText'), unknown('code'), MADE];
    const { port, change } = portTo(provider.base);
    expect(await port.withdrawals.toCode(pay, change)).toMatchObject({
      kind: 'refused',
      error: { details: { fields: [{ field: 'code', message: 'campo desconhecido: qrCode' }] } },
    });
    expect(names().flat()).toEqual(['qrCode', 'emv', 'qrCodeText', 'code']);
    await port.withdrawals.toCode(pay, change);
    expect(names().at(-1)).toEqual(['qrCode']);
  });

  test('a refusal of what was sent shows that its name was read', async () => {
    provider.acts = [
      invalid({ field: 'emv', message: 'Required' }),
      refusal(410, 'PZK310'),
      text(503, ''),
      MADE,
    ];
    const { port, change } = portTo(provider.base);
    for (const kind of ['refused', 'unknown', 'done'])
      expect(await port.withdrawals.toCode(pay, change)).toMatchObject({ kind });
    expect(names().flat()).toEqual(['qrCode', 'emv', 'emv', 'emv']);
  });
});

test('reading a code begins with emv', async () => {
  provider.acts = [
    invalid({ field: 'emv', message: 'unknown field' }),
    json(200, { qrCodeType: 'STATIC', name: 'Ana', amount: null }),
  ];
  const { port } = portTo(provider.base);
  expect(await port.decodeCode('0002', {})).toMatchObject({ type: 'STATIC', name: 'Ana', amount: null });
  expect(names().flat()).toEqual(['emv', 'qrCode']);
});
