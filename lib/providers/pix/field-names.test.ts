import { describe, expect, test } from 'vitest';
import { GuicheError } from '#lib/core/errors.ts';
import { translateFieldErrors } from '#lib/providers/pix/field-names.ts';

const error = (fields: string[], code: string | null = 'PZV001') =>
  new GuicheError('provider_rejected', 'Mensagem.', {
    status: 400,
    provider: { code, message: 'Mensagem.', requestId: 'req_1', status: 400 },
    ...(fields.length === 0 ? {} : { fields: fields.map((field) => ({ field, message: `m ${field}` })) }),
  });
const names = (from: GuicheError, forms?: Record<string, string>) =>
  translateFieldErrors(from, forms).details.fields?.map(({ field }) => field);

describe('fields in the product’s names', () => {
  test.each([
    ['generatedDocument', 'payer.document'],
    ['body.generatedName', 'payer.name'],
    ['/generatedEmail', 'payer.email'],
    ['data/amount', 'amount'],
    ['expires_in', 'expiresInSeconds'],
    ['pixType', 'pixKeyType'],
    ['qrCode', 'code'],
    ['emv', 'code'],
    ['receiverAccountNumber', 'receiver'],
    ['clientReference', 'clientReference'],
    ['payerAccountNumber', 'payerAccountNumber'],
    ['somethingNew', 'somethingNew'],
    ['body.splits[0].amount', 'body.splits[0].amount'],
    ['', ''],
  ])('%s → %s', (theirs, ours) => {
    expect(names(error([theirs]))).toEqual([ours]);
  });

  test('none is lost, and the rest of the error stays', () => {
    const mapped = translateFieldErrors(error(['amount', 'x', 'pixKey']), { pixKey: 'key' });
    expect(mapped).toMatchObject({ code: 'provider_rejected', status: 400, message: 'Mensagem.' });
    expect(mapped.details).toMatchObject({
      provider: { code: 'PZV001', requestId: 'req_1' },
      fields: [
        { field: 'amount', message: 'm amount' },
        { field: 'x', message: 'm x' },
        { field: 'key', message: 'm pixKey' },
      ],
    });
  });

  test.each([
    ['PZD600', 'amount'],
    ['PZD602', 'payer.document'],
    ['PZS604', 'amount'],
    ['PZC210', 'clientReference'],
    ['PZC300', 'receiver'],
    ['PZC611', 'amount'],
    ['PZK300', 'pixKey'],
    ['PZK601', 'code'],
    ['AMOUNT_REQUIRED', 'amount'],
  ])('%s speaks of %s', (code, field) => {
    expect(translateFieldErrors(error([], code)).details.fields).toEqual([{ field, message: 'Mensagem.' }]);
    expect(names(error([field], code))).toEqual([field]);
    expect(names(error(['other'], code))).toEqual(['other', field]);
  });

  test('a refusal of the account speaks of no field', () => {
    for (const code of ['PZC200', 'PZS200', 'PZS202', 'PZC403', null])
      expect(translateFieldErrors(error([], code)).details.fields).toBeUndefined();
  });
});
