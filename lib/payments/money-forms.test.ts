import { describe, expect, test } from 'vitest';
import { reversalForm } from '#lib/card/change-forms.ts';
import { fieldErrorsIn } from '#lib/core/form.ts';
import { sealed } from '#lib/core/pix/testing/write-code.ts';
import { returnFundsCents } from '#lib/operations/forms.ts';
import { type NewKeyDraft, newKeyForm, refundForm, remainingCents } from './charge-forms.ts';
import { paymentEndpoints } from './contract.ts';
import {
  readWithdrawal,
  receiverInForce,
  receiverMark,
  transferForm,
  type WithdrawalDraft,
  withdrawalForm,
} from './outgoing-forms.ts';

const CODE =
  '00020126370014br.gov.bcb.pix0115ana@example.com5204000053039865802BR5909Ana Souza6009SAO PAULO62150511PEDIDO482916304BC9D';
const NOW = Date.parse('2026-11-23T12:00:00Z');
const body = (endpoint: keyof typeof paymentEndpoints) => {
  const found = paymentEndpoints[endpoint];
  if (!('body' in found)) throw new Error(`${endpoint} takes no body`);
  return found.body;
};

describe('a refund', () => {
  const facts = { left: 6_000, whole: 10_000 };
  const part = { part: 'part', amount: '40', description: ' Item em falta ' } as const;
  test('of all that is left names no amount; of a part names it', () => {
    expect(refundForm.body(refundForm.blank, facts)).toEqual({});
    expect(refundForm.body(part, facts)).toEqual({ amount: 4_000, description: 'Item em falta' });
    expect(body('POST /transactions/{id}/refunds').safeParse(refundForm.body(part, facts)).success).toBe(
      true,
    );
  });
  test('where nobody tells what is left, all of it is the whole payment', () => {
    const unknown = { left: null, whole: 10_000 };
    expect(refundForm.body(refundForm.blank, unknown)).toEqual({ amount: 10_000 });
    expect(fieldErrorsIn(refundForm, { ...part, amount: '100,01' }, unknown).get('amount')).toBe(
      'above_left',
    );
    expect(returnFundsCents(refundForm.blank, unknown)).toBe(10_000);
  });
  test('of a part that cannot be read is never one of all', () => {
    expect(refundForm.body({ ...part, amount: '60,01' }, facts)).toMatchObject({ amount: 0 });
    expect(reversalForm.body({ ...part, amount: '60,01' }, facts)).toEqual({ amount: 0 });
    expect(reversalForm.body({ ...part, amount: '60' }, facts)).toEqual({ amount: 6_000 });
  });
  test('never passes what is left', () => {
    expect(fieldErrorsIn(refundForm, { ...part, amount: '60,01' }, facts).get('amount')).toBe('above_left');
    expect(fieldErrorsIn(refundForm, { ...part, amount: '60,00' }, facts).size).toBe(0);
    expect(returnFundsCents({ ...part, amount: '60,01' }, facts)).toBeNull();
  });
  test('what is left is what the provider tells, else what remains by its sums', () => {
    const payment = { amount: 100, refundableAmount: null } as Parameters<typeof remainingCents>[0];
    const state = { refundable: null, refunded: 30, inProgress: 20 } as Parameters<typeof remainingCents>[1];
    expect(remainingCents(payment, state)).toBe(50);
    expect(remainingCents(payment, { ...state, refundable: 7 })).toBe(7);
    expect(remainingCents(payment, { ...state, refunded: null })).toBeNull();
  });
});

describe('a withdrawal', () => {
  const facts = { rules: undefined, now: NOW };
  const draft = (part: Partial<WithdrawalDraft>) => ({ ...withdrawalForm.blank, ...part });
  const byKey = draft({ key: 'loja@aroeira.example', amount: '154' });
  const code = { amount: 990, amountEditable: false };
  const found = {
    of: 'code:00020126-code',
    at: '2026-11-23T11:55:00Z',
    code: { code, lookup: 'x'.repeat(20) },
  };
  const byCode = draft({ way: 'code', code: '00020126-code', found: found as WithdrawalDraft['found'] });
  test('by key: the type that the key can only be goes along', () => {
    expect(fieldErrorsIn(withdrawalForm, byKey, facts).size).toBe(0);
    const sent = withdrawalForm.body(byKey, facts);
    expect(sent).toEqual({ amount: 15_400, pixKey: 'loja@aroeira.example', pixKeyType: 'email' });
    expect(body('POST /withdrawals').safeParse(sent).success).toBe(true);
  });
  test('by code: its fixed amount is what is asked, whatever was typed before', () => {
    expect(readWithdrawal({ ...byCode, amount: '5' }, facts)).toMatchObject({ cents: 990, fixed: true });
    expect(withdrawalForm.body({ ...byCode, amount: '5' }, facts)).toMatchObject({ amount: 990 });
  });
  test('by code: it is judged before it is read, and goes clean under one mark', () => {
    const withCode = (text: string) => draft({ way: 'code', code: text, amount: '1' });
    expect(fieldErrorsIn(withdrawalForm, withCode(CODE), facts).size).toBe(0);
    expect(fieldErrorsIn(withdrawalForm, withCode(`${CODE} 1`), facts).get('code')).toBe('code_trailing');
    expect(fieldErrorsIn(withdrawalForm, withCode('12345678'), facts).get('code')).toBe('code_invalid');
    const pasted = withCode(`\u200b${CODE.replace('Ana Souza', 'Ana\r\nSouza')}`);
    expect(withdrawalForm.body(pasted, facts)).toEqual({ amount: 100, code: CODE });
    expect(receiverMark(pasted)).toBe(receiverMark(withCode(CODE)));
  });
  test('who was found holds for exactly this code, and for ten minutes', () => {
    expect(receiverInForce(byCode, NOW)).not.toBeNull();
    expect(receiverInForce({ ...byCode, code: '00020126-other' }, NOW)).toBeNull();
    expect(receiverInForce(byCode, NOW + 6 * 60_000)).toBeNull();
    expect(readWithdrawal(byCode, { ...facts, now: NOW + 6 * 60_000 }).fixed).toBe(false);
  });
});

test('a transfer: a key that can be two things goes as it was typed', () => {
  const draft = { ...transferForm.blank, receiver: '11144477735', amount: '1' };
  expect(transferForm.body(draft, { kind: 'pix_key', reads: true, now: NOW }).receiver).toBe('11144477735');
  const numbered = { ...draft, receiver: ' 100200 ', metadata: 'a: b' };
  const sent = transferForm.body(numbered, { kind: 'account_number', reads: false, now: NOW });
  expect(sent).toEqual({ amount: 100, receiver: '100200' });
  expect(body('POST /transfers').safeParse(sent).success).toBe(true);
});

test('a transfer by a code that has the form of an e-mail sends the code as it is', () => {
  const facts = { kind: 'pix_key', reads: true, now: NOW } as const;
  const code = sealed(
    '00020126370014br.gov.bcb.pix0115ana@example.com5204000053039865802BR5904Loja6006RECIFE62070503***',
  );
  const draft = {
    ...transferForm.blank,
    receiver: `${code.slice(0, 9)}\n${code.slice(9)}\u200b`,
    amount: '1',
  };
  expect(fieldErrorsIn(transferForm, draft, facts).size).toBe(0);
  expect(transferForm.body(draft, facts).receiver).toBe(code);
});

test('a random key names none; one’s own is judged by its type', () => {
  expect(newKeyForm.body({ type: 'EVP', key: 'x' }, null)).toEqual({ type: 'EVP' });
  const errorsIn = (draft: NewKeyDraft) => fieldErrorsIn(newKeyForm, draft, null);
  expect(errorsIn({ type: 'EVP', key: '' }).size).toBe(0);
  expect(errorsIn({ type: 'CPF', key: '111' }).has('key')).toBe(true);
});
