import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { BoundIntent } from '#lib/api/context.ts';
import { bindAnswer, once } from '#lib/api/steps/idempotency.ts';
import { db } from '#lib/data/client.ts';
import { idempotencyKeys } from '#lib/data/schema/operations.ts';
import { gate } from '#lib/operations/server/testing/instances.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

process.env.LOG_LEVEL = 'silent';
withDatabase();
const KEY = 'k'.repeat(16);
const intent = (over: object = {}) => ({
  operatorId: 'op',
  account: 'pix',
  endpoint: 'POST /x',
  key: KEY,
  body: { a: 1 },
  ...over,
});

describe('idempotency', () => {
  it('runs once for two calls at the same time and answers both alike', async () => {
    let runs = 0;
    const run = async () => {
      runs += 1;
      await new Promise((resolve) => setTimeout(resolve, 80));
      return { status: 201, value: { id: runs } };
    };
    const both = await Promise.all([once(intent(), run), once(intent(), run)]);
    expect(both).toEqual([
      { status: 201, value: { id: 1 } },
      { status: 201, value: { id: 1 } },
    ]);
  });

  it('refuses the same key with another body, and another operator’s is another key', async () => {
    const run = async () => ({ status: 200, value: 'other' });
    await expect(once(intent({ body: { a: 2 } }), run)).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    expect(await once(intent({ operatorId: 'second' }), run)).toEqual({ status: 200, value: 'other' });
  });

  it('frees the key when the call failed', async () => {
    const key = 'f'.repeat(16);
    const fail = () => Promise.reject(new Error('no'));
    await expect(once(intent({ key }), fail)).rejects.toThrow('no');
    expect(await once(intent({ key }), async () => ({ status: 200, value: 1 }))).toEqual({
      status: 200,
      value: 1,
    });
  });

  it('M5: what was bound to its key answers a repeat, though the call died before its end', async () => {
    const key = 'b'.repeat(16);
    let effects = 0;
    const dying = async (bound: BoundIntent) => {
      await db().transaction((tx) => {
        effects += 1;
        return bindAnswer(tx, bound, { effect: effects });
      });
      throw new Error('the process ends here');
    };
    await expect(once(intent({ key, status: 202 }), dying)).rejects.toThrow('ends here');
    expect(await once(intent({ key, status: 202 }), dying)).toEqual({ status: 202, value: { effect: 1 } });
    expect(effects).toBe(1);
  });

  it('M5: a fault in the finishing write lets nothing run twice', async () => {
    const key = 'w'.repeat(16);
    let runs = 0;
    const run = async (bound: BoundIntent) => {
      runs += 1;
      await db().transaction((tx) => bindAnswer(tx, bound, { run: runs }));
      // No database takes this text: what the call writes at its end fails.
      return { status: 200, value: { text: '\u0000' } };
    };
    expect((await once(intent({ key }), run)).status).toBe(200);
    expect(await once(intent({ key }), run)).toEqual({ status: 200, value: { run: 1 } });
    expect(runs).toBe(1);
  });

  it('M5: who stood still until another took its key over does nothing more', async () => {
    const key = 's'.repeat(16);
    const still = gate();
    const done: string[] = [];
    const by = (name: string, wait: () => Promise<void>) =>
      once(intent({ key }), async (bound) => {
        await wait();
        await db().transaction(async (tx) => {
          await bindAnswer(tx, bound, name);
          done.push(name);
        });
        return { status: 200, value: name };
      });
    const first = by('first', still.pass);
    await still.reached;
    await db()
      .update(idempotencyKeys)
      .set({ startedAt: sql`now() - interval '3 minutes'` })
      .where(eq(idempotencyKeys.key, key));
    expect(await by('second', async () => undefined)).toEqual({ status: 200, value: 'second' });
    still.open();
    await expect(first).rejects.toMatchObject({ code: 'conflict' });
    expect(done).toEqual(['second']);
    expect(await by('third', async () => undefined)).toEqual({ status: 200, value: 'second' });
  });

  it('needs a key of 16 to 128 visible characters', async () => {
    const run = async () => ({ status: 200, value: 1 });
    for (const key of [null, 'short', 'with space '.repeat(2), 'x'.repeat(129)])
      await expect(once(intent({ key }), run)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
