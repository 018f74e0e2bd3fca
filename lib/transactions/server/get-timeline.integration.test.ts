import { beforeAll, expect, test } from 'vitest';
import { type AuditEntry, audit } from '#lib/data/audit/append.ts';
import { db } from '#lib/data/client.ts';
import { operators } from '#lib/data/schema/operators.ts';
import { TimelineEntry } from '#lib/transactions/contract.ts';
import { getTimeline } from '#lib/transactions/server/get-timeline.ts';
import { contextWith, detail, transaction } from '#lib/transactions/server/testing/samples.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

const entry = (over: object): AuditEntry => ({
  operatorId: 'op_1',
  accountId: 'acc_1',
  action: 'transaction.reveal',
  target: 'tx_1',
  result: 'ok',
  ...over,
});

beforeAll(async () => {
  await db().insert(operators).values({ id: 'op_1', email: 'ana@example.com', name: 'Ana Souza' });
});

test('what operators did stands among what happened, newest first, on its own transaction and account', async () => {
  for (const over of [
    {},
    { action: 'refund.requested', result: 'refused' },
    { action: 'something.new', operatorId: null },
    { target: 'tx_2' },
    { accountId: 'acc_2' },
    { target: null },
  ])
    await audit(db(), entry(over));
  const { items } = await getTimeline({ ctx: contextWith({ one: detail() }).ctx, id: 'tx_1' });
  expect(items.map((item) => TimelineEntry.parse(item).kind)).toEqual([
    'operator',
    'operator',
    'operator',
    'paid',
    'created',
  ]);
  expect(items.slice(0, 3).map(({ text, operator, status }) => [text, operator, status])).toEqual([
    ['something.new', null, null],
    ['refund.requested', 'Ana Souza', 'refused'],
    ['transaction.reveal', 'Ana Souza', null],
  ]);
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
});

test('its texts and addresses are masked', async () => {
  const one = detail({
    transaction: transaction({ status: 'CANCELED', cancellationReason: 'CPF 529.982.247-25' }),
  });
  const { items, asOf } = await getTimeline({ ctx: contextWith({ one }).ctx, id: 'tx_1' });
  expect(JSON.stringify(items)).not.toContain('529.982.247-25');
  expect(asOf).toBe(one.asOf);
});
