import { expect, test } from 'vitest';
import { redactUrl } from '#lib/core/http/redact.ts';

test('personal values, references and passwords do not stand in a log', () => {
  const address =
    'https://user:word@api.example/v1/user/transactions?page=2&document=11144477735&name=Ana&x=1#f';
  expect(redactUrl(address)).toBe('https://api.example/v1/user/transactions?page=2&document=…&name=…&x=…');
  expect(redactUrl('https://api.example/v1/user')).toBe('https://api.example/v1/user');
  expect(redactUrl('?token=1')).toBe('[address]');
});

test.each([
  ['/v1/user/transactions/maria-da-silva', '/v1/user/transactions/…'],
  ['/v1/pix/+5511999990000', '/v1/pix/…'],
  ['/api/v1/transactions/payments/gch_1/refunds', '/api/v1/transactions/payments/…/refunds'],
  [
    '/v1/user/transactions?status=MARIA&type=SILVA&method=X',
    '/v1/user/transactions?status=…&type=…&method=…',
  ],
  ['/v1/user/summary?dateFrom=2026-01-01&limit=10', '/v1/user/summary?dateFrom=…&limit=10'],
  ['/v1/user?page=maria%20silva&mar%C3%ADa=1', '/v1/user?page=…&…=…'],
])('A9: what people typed in %s is not logged', (path, logged) => {
  expect(redactUrl(`https://api.example${path}`)).toBe(`https://api.example${logged}`);
});
