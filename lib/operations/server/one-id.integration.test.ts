import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { db } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import {
  type OperationKind,
  type OperationRow,
  registerOperationKinds,
} from '#lib/operations/server/kind.ts';
import { lookUpOperation } from '#lib/operations/server/look-up.ts';
import { perform } from '#lib/operations/server/perform.ts';
import { settle } from '#lib/operations/server/settle.ts';
import { FakeProvider, type Note, noteKind, operatorContext } from '#lib/operations/server/testing/kinds.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

let provider: FakeProvider;
let ctx: Ctx;
let count = 0;

beforeEach(async () => {
  provider = new FakeProvider();
  ctx = await operatorContext();
});

/** Its value is the id of the payment that it made. */
const payingKind = (over: Partial<OperationKind<Note, string>> = {}) =>
  noteKind(provider, { name: 'paying', makes: 'payment', show: (id) => ({ payment: { id } }), ...over });

async function lost(kind = payingKind()): Promise<OperationRow> {
  count += 1;
  provider.next = ['lose request'];
  registerOperationKinds([kind]);
  const { row } = await perform(ctx, kind, { target: `paying-${count}`, request: { text: `id-${count}` } });
  expect(row.state).toBe('unknown');
  return row;
}
const rowOf = async (id: string) => {
  const [row] = await db().select().from(operations).where(eq(operations.id, id));
  if (row === undefined) throw new Error('No such operation.');
  return row;
};
const holders = async (id: string) =>
  db().$count(
    operations,
    and(eq(operations.state, 'confirmed'), sql`${operations.result} -> 'payment' ->> 'id' = ${id}`),
  );
const confirmedBy = (row: OperationRow, id: string, source: 'answer' | 'look-up') =>
  settle(payingKind(), row, { state: 'confirmed', value: id, requestId: null }, source);

describe('a payment’s id stands for one operation', () => {
  it('one that another was confirmed with while it was looked for settles nothing, and is looked for on', async () => {
    const other = await lost();
    const id = `taken-${count}`;
    const racing = payingKind({
      lookUp: async () => {
        await confirmedBy(other, id, 'answer');
        return { found: 'there', value: id };
      },
    });
    const ours = await lost(racing);
    await lookUpOperation(ours.id, { due: false });
    expect(await rowOf(ours.id)).toMatchObject({ state: 'unknown', lookUps: 1, absentSince: null });
    expect((await rowOf(ours.id)).nextLookUpAt).not.toBeNull();
    expect((await rowOf(other.id)).state).toBe('confirmed');
  });

  it('of two look-ups that find the same at once one is confirmed', async () => {
    const rows = [await lost(), await lost(), await lost()];
    const id = `both-${count}`;
    const ends = await Promise.all(rows.map((row) => confirmedBy(row, id, 'look-up')));
    expect(ends.filter((end) => end !== null)).toHaveLength(1);
    expect(await holders(id)).toBe(1);
  });

  it('an answer that names another’s payment says nothing of this one', async () => {
    const [first, second] = [await lost(), await lost()];
    const id = `answered-${count}`;
    expect((await confirmedBy(first, id, 'answer'))?.state).toBe('confirmed');
    expect(await confirmedBy(second, id, 'answer')).toMatchObject({
      state: 'unknown',
      problem: { code: 'provider_unavailable' },
    });
    expect(await holders(id)).toBe(1);
  });

  it('a payment that names no id is nobody’s by it', async () => {
    const [first, second] = [await lost(), await lost()];
    const id = 'withdraw:no-id-0123456789abcdef';
    for (const row of [first, second])
      expect((await confirmedBy(row, id, 'answer'))?.state).toBe('confirmed');
  });
});

describe('sent again only so long after the first', () => {
  it('is judged when it is marked sent, by the database: a slow look-up leaves it unsent', async () => {
    const slow = payingKind({
      lookUp: async ({ row }) => {
        await db()
          .update(operations)
          .set({ sentAt: sql`now() - interval '61 seconds'` })
          .where(eq(operations.id, row.id));
        return { found: 'absent', next: 'send_again', sentWithinMs: 60_000 };
      },
    });
    const { id } = await lost(slow);
    await lookUpOperation(id, { due: false });
    expect(provider.calls).toBe(1);
    const row = await rowOf(id);
    expect(row).toMatchObject({ state: 'unknown', attempts: 1, lookUps: 1 });
    expect(row.absentSince, 'nothing was found').not.toBeNull();
  });

  it('nor where the clock was set back', async () => {
    const ahead = payingKind({
      lookUp: async ({ row }) => {
        await db()
          .update(operations)
          .set({ sentAt: sql`now() + interval '61 seconds'` })
          .where(eq(operations.id, row.id));
        return { found: 'absent', next: 'send_again', sentWithinMs: 60_000 };
      },
    });
    const { id } = await lost(ahead);
    await lookUpOperation(id, { due: false });
    expect(provider.calls).toBe(1);
  });

  it('in time it goes', async () => {
    const quick = payingKind({
      lookUp: async () => ({ found: 'absent', next: 'send_again', sentWithinMs: 60_000 }),
    });
    const { id } = await lost(quick);
    expect((await lookUpOperation(id, { due: false }))?.state).toBe('confirmed');
    expect(provider.calls).toBe(2);
  });
});
