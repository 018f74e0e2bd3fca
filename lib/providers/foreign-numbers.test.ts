import { describe, expect, it, test } from 'vitest';
import { AccountMonitor } from '#lib/core/http/health.ts';
import { CARD_ERRORS } from '#lib/providers/card/client.ts';
import { instantOf } from '#lib/providers/fields.ts';
import { HUB_ERRORS } from '#lib/providers/hub/client.ts';
import { PIX_ERRORS } from '#lib/providers/pix/client.ts';
import { readDownload } from '#lib/providers/pix/reports.ts';
import { toResendAnswer } from '#lib/providers/pix/resends.ts';
import { codeIn } from '#lib/providers/shared-readers.ts';
import { listOf } from '#lib/providers/unwrap.ts';

const DIALECTS = { pix: PIX_ERRORS, hub: HUB_ERRORS, card: CARD_ERRORS };
const AS_OF = '2026-11-28T12:00:00.000Z';

describe.each(Object.entries(DIALECTS))('%s', (_, { refusalOf }) => {
  const waitIn = (extra: object, headers: Record<string, string> = {}, status = 429) => {
    const body = {
      status: 'ERROR',
      error: 'X',
      message: 'Espere.',
      code: 'TOO_MANY',
      statusCode: status,
      ...extra,
    };
    const answer = { kind: 'status', status, headers, text: JSON.stringify(body) } as const;
    return refusalOf(answer, Date.parse(AS_OF))?.retryAfterSeconds;
  };

  it.each([429, 503, 401, 422])('reads a wait of a %s only up to an hour', (status) => {
    expect(waitIn({ retryAfterSeconds: 1_795_832_000 }, {}, status)).toBe(3_600);
    expect(waitIn({}, { 'retry-after': '999999' }, status)).toBe(3_600);
    expect(waitIn({ retryAfter: '7' }, {}, status)).toBe(7);
  });

  it.each([1e20, -5, '1e20', 'soon', null, {}, true])('takes no wait from %j', (retryAfterSeconds) => {
    expect(waitIn({ retryAfterSeconds })).toBe(null);
    expect(waitIn({ retryAfterSeconds }, { 'retry-after': '9' })).toBe(9);
    expect(waitIn({}, { 'retry-after': String(retryAfterSeconds) })).toBe(null);
  });
});

test('a provider’s clock that cannot be is overlooked', () => {
  const monitor = new AccountMonitor(() => Date.parse(AS_OF));
  monitor.recordClock(Date.parse(AS_OF) + 5_000);
  for (const date of ['Fri, 31 Dec 9999 23:59:59 GMT', 'Thu, 01 Jan 1970 00:00:00 GMT', 'x', ''])
    monitor.recordClock(Date.parse(date));
  expect(monitor.offsetMs).toBe(5_000);
});

test.each(['0000-01-01T00:00:00.000Z', '0001-01-01T00:00:00Z', '9999-12-31', '2283-01-01 00:00'])(
  '%s is no instant',
  (text) => expect(instantOf(text)).toBe(null),
);

test('a link’s and a code’s time that nobody lives to see are not said', () => {
  const url = 'https://files.example/report.csv';
  expect(readDownload({ url, expiresIn: 60 }, AS_OF)).toEqual({ url, expiresAt: '2026-11-28T12:01:00.000Z' });
  for (const expiresIn of [999_999_999_999_999, '1e400', -1e300, 'soon'])
    expect(readDownload({ url, expiresIn }, AS_OF)).toEqual({ url, expiresAt: null });
  const code = { name: 'Loja', document: '11222333000181', key: 'a@b.example', type: 'DYNAMIC' };
  const left = (expiresIn: unknown) => codeIn({ ...code, expiresIn }, () => null, AS_OF).expiresInSeconds;
  expect(['60', 12.9, -3, 0].map(left)).toEqual([60, 12, 0, 0]);
  expect([1e15, 9_007_199_254_740_991, '1e400'].map(left)).toEqual([null, null, null]);
});

test('counts that no database holds are not said', () => {
  const counted = (count: unknown) =>
    toResendAnswer({ count, truncated: null, message: null, items: [] } as unknown as Parameters<
      typeof toResendAnswer
    >[0]).count;
  expect([0, '12', -5, 999_999_999_999_999, 1e20].map(counted)).toEqual([0, 12, null, null, null]);
  const total = (count: unknown) => listOf({ items: [{ id: 'a' }], total: count }, ['items']).total;
  expect([3, -1, 999_999_999_999_999, 1e20].map(total)).toEqual([3, null, null, null]);
});
