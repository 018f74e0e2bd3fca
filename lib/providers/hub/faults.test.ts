import { describe, expect, test } from 'vitest';
import type { HttpOutcome } from '#lib/core/http/request.ts';
import { fault, hubOver, type Members, no, ok } from '#lib/providers/hub/testing/test-hub.ts';
import type { KeyedChange, Outcome } from '#lib/providers/port.ts';

/** Every member × every failure of a provider. */
const page = { limit: 5, position: null };
const READS: Record<string, (port: Members) => Promise<unknown>> = {
  balance: (port) => port.balance({}),
  limits: (port) => port.limits({}),
  metrics: (port) => port.metrics({}),
  statement: (port) => port.statement.list({ search: 'ana' }, page, {}),
  'charges.list': (port) => port.charges.list({}, page, {}),
  'charges.find': (port) => port.charges.find({ id: 'x' }, {}),
  'charges.find by reference': (port) => port.charges.find({ clientReference: 'x' }, {}),
  'withdrawals.list': (port) => port.withdrawals.list({}, page, {}),
  'withdrawals.find': (port) => port.withdrawals.find({ clientReference: 'x' }, {}),
  'transfers.list': (port) => port.transfers.list({}, page, {}),
  'refunds.state': (port) => port.refunds.state('payment:x', {}),
  keyLookup: (port) => port.keyLookup('k', 'evp', {}),
  decodeCode: (port) => port.decodeCode('c', {}),
  'pixKeys.list': (port) => port.pixKeys.list({}),
  'disputes.list': (port) => port.disputes.list({ page: 1, limit: 5 }, {}),
  'disputes.get': (port) => port.disputes.get('p', {}),
  'webhooks.list': (port) => port.webhooks.list({}) as Promise<unknown>,
  'webhooks.get': (port) => port.webhooks.get('w', {}),
};
const money = { amount: 100, clientReference: 'r' };
type Making = (port: Members, change: KeyedChange) => Promise<Outcome<unknown>>;
const CHANGES: Record<string, Making> = {
  'charges.create': (port, change) =>
    port.charges.create({ ...money, payer: { name: 'A', document: '1' } }, change),
  'withdrawals.toKey': (port, change) =>
    port.withdrawals.toKey({ ...money, pixKey: 'k', pixKeyType: 'evp' }, change),
  'withdrawals.toCode': (port, change) => port.withdrawals.toCode({ ...money, code: 'c' }, change),
  'transfers.create': (port, change) => port.transfers.create({ ...money, receiver: 'k' }, change),
  'refunds of a payment': (port, change) =>
    port.refunds.create({ paymentId: 'payment:x', amount: 1 }, change),
  'refunds of a deposit': (port, change) =>
    port.refunds.create({ paymentId: 'deposit:x', amount: 1 }, change),
  'pixKeys.create': (port, change) => port.pixKeys.create({ type: 'EVP' }, change),
  'pixKeys.setDefault': (port, change) => port.pixKeys.setDefault('k', change),
  'pixKeys.remove': (port, change) => port.pixKeys.remove('k', change),
  'webhooks.register': (port, change) =>
    port.webhooks.register(
      { url: 'https://a.example', events: ['PAYMENT_PAID'], generateSecret: true },
      change,
    ),
  'webhooks.edit': (port, change) => port.webhooks.edit('w', { active: false }, change),
  'webhooks.remove': (port, change) => port.webhooks.remove('w', change),
  'callbackSecret.create': (port, change) => port.callbackSecret.create(change),
  'callbackSecret.rotate': (port, change) => port.callbackSecret.rotate(change),
};

const html = ok('<html>502</html>');
const cut = ok('{"data": [{"id":');
const inside = ok({ code: 'PROVIDER_UNAVAILABLE', message: 'x' });
const tooLarge: HttpOutcome = { kind: 'fault', fault: 'too_large', sent: true, message: 'x' };
const refusedCertificate: HttpOutcome = { kind: 'fault', fault: 'tls', sent: false, message: 'x' };

type Row = [name: string, outcome: HttpOutcome, read: string, change: string];
const ROWS: Row[] = [
  ['a refused connection', fault('connect', false), 'provider_unavailable', 'refused unsent'],
  ['a refused certificate', refusedCertificate, 'provider_credential', 'refused unsent'],
  ['a reset', fault('reset', true), 'provider_unavailable', 'unknown'],
  ['silence', fault('timeout', true), 'provider_timeout', 'unknown'],
  ['17 MB', tooLarge, 'provider_unavailable', 'unknown'],
  ['HTML in a 200', html, 'provider_unavailable', 'unknown'],
  ['JSON that is cut', cut, 'provider_unavailable', 'unknown'],
  ['an error in a 200', inside, 'provider_unavailable', 'unknown'],
  ['401 for ever', no(401, 'TOKEN_INVALID'), 'provider_credential', 'refused'],
  ['403 of the address', no(403, 'TOKEN_IP_NOT_ALLOWED'), 'provider_credential', 'refused'],
  ['403 of a scope', no(403, 'TOKEN_MISSING_SCOPE'), 'provider_credential', 'refused'],
  ['403 of the holder', no(403, 'TOKEN_HOLDER_BLOCKED'), 'provider_rejected', 'refused'],
  ['409', no(409, 'SOME_CONFLICT'), 'provider_rejected', 'refused'],
  ['422', no(422, 'SOMETHING_WRONG'), 'provider_rejected', 'refused'],
  ['429 with a long wait', no(429, 'RATE_LIMITED', { retryAfterSeconds: 60 }), 'rate_limited', 'refused'],
  ['429 without one', no(429, 'RATE_LIMITED'), 'rate_limited', 'refused'],
  ['424', no(424, 'BANK_FAILED'), 'provider_unavailable', 'unknown'],
  ['500', no(500, 'INTERNAL_ERROR'), 'provider_unavailable', 'unknown'],
  ['502 of the bank', no(502, 'PROVIDER_UNAVAILABLE'), 'provider_unavailable', 'unknown'],
  [
    '503 without a body',
    { kind: 'status', status: 503, headers: {}, text: '' },
    'provider_unavailable',
    'unknown',
  ],
];

describe.each(ROWS)('%s', (_, outcome, readEnd, changeEnd) => {
  test.each(Object.entries(READS))('%s', async (_member, read) => {
    const { port } = hubOver([outcome]);
    await expect(read(port)).rejects.toMatchObject({ code: readEnd });
  });

  test.each(Object.entries(CHANGES))('%s', async (_member, make) => {
    const { port, change, requests } = hubOver([outcome]);
    const made = await make(port, change);
    const sent = made.kind === 'refused' && !made.sent ? ' unsent' : '';
    expect(`${made.kind}${sent}`).toBe(changeEnd);
    // Only what surely did nothing is ever sent again: a connection that was refused, a 401.
    const again = changeEnd === 'refused unsent' || readEnd === 'provider_credential';
    expect(requests.length).toBeLessThanOrEqual(again ? 2 : 1);
  });
});

test.each(Object.entries(READS))('%s goes on after a moment of trouble', async (_, read) => {
  const before = hubOver([no(503, 'PROVIDER_UNAVAILABLE')]);
  await read(before.port).catch(() => undefined);
  expect(before.requests).toHaveLength(3);
  expect(before.monitor.retries.take()).toBe(true);
});

test.each(Object.entries(CHANGES))('%s is not sent where it cannot be written down', async (_, make) => {
  const { port, requests } = hubOver([ok({})]);
  const gone = { sending: () => Promise.reject(new Error('the database is gone')) };
  await expect(make(port, gone)).rejects.toThrow('database');
  expect(requests).toHaveLength(0);
});

test('R1: a list of Pix keys of which none tells its id or key is not an empty one', async () => {
  const { port } = hubOver([ok({ data: [{ chave: 'ana@example.com', tipo: 'EMAIL' }] })]);
  expect(await port.pixKeys.list({})).toMatchObject({
    items: [{ key: null, type: null }],
    unread: { rows: 1, fields: ['id', 'pixKey'] },
  });
  const none = hubOver([ok({ data: [] })]);
  expect(await none.port.pixKeys.list({})).toEqual({ items: [] });
});
