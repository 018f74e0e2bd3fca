import { expect, test } from 'vitest';
import { nextAttemptOf, reasonOf } from '#lib/deliveries/rules.ts';

const answered = (responseBody: string | null, status: number | null = 422, error: string | null = null) =>
  reasonOf({ status, error, responseBody });

test.each([
  ['{"error":"unknown order","order":"pedido-48282"}', 'unknown order'],
  ['{"error":{"code":7,"message":"invalid signature"}}', 'invalid signature'],
  ['{"errors":[{"detail":"pedido fechado"}]}', 'pedido fechado'],
  ['{"Mensagem":"pedido não encontrado"}', 'pedido não encontrado'],
  ['"busy"', 'busy'],
  ['<html><head><title>502 Bad Gateway</title></head>', '502 Bad Gateway'],
  ['upstream connect error\nreset', 'upstream connect error'],
  ['{"error": cut off', '{"error": cut off'],
])('%s says why', (body, text) => {
  expect(answered(body)).toEqual({ text });
});

test.each([null, '', '  ', '{}', '{"ok":false}', '<html><body>x</body></html>'])(
  '%s says nothing',
  (body) => {
    expect(answered(body)).toBeNull();
  },
);

test.each([
  ['connect ECONNREFUSED 10.0.0.1:443', 'refused'],
  ['getaddrinfo ENOTFOUND erp.example', 'name'],
  ['unable to verify the first certificate', 'certificate'],
  ['no answer within 5000 ms: timed out', 'timeout'],
  ['read ECONNRESET', 'reset'],
])('without an answer: %s', (error, connectionError) => {
  expect(answered(null, null, error)).toEqual({ connectionError });
  expect(answered(null, 503, error), 'what was answered is no fault of the connection').toEqual({
    text: error,
  });
});

test('the next try is known only where the record tells an instant', () => {
  expect(nextAttemptOf({ nextRetryAt: '2026-11-19T14:18:27-03:00' })).toBe('2026-11-19T17:18:27.000Z');
  expect(nextAttemptOf({ nextRetryAt: 30, nextAttemptAt: 'soon' })).toBeNull();
});
