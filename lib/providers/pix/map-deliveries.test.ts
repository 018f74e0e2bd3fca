import { describe, expect, test } from 'vitest';
import { numbered } from '#lib/providers/client/lists.ts';
import { readDeliveries, readDelivery, toDelivery } from '#lib/providers/pix/deliveries.ts';
import { readResend, toResendAnswer } from '#lib/providers/pix/resends.ts';
import { CallbackRecord, ResendAnswer } from '#lib/providers/records.ts';
import { UnreadableAnswer } from '#lib/providers/unwrap.ts';

const one = (json: object) => CallbackRecord.parse(toDelivery(readDelivery({ id: 'c', url: 'u', ...json })));
const resend = (json: unknown) => ResendAnswer.parse(toResendAnswer(readResend(json)));

const BODY = { id: 'tx_1', status: 'COMPLETED', amount: 10.5, createdAt: '2026-10-01T00:00:00Z' };
const FULL = {
  id: 'cb_1',
  url: 'https://shop.example/hook',
  status: 500,
  transactionId: 'tx_1',
  webhookId: null,
  eventType: 'TRANSACTION_COMPLETED',
  createdAt: '2026-10-02T12:00:00Z',
  body: BODY,
  responseBody: 'oops',
  responseHeaders: { server: 'nginx' },
  responseTime: 84,
};
const READ = {
  id: 'cb_1',
  transactionId: 'tx_1',
  webhookId: null,
  url: 'https://shop.example/hook',
  event: 'TRANSACTION_COMPLETED',
  status: 500,
  responseTimeMs: 84,
  createdAt: '2026-10-02T12:00:00.000Z',
  body: BODY,
  responseBody: 'oops',
  responseHeaders: { server: 'nginx' },
  error: null,
  other: {},
};

describe('one delivery', () => {
  test('bare, wrapped, or as the details of what a webhook was sent, with JSON as text', () => {
    const text = { ...FULL, body: JSON.stringify(BODY), responseHeaders: '{"server":"nginx"}' };
    for (const json of [
      FULL,
      { callback: FULL },
      { data: FULL },
      { data: { callback: FULL } },
      { sentWebhookDetails: text },
      text,
    ])
      expect(toDelivery(readDelivery(json))).toEqual(READ);
  });

  test('request and response apart, other names', () => {
    const { id, transactionId, createdAt, url } = FULL;
    expect(
      one({
        id,
        transaction: { id: transactionId },
        webhook: { id: 'w' },
        sentAt: createdAt,
        eventName: 'X',
        request: { url, body: BODY, headers: { a: 'b' } },
        response: { status: 204, headers: {}, body: '', time: 12 },
        url,
      }),
    ).toMatchObject({
      transactionId,
      webhookId: 'w',
      event: 'X',
      status: 204,
      responseTimeMs: 12,
      body: BODY,
    });
  });

  test.each<[object, number | null]>([
    [{ status: 200 }, 200],
    [{ status: '201' }, 201],
    [{ statusCode: '502 Bad Gateway' }, 502],
    [{ httpStatus: 404, status: 'FAILED' }, 404],
    [{ status: 'SUCCESS' }, null],
    [{ status: 0 }, null],
    [{ status: null }, null],
    [{ status: 2000 }, null],
    [{}, null],
  ])('%j has status %s', (json, status) => {
    expect(one(json).status).toBe(status);
  });

  test('a word for a status is shown, a nought is not', () => {
    expect(one({ status: 'FAILED', statusCode: 500 }).other).toEqual({ status: 'FAILED' });
    expect(one({ status: '0' }).other).toEqual({});
  });

  test.each<[object, number | null]>([
    [{ responseTime: 84 }, 84],
    [{ duration: '84' }, 84],
    [{ durationMs: 84.5 }, 84.5],
    [{ latency: '84ms' }, 84],
    [{ elapsed: '1.2 s' }, 1200],
    [{ responseTime: 'slow' }, null],
    [{ responseTime: null }, null],
  ])('%j took %s ms', (json, ms) => {
    expect(one(json).responseTimeMs).toBe(ms);
  });

  test.each<[unknown, unknown]>([
    [BODY, BODY],
    [JSON.stringify(BODY), BODY],
    [{ raw: 'plain' }, 'plain'],
    ['plain', 'plain'],
    ['{"cut', '{"cut'],
    [null, null],
    [
      [1, 2],
      [1, 2],
    ],
  ])('sent %j', (body, read) => {
    expect(one({ body }).body).toEqual(read);
    expect(one({ payload: body }).body).toEqual(read);
  });

  test.each<[object, string | null]>([
    [{ responseBody: '{"received":true}' }, '{"received":true}'],
    [{ responseBody: { received: true } }, '{"received":true}'],
    [{ responseBody: { raw: 'OK' } }, 'OK'],
    [{ response: 'OK' }, 'OK'],
    [{ responseBody: null }, null],
  ])('%j answered %s', (json, read) => {
    expect(one(json).responseBody).toBe(read);
  });

  test('no answer and why', () => {
    expect(one({ status: 0, error: 'timeout' })).toMatchObject({ status: null, error: 'timeout' });
    expect(one({ error: { code: 'ECONNRESET' } }).error).toBe('{"code":"ECONNRESET"}');
    expect(one({ error: false }).error).toBeNull();
  });

  test('an answer without one is no answer', () => {
    for (const json of [{}, null, { message: 'x' }, { id: 'only' }])
      expect(() => readDelivery(json)).toThrow(UnreadableAnswer);
  });
});

describe('the history', () => {
  const at = (page: number, limit: number, json: unknown) => {
    const read = readDeliveries(json);
    return numbered(read.rows.map(toDelivery), read, { page, limit }, 'now');
  };
  test('follows hasNextPage, in document 1 and elsewhere', () => {
    const pagination = { page: 1, limit: 1, hasNextPage: true };
    expect(at(1, 1, { pagination, callbacks: [FULL] })).toEqual({
      items: [READ],
      more: true,
      total: null,
      asOf: 'now',
    });
    expect(at(1, 1, { pagination: { hasNextPage: false }, callbacks: [FULL] }).more).toBe(false);
    expect(at(1, 1, { data: { callbacks: [FULL] }, meta: { has_next: true } }).more).toBe(true);
    expect(at(1, 1, { callbacks: [FULL], isLast: true }).more).toBe(false);
    expect(at(1, 5, { pagination: {}, callbacks: [FULL] }).more).toBe(false);
    expect(at(1, 5, { pagination: { hasNextPage: true }, callbacks: [] }).more).toBe(false);
  });

  test('rows without an id are told apart and stay themselves', () => {
    const { id: _, ...bare } = FULL;
    const ids = () => at(1, 9, { callbacks: [bare, { ...bare, status: 200 }] }).items.map((item) => item.id);
    expect(new Set(ids()).size).toBe(2);
    expect(ids()).toEqual(ids());
  });
});

describe('what a resend answers', () => {
  const items = [{ transactionId: 't1', webhookId: 'w', eventType: 'A' }, { transactionId: 't2' }];
  const read = [
    { transactionId: 't1', webhookId: 'w', event: 'A' },
    { transactionId: 't2', webhookId: null, event: null },
  ];
  test.each<[unknown, object]>([
    [
      { enqueued: { count: 2, truncated: false, items } },
      { count: 2, truncated: false, items: read, message: null },
    ],
    [
      { data: { enqueued: { count: 900, truncated: true, items } } },
      { count: 900, truncated: true, items: read },
    ],
    [
      { message: 'ok', total: 3 },
      { count: 3, message: 'ok', items: [] },
    ],
    [
      { message: 'ok', count: '3' },
      { count: 3, message: 'ok' },
    ],
    [{ message: 'ok' }, { count: null, message: 'ok', truncated: false }],
    [{ enqueued: 7 }, { count: 7 }],
    [
      { count: 2, transactionIds: ['t1', 't2'] },
      { count: 2, items: [{ transactionId: 't1' }, { transactionId: 't2' }] },
    ],
    [
      { enqueued: { count: 1, items: [{ transaction: { id: 't' }, event: 'B' }] } },
      { items: [{ transactionId: 't', event: 'B' }] },
    ],
    [null, { count: null, message: null, items: [] }],
    [{}, { count: null, items: [] }],
  ])('%j', (json, expected) => {
    expect(resend(json)).toMatchObject(expected);
  });

  test('at most 500 are listed; text is no answer', () => {
    const many = Array.from({ length: 600 }, (_, at) => ({ transactionId: `t${at}` }));
    expect(resend({ enqueued: { count: 600, truncated: true, items: many } }).items).toHaveLength(500);
    expect(() => resend('ok')).toThrow(UnreadableAnswer);
  });
});
