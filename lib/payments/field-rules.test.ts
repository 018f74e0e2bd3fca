import { expect, test } from 'vitest';
import { masked } from '#lib/core/masking/pii.ts';
import { readMetadata } from '#lib/payments/field-rules.ts';
import { compareCallback } from '#lib/payments/rules.ts';
import { CHARGE, hubOver, ok } from '#lib/providers/hub/testing/test-hub.ts';
import { Payment } from '#lib/providers/money-records.ts';

test('D: metadata is typed one name and value a line; what cannot be read is not sent', () => {
  expect(readMetadata('loja: centro\npedido=77:a\n\n')).toEqual({ loja: 'centro', pedido: '77:a' });
  expect(readMetadata('  \n')).toBeUndefined();
  for (const wrong of ['loja', 'a: 1\na: 2', ': 1', 'loja:', 'a b: 1', `a: ${'x'.repeat(201)}`])
    expect(readMetadata(wrong), wrong).toBeNull();
  const many = Array.from({ length: 21 }, (_, at) => `n${at}: 1`).join('\n');
  expect(readMetadata(many)).toBeNull();
});

test('D: metadata goes where document 2 takes it and is read where it comes back', async () => {
  const metadata = { loja: 'centro', cliente: 'Ana Souza' };
  const { port, change, requests } = hubOver([
    ok({ ...CHARGE, metadata }),
    ok({ id: 'w', amount: 5, status: 'CREATED' }),
  ]);
  const charge = await port.charges.create(
    { amount: 2_500, clientReference: 'r', payer: { name: 'A', document: '1' }, metadata },
    change,
  );
  expect(requests[0]?.body).toMatchObject({ metadata });
  expect(charge).toMatchObject({ kind: 'done', value: { metadata } });
  await port.withdrawals.toKey(
    { amount: 5, clientReference: 'r2', pixKey: 'k', pixKeyType: 'evp', metadata: { lote: '1' } },
    change,
  );
  expect(requests[1]?.body).toMatchObject({ metadata: { lote: '1' } });
  if (charge.kind !== 'done') throw new Error('It was not made.');
  const shown = masked(Payment, charge.value, { names: false });
  expect(Object.keys(shown.metadata ?? {})).toEqual(['loja', 'cliente']);
  expect(JSON.stringify(shown)).not.toContain('Ana Souza');
  expect(JSON.stringify(shown)).not.toContain('centro');
  expect(masked(Payment, charge.value, { names: true }).metadata).toMatchObject({ loja: 'centro' });
});

test('D: what came back of callbackUrl is told: kept, left out, or another one', () => {
  expect(compareCallback('https://loja.example/a', 'https://loja.example/a')).toBe('same');
  expect(compareCallback('https://Loja.example', 'https://loja.example/')).toBe('same');
  expect(compareCallback('https://loja.example/a', null)).toBe('absent');
  expect(compareCallback('https://loja.example/a', 'https://other.example/a')).toBe('other');
  expect(compareCallback(null, 'https://other.example/a')).toBeNull();
});
