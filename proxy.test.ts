import { unstable_doesMiddlewareMatch as doesMatch } from 'next/experimental/testing/server';
import { expect, test } from 'vitest';
import { config } from './proxy.ts';

test.each(['/', '/sign-in', '/inbox', '/pix/transactions/tx_1', '/api', '/apis/inbox', '/icon.svg/inbox'])(
  'a page has its policy: %s',
  (url) => expect(doesMatch({ config, url })).toBe(true),
);

test.each([
  '/api/hooks/pix/0123456789abcdef0123456789abcdef',
  '/api/accounts/pix/transactions?limit=100',
  '/api/auth/csrf',
  '/_next/static/chunks/a.js',
  '/icon.svg',
])('the API and files pass it by: %s', (url) => expect(doesMatch({ config, url })).toBe(false));
