import { describe, expect, test } from 'vitest';
import type { HttpAnswer } from '#lib/core/http/request.ts';
import {
  blockingCode as blockingCodeIn,
  type Failure,
  type Refusal,
  toGuicheError as toGuicheErrorIn,
  verdictOn as verdictIn,
} from '#lib/providers/client/errors.ts';
import { PIX_ERRORS } from '#lib/providers/pix/client.ts';

const { refusalOf } = PIX_ERRORS;
const blockingCode = (refusal: Refusal) => blockingCodeIn(refusal, PIX_ERRORS);
const verdictOn = (failure: Failure) => verdictIn(failure, PIX_ERRORS);
const toGuicheError = (failure: Failure, { thing }: { thing: boolean }) =>
  toGuicheErrorIn(failure, { thing }, PIX_ERRORS);

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): HttpAnswer => ({
  kind: status >= 200 && status < 300 ? 'ok' : 'status',
  status,
  headers,
  text: typeof body === 'string' ? body : JSON.stringify(body),
});
const envelope = (statusCode: number, errorCode: string | undefined, extra: object = {}) => ({
  status: 'ERROR',
  error: 'Reason',
  errorCode,
  message: 'Mensagem.',
  statusCode,
  requestId: 'req_1',
  ...extra,
});
const refusal = (...parts: Parameters<typeof answer>) => {
  const found = refusalOf(answer(...parts), 0);
  if (found === null) throw new Error('no refusal');
  return found;
};
const refused = (status: number, code?: string, extra: object = {}) =>
  refusal(status, envelope(status, code, extra));

describe('reading a refusal', () => {
  test('the envelope of document 1', () => {
    const details = [{ field: 'limit', message: 'muito grande' }, { property: 'page' }, 'text'];
    expect(refused(400, 'PZV001', { details, retryAfterSeconds: '7' })).toEqual({
      kind: 'refused',
      status: 400,
      code: 'PZV001',
      message: 'Mensagem.',
      requestId: 'req_1',
      retryAfterSeconds: 7,
      fields: [
        { field: 'limit', message: 'muito grande' },
        { field: 'page', message: '' },
      ],
      sourceIp: null,
    });
  });

  test('nested, without a code, with a word for a code, or no JSON at all', () => {
    expect(refusal(404, { error: envelope(404, 'PZG404') }).code).toBe('PZG404');
    expect(refusal(403, { error: 'Forbidden', message: 'x' })).toMatchObject({ code: null, message: 'x' });
    expect(refusal(422, { error: 'INVALID_PIX_KEY', message: 'x' }).code).toBe('INVALID_PIX_KEY');
    expect(refusal(503, '<html>', { 'x-request-id': 'r', 'retry-after': '9' })).toMatchObject({
      status: 503,
      code: null,
      message: null,
      requestId: 'r',
      retryAfterSeconds: 9,
    });
    expect(refusal(302, '')).toMatchObject({ status: 302 });
  });

  test.each(['PZA203', 'PZA205'])('%s tells the address that was seen', (code) => {
    for (const ip of ['203.0.113.7', '2001:db8::17'])
      expect(refused(403, code, { message: `Source IP ${ip} not allowed` }).sourceIp).toBe(ip);
    expect(refused(403, code, { message: 'IP not allowed' }).sourceIp).toBeNull();
  });

  test('a 200 with an error body is a refusal; a transaction in ERROR is not', () => {
    expect(refusal(200, envelope(503, 'PZF503')).status).toBe(503);
    expect(refusal(200, { status: 'ERROR', error: 'Oops', message: 'x' }).status).toBe(502);
    for (const body of [
      { id: 'x', status: 'ERROR', cancellationReason: 'error' },
      { transactions: [] },
      '{"error',
    ])
      expect(refusalOf(answer(200, body), 0)).toBeNull();
  });
});

test.each([
  [401, 'PZA100', 'provider_credential', 502],
  [401, undefined, 'provider_credential', 502],
  [403, 'PZA200', 'provider_credential', 502],
  [403, 'PZA203', 'provider_credential', 502],
  [403, 'PZA205', 'provider_credential', 502],
  [403, 'PZA204', 'provider_rejected', 403],
  [403, 'PZA206', 'provider_rejected', 403],
  [400, 'PZV001', 'provider_rejected', 400],
  [409, 'PZC210', 'provider_rejected', 409],
  [410, 'PZG410', 'provider_rejected', 410],
  [422, 'PZG422', 'provider_rejected', 422],
  [404, 'PZG404', 'provider_rejected', 404],
  [424, 'PZI110', 'provider_unavailable', 503],
  [429, 'PZG429', 'rate_limited', 429],
  [500, 'PZI100', 'provider_unavailable', 503],
  [500, 'PZI101', 'provider_unavailable', 503],
  [503, 'PZF503', 'provider_unavailable', 503],
  [302, undefined, 'provider_unavailable', 503],
])('%i %s becomes %s (%i), with what the provider said', (status, code, problem, answered) => {
  const error = toGuicheError(refused(status, code, { retryAfterSeconds: 30 }), { thing: false });
  expect(error).toMatchObject({
    code: problem,
    status: answered,
    details: {
      provider: { code: code ?? null, message: 'Mensagem.', requestId: 'req_1', status },
      retryAfterSeconds: 30,
    },
  });
});

test('a 404 for the thing in the path is not_found', () => {
  expect(toGuicheError(refused(404, 'PZG404'), { thing: true })).toMatchObject({
    code: 'not_found',
    status: 404,
    details: { provider: { code: 'PZG404' } },
  });
});

const fault = (kind: 'connect' | 'timeout' | 'reset' | 'too_large'): Failure => ({
  kind: 'fault',
  fault: { kind: 'fault', fault: kind, sent: true, message: 'x' },
});
test.each([
  [fault('timeout'), 'provider_timeout'],
  [fault('connect'), 'provider_unavailable'],
  [fault('reset'), 'provider_unavailable'],
  [fault('too_large'), 'provider_unavailable'],
  [{ kind: 'unreadable', status: 200, requestId: null } as Failure, 'provider_unavailable'],
  [{ kind: 'circuit', waitMs: 1_200 } as Failure, 'provider_unavailable'],
  [{ kind: 'budget', waitMs: 1_200 } as Failure, 'rate_limited'],
])('%j becomes %s', (failure, code) => {
  const error = toGuicheError(failure, { thing: false });
  expect(error.code).toBe(code);
  if ('waitMs' in failure) expect(error.details.retryAfterSeconds).toBe(2);
});

test.each([
  [429, 'PZG429', true],
  [424, 'PZF500', true],
  [500, 'PZI100', true],
  [503, 'PZF503', true],
  [502, undefined, true],
  [500, 'PZI101', false],
  [400, 'PZV001', false],
  [401, 'PZA100', false],
  [403, 'PZA203', false],
  [404, 'PZG404', false],
  [409, 'PZG409', false],
  [422, 'PZG422', false],
])('%i %s: tried again: %s', (status, code, retry) => {
  expect(verdictOn(refused(status, code, { retryAfterSeconds: 4 }))).toEqual({ retry, retryAfterSeconds: 4 });
});

test('connection faults are tried again, time-outs and unreadable answers are not', () => {
  expect([fault('connect'), fault('reset')].map((failure) => verdictOn(failure).retry)).toEqual([true, true]);
  const rest: Failure[] = [
    fault('timeout'),
    fault('too_large'),
    { kind: 'unreadable', status: 200, requestId: null },
  ];
  expect(rest.map((failure) => verdictOn(failure).retry)).toEqual([false, false, false]);
});

test('codes that block the account', () => {
  expect(blockingCode(refused(401))).toBe('PZA100');
  expect(blockingCode(refused(403, 'PZA206'))).toBe('PZA206');
  expect(blockingCode(refused(403, 'PZA200'))).toBeNull();
});
