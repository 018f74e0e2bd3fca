import { describe, expect, test } from 'vitest';
import { fieldErrorsIn } from '#lib/core/form.ts';
import { BLANK_CHARGE, chargeBody, chargeForm, expirySeconds } from './charge-forms.ts';
import type { PaymentRules } from './queries.ts';

const RULES: PaymentRules = {
  ...{ approvalAbove: null, approvalAboveDaily: null, requestedToday: null, entered: false },
  charge: { min: 100, max: 5_000_000, documentAbove: 200_000 },
  withdrawal: { min: null, max: null },
  transfer: { receiver: 'account_number' },
  payerNeeded: false,
};
const draft = (changes: Partial<typeof BLANK_CHARGE>) => ({ ...BLANK_CHARGE, ...changes });

const judge = (changes: Partial<typeof BLANK_CHARGE>, rules = RULES) =>
  fieldErrorsIn(chargeForm, draft(changes), { rules, hub: false });

describe('what is wrong with a charge', () => {
  test('above R$ 2.000,00 the document is mandatory, at it not', () => {
    expect(judge({ amount: '2.000,00' }).has('document')).toBe(false);
    expect(judge({ amount: '2.000,01' }).get('document')).toBe('document_required');
    const typed = { amount: '2.000,01', document: '12.ABC.345/01DE-35' };
    expect(judge(typed).size).toBe(0);
    expect(chargeForm.body(draft(typed), { rules: RULES, hub: false }).amount).toBe(200_001);
  });
  test('a wrong document is a fault at any amount', () => {
    expect(judge({ amount: '5', document: '111.444.777-36' }).get('document')).toBe('document_invalid');
  });
  test('where the payer is needed, name and document are', () => {
    const errors = judge({ amount: '5' }, { ...RULES, payerNeeded: true });
    expect(Object.fromEntries(errors)).toEqual({ name: 'required', document: 'required' });
  });
  test('what document 2 does not take is not judged for it', () => {
    const values = draft({ amount: '5', expires: 'other', minutes: 'x', metadata: 'no pair' });
    expect([...fieldErrorsIn(chargeForm, values, { rules: RULES, hub: true }).keys()]).toEqual(['metadata']);
    expect([...fieldErrorsIn(chargeForm, values, { rules: RULES, hub: false }).keys()]).toEqual(['minutes']);
  });
});

test('minutes are read whole and within what the providers take', () => {
  expect(expirySeconds(draft({ expires: '900' }))).toBe(900);
  expect(expirySeconds(draft({ expires: 'default' }))).toBeNull();
  expect(expirySeconds(draft({ expires: 'other', minutes: '90' }))).toBe(5400);
  expect(expirySeconds(draft({ expires: 'other', minutes: '1,5' }))).toBeUndefined();
  expect(expirySeconds(draft({ expires: 'other', minutes: '99999' }))).toBeUndefined();
});

test('only what was typed is sent', () => {
  expect(chargeBody(draft({ expires: 'default' }), 100, false)).toEqual({ amount: 100 });
  const hub = draft({ virtualAccount: 'loja', description: 'pedido 7' });
  expect(chargeBody(hub, 100, true)).toEqual({ amount: 100, description: 'pedido 7' });
  expect(chargeBody(draft({ document: '111.444.777-35', reference: ' p-1 ' }), 100, false)).toEqual({
    amount: 100,
    expiresInSeconds: 3600,
    clientReference: 'p-1',
    payer: { document: '11144477735' },
  });
});
