import { beforeEach, expect, test, vi } from 'vitest';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import type { MoneyRequest } from '#lib/payments/server/money-kind.ts';
import { WITHDRAWAL_BY_KEY } from '#lib/payments/server/payment-operation.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type { NewWithdrawal, ProviderPort } from '#lib/providers/port.ts';

const twins = vi.hoisted(() => ({ under: false }));
vi.mock('#lib/operations/server/duplicates.ts', () => ({
  mayBeDuplicate: async () => twins.under,
}));
beforeEach(() => {
  twins.under = false;
});

/** Answers of a provider that are not about the requested payment, and the outcomes made of them. */
const SENT = new Date('2026-11-21T12:00:00.000Z');
const row = {
  ...{ id: 'op', accountId: 'acc', amount: 4_200, attempts: 0, createdAt: SENT, sentAt: null },
  ...{ clockOffset: null, clientReference: 'gch_ours', target: 'gch_ours' },
} as OperationRow;
const OURS = {
  ...{ id: 'pay_1', amount: 4_200, clientReference: 'gch_ours', createdAt: SENT.toISOString() },
  ...{ withdrawPixKey: 'ana@example.com', withdrawPixType: 'email', status: 'PENDING', other: {} },
} as unknown as Payment;

const requestOf = (typed: boolean): MoneyRequest<NewWithdrawal> => ({
  input: { amount: 4_200, pixKey: 'ana@example.com', pixKeyType: 'email', clientReference: 'gch_ours' },
  typed,
  idempotencyKey: 'key',
});
const portOf = (answered: Payment, stands: Payment | null) =>
  ({
    kind: 'pix',
    withdrawals: {
      toKey: async () => ({ kind: 'done', value: answered, requestId: null, date: SENT.toISOString() }),
      find: async () => stands,
    },
  }) as unknown as ProviderPort;
const change = { sending: async () => undefined };
const send = (answered: Partial<Payment>, stands: Payment | null, typed = false) =>
  WITHDRAWAL_BY_KEY.send({
    row,
    request: requestOf(typed),
    port: portOf({ ...OURS, ...answered }, stands),
    change,
  });
const lookUp = (stands: Partial<Payment>, typed = false) =>
  WITHDRAWAL_BY_KEY.lookUp?.({
    row,
    request: requestOf(typed),
    port: portOf(OURS, { ...OURS, ...stands }),
    call: {},
    ago: { firstMs: null, lastMs: null },
  });

test('an answer about it is its end', async () => {
  expect(await send({}, null)).toMatchObject({ kind: 'done', value: { id: 'pay_1' } });
  expect(await send({ clientReference: null }, null), 'that names no reference').toMatchObject({
    kind: 'done',
  });
});

test.each([
  ['another reference', { clientReference: 'somebody-elses' }],
  ['another amount', { amount: 8_400 }],
  ['another receiver', { withdrawPixKey: 'rui@example.com' }],
])('an answer of %s: what stands under the reference tells', async (_, answered) => {
  expect(await send(answered, null), 'nothing does').toMatchObject({ kind: 'unknown' });
  expect(await send(answered, OURS)).toMatchObject({ kind: 'done', value: { amount: 4_200 } });
  const other = { ...OURS, amount: 100 };
  expect(await send(answered, other, true), 'typed: another payment does').toMatchObject({
    kind: 'refused',
    error: { code: 'conflict' },
  });
});

test('what a look-up shows without a reference is taken for it only where nothing speaks against it', async () => {
  expect(await lookUp({ clientReference: null })).toMatchObject({ found: 'there' });
  expect(await lookUp({ clientReference: null, amount: 100 })).toEqual({ found: 'unsure' });
  expect(await lookUp({ clientReference: null, createdAt: '2026-11-20T12:00:00.000Z' })).toEqual({
    found: 'unsure',
  });
  expect(await lookUp({ amount: 100 }), 'ours by its reference').toMatchObject({ found: 'there' });
  expect(await lookUp({ amount: 100 }, true)).toMatchObject({ found: 'other' });
});

test('nor while another like it is under way: its own reference tells', async () => {
  twins.under = true;
  expect(await lookUp({ clientReference: null })).toEqual({ found: 'unsure' });
  expect(await lookUp({})).toMatchObject({ found: 'there' });
});

test('the Hub’s own repeat goes only within a minute of the first send', async () => {
  const list = async () => ({ items: [], next: null, total: null, asOf: SENT.toISOString() });
  const port = { kind: 'hub', withdrawals: { list } } as unknown as ProviderPort;
  const seen = (firstMs: number) =>
    WITHDRAWAL_BY_KEY.lookUp?.({
      ...{ request: requestOf(false), port, call: {} },
      ...{ row: { ...row, attempts: 1, sentAt: SENT }, ago: { firstMs, lastMs: firstMs } },
    });
  expect(await seen(59_000)).toEqual({ found: 'absent', next: 'send_again', sentWithinMs: 60_000 });
  expect(await seen(60_000)).toEqual({ found: 'absent', next: 'wait' });
});

test('a payment that was given up and shows late is known by its own reference, whatever the clocks say', () => {
  const seen = { ...OURS, createdAt: '2026-11-21T10:00:00.000Z' };
  const matches = (typed: boolean) => WITHDRAWAL_BY_KEY.matches?.({ row, request: requestOf(typed), seen });
  expect([matches(false), matches(true)]).toEqual([true, false]);
});
