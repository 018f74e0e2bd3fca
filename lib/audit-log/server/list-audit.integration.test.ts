import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { AuditQuery } from '#lib/audit-log/contract.ts';
import { readEntries, whereOf } from '#lib/audit-log/server/list-audit.ts';
import { type AuditEntry, audit } from '#lib/data/audit/append.ts';
import { db } from '#lib/data/client.ts';
import { createdIdIn, operations } from '#lib/data/schema/operations.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

/** The log names a created record by the id of its request; the provider assigns another id. */
const MADE = [
  { kind: 'withdrawal.create', target: 'pedido-1', result: { payment: { id: 'pay_1' } } },
  { kind: 'charge.create', target: 'pedido-2', result: { payment: { id: 'pay_2' } } },
  { kind: 'card-charge.create', target: 'gch_3', result: { charge: { id: 'cardcharge_3' } } },
  { kind: 'webhook.register', target: 'https://loja.example/avisos', result: { id: 'wh_4' } },
] as const;

const write = (action: string, operatorId: string, target: string, operation: string) =>
  audit(db(), {
    ...{ operatorId, accountId: 'acc_1', result: 'ok', target, after: { operation } },
    action,
  } as AuditEntry);

beforeAll(async () => {
  for (const [at, { kind, target, result }] of MADE.entries()) {
    const id = `op_${at}`;
    await db()
      .insert(operations)
      .values({
        ...{ id, accountId: 'acc_1', kind, target, result, state: 'confirmed', operatorId: 'op_bia' },
        ...{ request: '', instance: 'i', createdAt: new Date() },
      });
    await write(`${kind}.requested`, 'op_bia', target, id);
    await write(`${kind}.approved`, 'op_ana', target, id);
    await write(`${kind}.confirmed`, 'op_bia', target, id);
  }
});

const found = async (target: string) => {
  const { rows } = await readEntries(await whereOf(AuditQuery.parse({ target })), 50, null);
  return rows.map(({ action, operatorId }) => [action, operatorId]);
};

it.each(MADE)(
  '$kind: by the id that the provider gave it, who asked and who approved',
  async ({ kind, target, result }) => {
    const id = 'id' in result ? result.id : 'payment' in result ? result.payment.id : result.charge.id;
    const all = [
      [`${kind}.confirmed`, 'op_bia'],
      [`${kind}.approved`, 'op_ana'],
      [`${kind}.requested`, 'op_bia'],
    ];
    expect(await found(id)).toEqual(all);
    expect(await found(target)).toEqual(all);
  },
);

it('what was done to it later stands beside, under its own id', async () => {
  await write('transaction.reveal', 'op_ana', 'pay_1', 'op_0');
  expect((await found('pay_1')).map(([action]) => action)).toEqual([
    'transaction.reveal',
    'withdrawal.create.confirmed',
    'withdrawal.create.approved',
    'withdrawal.create.requested',
  ]);
  expect(await found('pay_9')).toEqual([]);
});

it('operations are found by an index, however many there are', async () => {
  const plan = await db().transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const { rows } = (await tx.execute(
      sql`explain select target from ${operations} where ${operations.clientReference} = 'x'
          or ${operations.id} = 'x'
          or (${operations.result} is not null and ${createdIdIn(operations.result)} = 'x')`,
    )) as { rows: unknown[] };
    return JSON.stringify(rows);
  });
  for (const index of ['operations_made', 'operations_reference', 'operations_pkey'])
    expect(plan).toContain(`on ${index} `);
  expect(plan).not.toContain('Seq Scan');
});
