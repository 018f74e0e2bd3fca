import { beforeEach, describe, expect, test } from 'vitest';
import { seal } from '#lib/auth/server/seal.ts';
import { db } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { type OperationRow, registerOperationKinds, requestPurpose } from '#lib/operations/server/kind.ts';
import { findInLists } from '#lib/payments/server/money-kind.ts';
import { WITHDRAWAL_BY_CODE, WITHDRAWAL_BY_KEY } from '#lib/payments/server/payment-operation.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import type { Unread } from '#lib/providers/records.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

const SENT = new Date('2026-11-21T12:00:00.000Z');
const row = {
  id: 'op_ours',
  accountId: 'hub',
  clientReference: 'gch_ours',
  amount: 4_200,
  kind: 'withdrawal.key',
  subject: 'ana, hashed',
  sentAt: SENT,
  createdAt: SENT,
};
let listed: Payment[] = [];
let requestedFilters: { from?: string | undefined }[] = [];
let pageExtras: { unread?: Unread; total?: number } = {};

beforeEach(() => {
  listed = [];
  requestedFilters = [];
  pageExtras = {};
});

const payment = (id: string, over: object = {}) =>
  ({
    id,
    amount: 4_200,
    clientReference: null,
    createdAt: SENT.toISOString(),
    withdrawPixKey: 'ana',
    ...over,
  }) as Payment;
const list = async (filter: { from?: string | undefined }, { position }: { position: unknown }) => {
  requestedFilters.push(filter);
  const from = Number(position ?? 0);
  const next = from + 2 < listed.length ? from + 2 : null;
  return { items: listed.slice(from, from + 2), next, total: null, asOf: SENT.toISOString(), ...pageExtras };
};
const find = () =>
  findInLists(
    { list },
    row as OperationRow,
    ({ withdrawPixKey }) => (withdrawPixKey === null ? null : withdrawPixKey === 'ana'),
    {},
  );

test('by its reference, however many pages down', async () => {
  const others = Array.from({ length: 7 }, (_, at) =>
    payment(`other-${at}`, { clientReference: `other-${at}` }),
  );
  listed = [...others, payment('mine', { clientReference: 'gch_ours', amount: 1 })];
  expect(await find()).toMatchObject({ found: 'there', value: { id: 'mine' } });
  expect(requestedFilters[0]?.from).toBe('2026-11-21T11:55:00.000Z');
});

test('where references are told, one without is somebody else’s', async () => {
  listed = [payment('by hand'), payment('other', { clientReference: 'x' })];
  expect(await find()).toEqual({ found: 'absent', next: 'wait' });
});

test('else by amount and receiver, when it is a single one', async () => {
  listed = [payment('mine'), payment('less', { amount: 4_100 }), payment('rui', { withdrawPixKey: 'rui' })];
  expect(await find()).toMatchObject({ found: 'there', value: { id: 'mine' } });
  listed = [payment('one'), payment('two')];
  expect(await find(), 'two are like it').toEqual({ found: 'unsure' });
  listed = [payment('mute', { withdrawPixKey: null })];
  expect(await find(), 'nobody says whom it pays').toEqual({ found: 'unsure' });
  listed = [payment('rui', { withdrawPixKey: 'rui' })];
  expect(await find()).toEqual({ found: 'absent', next: 'wait' });
  listed = [payment('old', { createdAt: '2026-11-21T11:54:59.000Z' })];
  expect(await find()).toEqual({ found: 'absent', next: 'wait' });
});

test('never one that another operation of the account stands for', async () => {
  await db()
    .insert(operations)
    .values({
      ...{
        id: 'op_other',
        accountId: 'hub',
        kind: 'withdrawal.key',
        target: 'gch_other',
        state: 'confirmed',
      },
      ...{ request: '', operatorId: 'marina', createdAt: SENT, result: { payment: { id: 'taken' } } },
    });
  listed = [payment('taken')];
  expect(await find()).toEqual({ found: 'absent', next: 'wait' });
  listed = [payment('taken'), payment('mine')];
  expect(await find()).toMatchObject({ found: 'there', value: { id: 'mine' } });
});

describe('while another of the same receiver and amount is under way', () => {
  type Enrichment = Partial<typeof operations.$inferInsert>;
  async function addTwin(over: Enrichment = {}): Promise<void> {
    await db().delete(operations);
    const plain = { id: 'op_twin', accountId: 'hub', kind: 'withdrawal.key', target: 'gch_twin' };
    const columns = { amount: row.amount, subject: row.subject, request: '', operatorId: 'marina' };
    await db()
      .insert(operations)
      .values({ ...plain, ...columns, state: 'sent', createdAt: SENT, ...over });
  }

  test.each(['requested', 'sent', 'unknown'])(
    'one that is %s: a single one like it is nobody’s yet',
    async (state) => {
      listed = [payment('one')];
      await addTwin({ state });
      expect(await find()).toEqual({ found: 'unsure' });
      listed = [payment('one'), payment('two')];
      expect(await find(), 'two of them').toEqual({ found: 'unsure' });
      listed = [];
      expect(await find(), 'there is none at all').toEqual({ found: 'absent', next: 'wait' });
      listed = [payment('mine', { clientReference: 'gch_ours' })];
      expect(await find(), 'its reference tells').toMatchObject({ found: 'there' });
    },
  );

  test('one whose amount is not known may have made it too', async () => {
    listed = [payment('one')];
    await addTwin({ amount: null });
    expect(await find()).toEqual({ found: 'unsure' });
  });

  test.each<[string, Enrichment]>([
    ['never sent', { state: 'awaiting_approval' }],
    ['over', { state: 'rejected' }],
    ['of another amount', { amount: 4_300 }],
    ['to somebody else', { subject: 'rui, hashed' }],
    ['another account’s', { accountId: 'other' }],
  ])('one that is %s is none', async (_, over) => {
    listed = [payment('one')];
    await addTwin(over);
    expect(await find()).toMatchObject({ found: 'there', value: { id: 'one' } });
  });

  test('one that names the receiver otherwise, or not, is judged by what it asked', async () => {
    registerOperationKinds([WITHDRAWAL_BY_KEY, WITHDRAWAL_BY_CODE]);
    listed = [payment('one')];
    for (const [key, found] of [
      ['ana', 'unsure'],
      [null, 'unsure'],
      ['rui', 'there'],
    ] as const) {
      const request = { input: { code: '0002', clientReference: 'gch_twin', key }, typed: false };
      await addTwin({
        ...{ kind: 'withdrawal.code', subject: 'a code, hashed' },
        request: seal(JSON.stringify(request), requestPurpose('op_twin')),
      });
      expect(await find(), String(key)).toMatchObject({ found });
    }
    registerOperationKinds([]);
    await db().delete(operations);
  });
});

describe('rows that do not tell what they are', () => {
  beforeEach(() => db().delete(operations));

  test('an amount, or an id, that is not told may be ours', async () => {
    listed = [payment('mute', { amount: null })];
    expect(await find(), 'no amount').toEqual({ found: 'unsure' });
    listed = [payment('withdraw:no-id-0123456789abcdef')];
    expect(await find(), 'no id: nobody can tell whose it is').toEqual({ found: 'unsure' });
    listed = [payment('mine'), payment('mute', { amount: null })];
    expect(await find(), 'either of the two').toEqual({ found: 'unsure' });
    listed = [payment('rui', { amount: null, withdrawPixKey: 'rui' })];
    expect(await find(), 'somebody else’s').toEqual({ found: 'absent', next: 'wait' });
  });

  test('an entry that could not be read at all, or that is counted and not there, may be ours', async () => {
    pageExtras = { unread: { rows: 1, fields: ['row'] } };
    expect(await find()).toEqual({ found: 'unsure' });
    listed = [payment('mine')];
    expect(await find(), 'beside one like it').toEqual({ found: 'unsure' });
    pageExtras = { total: 2 };
    expect(await find(), 'two are counted').toEqual({ found: 'unsure' });
    pageExtras = { total: 1 };
    expect(await find()).toMatchObject({ found: 'there' });
  });
});

test('a list without an end concludes nothing', async () => {
  listed = Array.from({ length: 100 }, (_, at) => payment(`other-${at}`, { amount: at }));
  expect(await find()).toEqual({ found: 'unsure' });
});
