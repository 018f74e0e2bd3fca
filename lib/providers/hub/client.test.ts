import { describe, expect, test } from 'vitest';
import type { HttpAnswer } from '#lib/core/http/request.ts';
import { blockingCode, toGuicheError } from '#lib/providers/client/errors.ts';
import { HUB_ERRORS } from '#lib/providers/hub/client.ts';
import { allowsHub, CAPABILITY_SCOPES, HUB_SCOPES, scopeOf } from '#lib/providers/hub/scopes.ts';

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): HttpAnswer => ({
  kind: status < 300 ? 'ok' : 'status',
  status,
  headers,
  text: typeof body === 'string' ? body : JSON.stringify(body),
});
const refusal = (...parts: Parameters<typeof answer>) => {
  const found = HUB_ERRORS.refusalOf(answer(...parts), 0);
  if (found === null) throw new Error('no refusal');
  return found;
};

describe('reading a refusal', () => {
  test('the body of document 2', () => {
    const details = { retryAfterSeconds: 12, scope: 'REFUND' };
    expect(
      refusal(429, { message: 'Espere.', code: 'RATE_LIMITED', details }, { 'x-request-id': 'r' }),
    ).toEqual({
      kind: 'refused',
      status: 429,
      code: 'RATE_LIMITED',
      message: 'Espere.',
      requestId: 'r',
      retryAfterSeconds: 12,
      fields: [],
      sourceIp: null,
      details,
    });
  });

  test('nested, of OAuth, or no JSON at all', () => {
    expect(refusal(403, { error: { code: 'TOKEN_MISSING_SCOPE', message: 'x' } }).code).toBe(
      'TOKEN_MISSING_SCOPE',
    );
    expect(refusal(401, { error: 'invalid_client', error_description: 'x' })).toMatchObject({
      code: null,
      message: 'x',
    });
    expect(refusal(502, '<html>', { 'retry-after': '9' })).toMatchObject({
      code: null,
      retryAfterSeconds: 9,
    });
  });

  test.each([
    [{ details: { ip: '203.0.113.7' } }, '203.0.113.7'],
    [{ details: { sourceIp: '2001:db8::17' } }, '2001:db8::17'],
    [{ message: 'Calls from 203.0.113.9 are not allowed.' }, '203.0.113.9'],
    [{ details: { zip: 'x' } }, null],
  ])('the address that was seen: %j', (extra, sourceIp) => {
    const body = { message: 'Não.', code: 'TOKEN_IP_NOT_ALLOWED', ...extra };
    expect(refusal(403, body)).toMatchObject({ sourceIp });
  });

  test('a good answer that carries words like an error’s is none', () => {
    for (const body of [
      { id: 'x', code: 'SOME_CODE', message: 'a charge with a message' },
      { data: [{ failureReason: 'PROVIDER_REFUSED', error: null }] },
      { code: '000201', message: 'decoded' },
      '{"error',
    ])
      expect(HUB_ERRORS.refusalOf(answer(200, body), 0)).toBeNull();
    expect(refusal(200, { code: 'PROVIDER_REFUSED', message: 'x', statusCode: 422 }).status).toBe(422);
  });
});

test.each([
  [401, 'TOKEN_INVALID', 'provider_credential', 'TOKEN_INVALID'],
  [401, 'TOKEN_EXPIRED', 'provider_credential', 'TOKEN_EXPIRED'],
  [403, 'TOKEN_IP_NOT_ALLOWED', 'provider_credential', 'TOKEN_IP_NOT_ALLOWED'],
  [403, 'TOKEN_MISSING_SCOPE', 'provider_credential', null],
  [403, 'TOKEN_HOLDER_BLOCKED', 'provider_rejected', 'TOKEN_HOLDER_BLOCKED'],
  [429, 'AUTH_TOO_MANY_REQUESTS', 'rate_limited', null],
  [409, 'WEBHOOK_HAS_DELIVERIES', 'provider_rejected', null],
  [502, 'PROVIDER_UNAVAILABLE', 'provider_unavailable', null],
])('%i %s is %s and blocks the account as %s', (status, code, problem, blocks) => {
  const found = refusal(status, { message: 'x', code });
  expect(toGuicheError(found, { thing: false }, HUB_ERRORS).code).toBe(problem);
  expect(blockingCode(found, HUB_ERRORS)).toBe(blocks);
});

describe('scopes', () => {
  test('every one of document 2 opens something, and nothing asks for another', () => {
    const used = new Set(Object.values(CAPABILITY_SCOPES).flat());
    expect(HUB_SCOPES.filter((scope) => !used.has(scope))).toEqual([]);
    expect(HUB_SCOPES).toHaveLength(15);
  });

  test.each([
    ['POST', '/transactions/payment/x/refund', 'REFUND'],
    ['GET', '/transactions/payment/x', 'PAYMENT_READ'],
    ['POST', '/transactions/pix/qr-payments', 'WITHDRAW'],
    ['DELETE', '/transactions/pix-keys/x', 'PIX_KEY_WRITE'],
    ['GET', '/transactions/callback-secret', 'WEBHOOK_READ'],
    ['POST', '/transactions/callback-secret/rotate', 'WEBHOOK_WRITE'],
    ['POST', '/oauth/token', null],
  ])('%s %s needs %s', (method, path, scope) => {
    expect(scopeOf(method, path)).toBe(scope);
  });

  test('one of several is enough, and none stands for another', () => {
    expect(allowsHub('charges', ['PAYMENT_READ'], [])).toBe(true);
    expect(allowsHub('charges-create', ['PAYMENT_READ'], [])).toBe(false);
    expect(allowsHub('charges', null, ['PAYMENT_READ'])).toBe(true);
    expect(allowsHub('charges', null, ['PAYMENT_READ', 'PAYMENT_WRITE'])).toBe(false);
    expect(allowsHub('simulator', [], [])).toBe(true);
  });
});
