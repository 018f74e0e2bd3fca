import { expect, test } from 'vitest';
import { redactUrl } from '#lib/http/redact.ts';

test('personal values, references and passwords do not stand in a log', () => {
  const address =
    'https://user:word@api.example/v1/user/transactions?page=2&document=11144477735&name=Ana&x=1#f';
  expect(redactUrl(address)).toBe('https://api.example/v1/user/transactions?page=2&document=…&name=…&x=…');
  expect(redactUrl('https://api.example/v1/user')).toBe('https://api.example/v1/user');
  expect(redactUrl('?token=1')).toBe('[address]');
});
