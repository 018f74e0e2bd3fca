import { expect, test } from 'vitest';
import { shownByCode } from '#lib/payments/server/receiver.ts';

const KNOWN = { key: 'loja@example.com', amount: 20_050, amountEditable: false };
const SEEN = {
  ...{ name: 'LOJA NORTE', document: null, institution: 'Banco Serra Azul', ispb: '31872495' },
  ...{ accountType: 'CACC', seenAt: '2026-11-19T17:02:11.000Z' },
};

test('who decides sees what the payer of a code was shown, while the code names the same', () => {
  expect(shownByCode({ ...KNOWN, name: 'Loja Norte', document: null }, SEEN)).toEqual(SEEN);
});

test('of a code that names somebody else by now, or that nobody read, only what it names', () => {
  const other = { ...KNOWN, name: 'Loja Sul', document: '11222333000181' };
  const bare = { institution: null, ispb: null, accountType: null, seenAt: null };
  for (const seen of [SEEN, undefined])
    expect(shownByCode(other, seen)).toEqual({ ...bare, name: 'Loja Sul', document: '11222333000181' });
});
