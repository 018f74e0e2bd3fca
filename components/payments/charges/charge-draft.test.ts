import { describe, expect, test } from 'vitest';
import type { PaymentRules } from '#lib/payments/queries.ts';
import { BLANK_CHARGE, chargeBody, expirySeconds, judgeCharge } from './charge-draft.ts';

const RULES: PaymentRules = {
  approvalAbove: null,
  charge: { min: 100, max: 5_000_000, documentAbove: 200_000 },
  withdrawal: { min: null, max: null },
  transfer: { receiver: 'account_number' },
  payerNeeded: false,
};
const draft = (changes: Partial<typeof BLANK_CHARGE>) => ({ ...BLANK_CHARGE, ...changes });

describe('judgeCharge', () => {
  test('above R$ 2.000,00 the document is mandatory, at it not', () => {
    expect(judgeCharge(draft({ amount: '2.000,00' }), RULES).faults.document).toBeNull();
    expect(judgeCharge(draft({ amount: '2.000,01' }), RULES).faults.document).toBe('document_required');
    const given = judgeCharge(draft({ amount: '2.000,01', document: '12.ABC.345/01DE-35' }), RULES);
    expect(given).toMatchObject({ good: true, cents: 200_001 });
  });
  test('a wrong document is a fault at any amount', () => {
    expect(judgeCharge(draft({ amount: '5', document: '111.444.777-36' }), RULES).faults.document).toBe(
      'document_invalid',
    );
  });
  test('where the payer is needed, name and document are', () => {
    const { faults } = judgeCharge(draft({ amount: '5' }), { ...RULES, payerNeeded: true });
    expect(faults).toMatchObject({ name: 'required', document: 'required' });
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
