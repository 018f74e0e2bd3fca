import { beforeEach, expect, test } from 'vitest';
import { db } from '#lib/db/client.ts';
import { operations } from '#lib/db/schema/operations.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { findInLists } from '#lib/payments/server/find-in-lists.ts';
import type { Payment } from '#lib/providers/money-records.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

const SENT = new Date('2026-11-21T12:00:00.000Z');
const row = {
  id: 'op_ours',
  accountId: 'hub',
  clientReference: 'gch_ours',
  amount: 4_200,
  sentAt: SENT,
  createdAt: SENT,
};
let listed: Payment[] = [];
let asked: { from?: string | undefined }[] = [];

beforeEach(() => {
  listed = [];
  asked = [];
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
  asked.push(filter);
  const from = Number(position ?? 0);
  const next = from + 2 < listed.length ? from + 2 : null;
  return { items: listed.slice(from, from + 2), next, total: null, asOf: SENT.toISOString() };
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
  expect(asked[0]?.from).toBe('2026-11-21T11:55:00.000Z');
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

test('a list without an end concludes nothing', async () => {
  listed = Array.from({ length: 100 }, (_, at) => payment(`other-${at}`, { amount: at }));
  expect(await find()).toEqual({ found: 'unsure' });
});
