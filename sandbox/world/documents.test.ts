import { describe, expect, it } from 'vitest';
import { isCnpj, isCpf, isDocument } from './documents.ts';
import { createWorld } from './world.ts';

const CPFS = ['12345678909', '00000000191', '52998224725', '90123456770', '31415926590'];
const CNPJS = [
  '12ABC34501DE35',
  '11444777000161',
  '00000000000191',
  '7K2090D4000102',
  'ZZZZZZZZ000191',
  'A1B2C3D4E5F668',
];
const WRONG = [
  '12345678900',
  '11111111111',
  '1234567890',
  '12ABC34501DE36',
  '12ABC34501DEA5',
  '00000000000000',
  '12345678909x',
];

describe('check digits', () => {
  it.each(CPFS)('takes the CPF %s', (text) => expect(isCpf(text)).toBe(true));
  it.each(CNPJS)('takes the CNPJ %s', (text) => expect(isCnpj(text)).toBe(true));
  it.each(WRONG)('refuses %s', (text) => expect(isDocument(text)).toBe(false));
});

it('gives every customer a valid document that leads back to the customer', () => {
  const now = Date.parse('2026-11-20T15:30:00.000Z');
  const journal = { append() {}, replay() {} };
  const place = { baseUrl: '' };
  const { customers } = createWorld({
    seed: 5,
    transactions: 1e7,
    days: 90,
    anchor: now,
    place,
    now: () => now,
    journal,
  });
  let lettered = 0;
  for (let number = 0; number < customers.count; number += 997) {
    const { document } = customers.customer(number);
    expect(isDocument(document), document).toBe(true);
    expect(customers.byDocument(document)).toBe(number);
    if (/[A-Z]/.test(document)) lettered++;
  }
  expect(lettered).toBeGreaterThan(10);
});
