import { expect, test } from 'vitest';
import { readAmount } from '#lib/core/money.ts';
import { directoryKey } from '#lib/core/pix/pix-key.ts';
import { sealed } from '#lib/core/pix/testing/write-code.ts';
import { asRead } from '#lib/core/status/testing/as-read.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import {
  callbackError,
  codeAsSent,
  codeError,
  keyAsSent,
  keyError,
  offersRecurrence,
} from './field-rules.ts';
import { receiverError } from './outgoing-forms.ts';
import { headroomIn, headroomOf, isDirectionUnknown, mayRefund, paymentDirection } from './rules.ts';

test('a key is sent bare, with the country, or in small letters', () => {
  expect(keyAsSent('111.444.777-35', 'cpf')).toBe('11144477735');
  expect(keyAsSent('(11) 98765-4321', 'phone')).toBe('+5511987654321');
  expect(keyAsSent('5511987654321', 'phone')).toBe('+5511987654321');
  expect(keyAsSent(' Ana@Loja.BR ', 'email')).toBe('ana@loja.br');
});

test('a key of a type must look like one', () => {
  expect(keyError('111.444.777-36', 'cpf')).toBe('document_invalid');
  expect(keyError('12.ABC.345/01DE-35', 'cnpj')).toBeNull();
  expect(keyError('abc', null)).toBe('key_unreadable');
  expect(keyError(' ', null)).toBe('required');
  expect(keyError('119', 'phone')).toBe('phone_invalid');
  expect(keyError('“”', 'email')).toBe('required');
});

test.each([
  ['+55 11 8765-4321', 'phone'],
  ['+55 11 18765-4321', 'phone'],
  ['+351912345678', 'phone'],
  ['011 98765-4321', 'phone'],
  ['987654', 'phone'],
  ['mailto:ana@loja.br', 'email'],
  ['ana@loja.br?subject=x', 'email'],
  [`${'a'.repeat(70)}@loja.com`, 'email'],
  ['529.982.247-25', 'cnpj'],
  ['0f3ab977', 'evp'],
] as const)('page and server judge %j as %s alike', (text, type) => {
  const key = directoryKey(text, type);
  expect(keyError(text, type) === null).toBe(key !== null);
  if (key !== null) expect(keyAsSent(text, type)).toBe(key);
});

const CODE =
  '00020126370014br.gov.bcb.pix0115ana@example.com5204000053039865802BR5909Ana Souza6009SAO PAULO62150511PEDIDO482916304BC9D';

/** Without a blank: to the eye of a key's form it is an e-mail. */
const UNSPACED = sealed(
  '00020126370014br.gov.bcb.pix0115ana@example.com5204000053039865802BR5904Loja6006RECIFE62070503***',
);
/** Its payment comes with a recurrence. */
const COMPOSITE =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865406100.505802BR5913Fulano de Tal6008BRASILIA62070503***80740014br.gov.bcb.pix2552pix.example.com/rec/2353c790eefb11eaadc10242ac12000263042875';

test('a code is no key, whatever it looks like, also when it was cut', () => {
  for (const text of [CODE, UNSPACED, UNSPACED.slice(0, 77), ` \u200b${CODE}`])
    for (const type of [null, 'email', 'evp', 'cpf'] as const)
      expect(keyError(text, type), text).toBe('key_is_code');
});

test('a code is judged in the form, and goes without what the clipboard added', () => {
  expect(codeError(' ')).toBe('required');
  expect(codeError('ana@example.com')).toBe('code_invalid');
  expect(codeError(CODE.slice(0, -1))).toBe('code_broken');
  expect(codeError(`${CODE}.`)).toBe('code_trailing');
  expect(codeError(CODE)).toBeNull();
  const pasted = `\u200b${CODE.replace('Ana Souza', 'Ana\nSouza')}\u00a0`;
  expect(codeError(pasted)).toBeNull();
  expect(codeAsSent(pasted)).toBe(CODE);
  expect(codeAsSent(' ana@example.com ')).toBe('ana@example.com');
});

test('a code that offers a recurrence besides its payment is told', () => {
  expect(offersRecurrence(COMPOSITE)).toBe(true);
  expect(offersRecurrence(CODE)).toBe(false);
  expect(offersRecurrence('ana@example.com')).toBe(false);
});

test('amounts are cents, judged against the bounds', () => {
  const bounds = { min: 100, max: 5_000_000 };
  expect(readAmount('2.480,00', bounds)).toEqual({ cents: 248_000, error: null });
  expect(readAmount('0,99', bounds).error).toBe('below_minimum');
  expect(readAmount('50.000,01', bounds).error).toBe('above_maximum');
  expect(readAmount('1,2,3', bounds).error).toBe('amount_unreadable');
  expect(readAmount('-5', bounds).error).toBe('amount_zero');
  expect(readAmount('', bounds).error).toBe('required');
});

test('what remains, also if the uncertain ones leave', () => {
  expect(headroomOf(10_000_000, 6_137_720, 1_240_000, 1_650_000)).toEqual({
    total: 10_000_000,
    used: 6_137_720,
    after: 2_622_280,
    afterAll: 972_280,
  });
  expect(headroomOf(null, 0, 100, 0).after).toBeNull();
  expect(headroomIn([null, 300, 200])).toBe(200);
  expect(headroomIn([null, null])).toBeNull();
  expect(headroomIn([-5])).toBe(0);
});

const PAID = {
  ...{ status: 'COMPLETED', type: 'DEPOSIT', method: 'PIX', amount: 500, other: {} },
  ...{ refundAmount: null, refundStatus: null },
};
const payment = (changes: Partial<Payment>) => asRead({ ...PAID, ...changes }) as Payment;

test('only money that moved has a sign; a transfer has that of its direction', () => {
  expect(paymentDirection(payment({ status: 'PENDING' }), 'charges')).toBe('still');
  expect(paymentDirection(payment({ status: 'PAID', type: 'PAYMENT' }), 'charges')).toBe('in');
  expect(paymentDirection(payment({ status: 'CONFIRMED', type: 'EXTERNAL_PAYMENT' }), 'withdrawals')).toBe(
    'out',
  );
  expect(paymentDirection(payment({ type: 'WITHDRAW' }), 'transfers')).toBe('out');
  const transfer = (way: 'in' | 'untold') => payment({ type: 'INTERNAL_TRANSFER', way });
  expect(paymentDirection(transfer('in'), 'transfers')).toBe('in');
  expect(paymentDirection(transfer('untold'), 'transfers'), 'R2').toBe('still');
  expect(isDirectionUnknown(transfer('untold'), 'transfers'), 'R2').toBe(true);
  expect(isDirectionUnknown(transfer('in'), 'transfers')).toBe(false);
});

test('a paid charge with something left may be refunded', () => {
  expect(mayRefund(payment({}))).toBe(true);
  expect(mayRefund(payment({ status: 'PAID', type: 'PAYMENT', refundableAmount: 100 }))).toBe(true);
  expect(mayRefund(payment({ status: 'PAID', type: 'PAYMENT', refundableAmount: 0 }))).toBe(false);
  expect(mayRefund(payment({ refundAmount: 500, refundStatus: 'COMPLETED' }))).toBe(false);
  expect(mayRefund(payment({ refundAmount: 500, refundStatus: 'CANCELED' }))).toBe(true);
  expect(mayRefund(payment({ type: 'WITHDRAW' }))).toBe(false);
  expect(mayRefund(payment({ method: 'INTERNAL_TRANSFER' }))).toBe(false);
});

test('addresses and receivers', () => {
  expect(callbackError('')).toBeNull();
  expect(callbackError('https://a.example/x')).toBeNull();
  expect(callbackError('ftp://a')).toBe('url_invalid');
  for (const host of ['intranet', 'erp.local', 'erp.internal.', 'nas.lan'])
    expect(callbackError(`https://${host}/hook`)).toBe('url_not_public');
  expect(callbackError('<https://loja.com.br/hook>,')).toBeNull();
  expect(callbackError('http://localhost:3000/hook')).toBeNull();
  expect(receiverError('204617', 'account_number')).toBeNull();
  expect(receiverError('20461', 'account_number')).toBe('account_number');
  expect(receiverError('a@b.br', 'pix_key')).toBeNull();
  expect(receiverError(CODE, 'pix_key')).toBeNull();
  expect(receiverError(CODE.slice(0, -1), 'pix_key')).toBe('code_broken');
  expect(receiverError(CODE.replace('5303986', '5303840'), 'pix_key')).toBe('code_broken');
  expect(receiverError(sealed(CODE.slice(0, -8).replace('5303986', '5303840')), 'pix_key')).toBe(
    'code_currency',
  );
  expect(receiverError(CODE, 'account_number')).toBe('account_number');
});
