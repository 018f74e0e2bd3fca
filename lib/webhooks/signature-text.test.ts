import { expect, test } from 'vitest';
import { bytesOf, schemeOf, signedAt } from './signature-text.ts';

test.each([
  ['X-Callback-Signature: t=1,v1=ab', 'pix'],
  ['host: a\nx-service-signature: sha256=ab', 'hub'],
  ['X-Webhook-Signature: ab', 'card'],
  ['"x-callback-signature": "t=1,v1=ab",', 'pix'],
  ['HTTP_X_SERVICE_SIGNATURE=sha256=ab', 'hub'],
  ['t = 1, v1 = ab', 'pix'],
  ['Content-Type: application/json', null],
])('%j speaks of %s', (headers, scheme) => {
  expect(schemeOf(headers)).toBe(scheme);
});

test('the time of the signature is read in seconds and in milliseconds', () => {
  expect(signedAt('pix', 'X-Callback-Signature: t=1795000000,v1=ab')).toBe('2026-11-18T11:06:40.000Z');
  expect(signedAt('card', 'X-Webhook-Timestamp: 1795000000123')).toBe('2026-11-18T11:06:40.123Z');
  expect(signedAt('hub', 'x-service-timestamp: 1795000000')).toBe('2026-11-18T11:06:40.000Z');
  expect(signedAt('pix', 'X-Callback-Signature: v1=ab')).toBeNull();
  expect(signedAt('pix', '"x-callback-signature": "t = 1795000000, v1=ab"')).toBe('2026-11-18T11:06:40.000Z');
});

test('bytes are counted, not characters', () => {
  expect(bytesOf('ação')).toBe(6);
});
