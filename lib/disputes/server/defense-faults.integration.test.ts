import { eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { db } from '#lib/data/client.ts';
import { disputeIndexes } from '#lib/data/schema/disputes.ts';
import { operationAttempts, operations } from '#lib/data/schema/operations.ts';
import { removeAttachment, sentThrough } from '#lib/disputes/server/defense-store.ts';
import { getDefenses, getDispute } from '#lib/disputes/server/get-dispute.ts';
import { listDisputes } from '#lib/disputes/server/list-disputes.ts';
import { withBench } from '#lib/disputes/server/testing/bench.ts';
import {
  POST,
  resolve,
  rowOf,
  sentLongAgo,
  TEXT,
  withDispute,
} from '#lib/disputes/server/testing/defending.ts';
import { lookUpOperation } from '#lib/operations/server/look-up.ts';
import { recoverOperations } from '#lib/operations/server/recover.ts';

const bench = withBench();
const on = withDispute(bench);

describe('without a readable answer', () => {
  test.each([
    ['a time-out after it was applied', { kind: 'apply-silent' }, 1],
    ['a time-out, not applied', { kind: 'silent' }, 2],
    ['a reset after it was applied', { kind: 'apply-reset' }, 1],
    ['a reset, not applied', { kind: 'reset' }, 2],
    ['424', { kind: 'status', status: 424 }, 2],
    ['500', { kind: 'status', status: 500 }, 2],
    ['503', { kind: 'status', status: 503 }, 2],
    ['an answer that breaks off', { kind: 'truncated' }, 1],
    ['an empty answer', { kind: 'empty' }, 2],
  ] as const)('%s: unknown, then one defense', async (_, fault, calls) => {
    await bench().control('fault', { ...fault, method: 'POST', path: POST });
    const answer = await on.send();
    expect(answer).toMatchObject({ status: 202, operation: { state: 'unknown' } });
    const { dispute } = await getDispute({ ctx: on.ctx, id: on.id });
    expect(dispute.sending).toEqual({ operationId: answer.operation.id, state: 'unknown' });
    await expect(on.send({ text: 'Outra.' }, bench().context('caio'))).rejects.toMatchObject({
      code: 'conflict',
      details: { operationId: answer.operation.id },
    });
    expect(await resolve(answer.operation.id)).toBe('confirmed');
    expect((await bench().stored(on.id)).defenseHistory).toMatchObject([{ defense: TEXT }]);
    expect(await on.posts()).toBe(calls);
    expect((await getDispute({ ctx: on.ctx, id: on.id })).dispute).toMatchObject({
      state: 'answered',
      answeredBy: { id: 'livia' },
      sending: null,
    });
  });

  test('M7: sent at most once more, however often a look-up finds none', async () => {
    await bench().control('fault', { kind: 'reset', method: 'POST', path: POST, untilCleared: true });
    const { operation } = await on.send();
    for (let round = 0; round < 4; round += 1) {
      await sentLongAgo(operation.id);
      await lookUpOperation(operation.id, { due: false });
    }
    expect(await on.posts()).toBe(2);
    expect((await rowOf(operation.id)).state).toBe('unknown');
    const attempts = db().select().from(operationAttempts);
    expect(await attempts.where(eq(operationAttempts.operationId, operation.id))).toHaveLength(2);
  });

  test('somebody else’s that could not be read before is not taken for ours', async () => {
    await getDispute({ ctx: on.ctx, id: on.id });
    // The service names defenses on their own route alone, and that fails while ours is sent.
    await bench().control('fault', {
      ...{ kind: 'silent', method: 'GET', path: '/user/infractions/{id}', untilCleared: true },
    });
    await bench().control('fault', { kind: 'silent', method: 'GET', path: POST, untilCleared: true });
    await bench().defendElsewhere(on.id, 'Pelo painel do serviço.');
    await bench().control('fault', { kind: 'reset', method: 'POST', path: POST });
    const { operation } = await on.send();
    expect(operation.state).toBe('unknown');
    await bench().control('clear', { all: true });
    await sentLongAgo(operation.id);
    await lookUpOperation(operation.id, { due: false });
    expect((await rowOf(operation.id)).state).toBe('unknown');
    expect((await getDispute({ ctx: on.ctx, id: on.id })).dispute.answeredBy).toBeNull();
  });

  test('M7: not sent again while the first may still arrive', async () => {
    await bench().control('fault', { kind: 'reset', method: 'POST', path: POST });
    const { operation } = await on.send();
    await lookUpOperation(operation.id, { due: false });
    expect(await on.posts()).toBe(1);
    await sentLongAgo(operation.id);
    await lookUpOperation(operation.id, { due: false });
    expect(await on.posts()).toBe(2);
    expect((await rowOf(operation.id)).state).toBe('confirmed');
  });

  test('while reads fail too nothing is sent again; then it is found', async () => {
    await bench().control('fault', { kind: 'apply-reset', method: 'POST', path: POST });
    const { operation } = await on.send();
    await bench().control('fault', {
      ...{ kind: 'status', status: 403, errorCode: 'PZA203', method: 'GET', untilCleared: true },
    });
    for (let round = 0; round < 3; round += 1) await lookUpOperation(operation.id, { due: false });
    expect((await rowOf(operation.id)).state).toBe('unknown');
    expect(await on.posts()).toBe(1);
    await bench().control('clear', { all: true });
    expect(await resolve(operation.id)).toBe('confirmed');
    expect(await on.posts()).toBe(1);
  });

  test('where defenses may not be read, the dispute’s own history shows it', async () => {
    await bench().control('fault', {
      ...{ kind: 'status', status: 403, errorCode: 'PZA200', method: 'GET', path: POST, untilCleared: true },
    });
    await bench().control('fault', { kind: 'apply-reset', method: 'POST', path: POST });
    const { operation } = await on.send();
    expect(await resolve(operation.id)).toBe('confirmed');
    expect(await on.posts()).toBe(1);
    const { available, items } = await getDefenses({ ctx: on.ctx, id: on.id });
    expect({ available, texts: items.map(({ text }) => text) }).toEqual({ available: false, texts: [TEXT] });
  });

  test('a dispute that closed meanwhile is not sent to again', async () => {
    await bench().control('fault', { kind: 'reset', method: 'POST', path: POST });
    const { operation } = await on.send();
    await bench().control('dispute', { disputeId: on.id, close: 'CANCELLED' });
    await lookUpOperation(operation.id, { due: false });
    expect((await rowOf(operation.id)).state).toBe('unknown');
    expect(await on.posts()).toBe(1);
    const old = new Date(Date.now() - 3_700_000);
    await db().update(operations).set({ absentSince: old }).where(eq(operations.id, operation.id));
    await lookUpOperation(operation.id, { due: false });
    expect(await rowOf(operation.id)).toMatchObject({ state: 'rejected', reason: 'not_found' });
  });

  test('a file that is taken off meanwhile is sent all the same: the intent holds it', async () => {
    await on.save(0, TEXT);
    const attachment = (await on.upload('nota.pdf')).attachments[0]?.id ?? '';
    await bench().control('fault', { kind: 'reset', method: 'POST', path: POST });
    const { operation } = await on.send({ version: 2 });
    await removeAttachment({ ctx: on.ctx, id: on.id, attachment });
    expect(await resolve(operation.id)).toBe('confirmed');
    expect((await bench().stored(on.id)).defenseHistory).toMatchObject([{ files: [{ name: 'nota.pdf' }] }]);
  });
});

describe('after the process died', () => {
  /** The row as a dead process leaves it; `applied`: the provider has it. */
  async function leftBehind(state: 'requested' | 'sent', applied: boolean): Promise<string> {
    const kind = applied ? 'apply-reset' : 'reset';
    await bench().control('fault', { kind, method: 'POST', path: POST });
    const { operation } = await on.send();
    const columns = state === 'sent' ? {} : { attempts: 0, sentAt: null, lastSentAt: null };
    await db()
      .update(operations)
      .set({ state, nextLookUpAt: null, problem: null, ...columns })
      .where(eq(operations.id, operation.id));
    if (state === 'requested')
      await db().delete(operationAttempts).where(eq(operationAttempts.operationId, operation.id));
    return operation.id;
  }

  test.each([
    ['between sent and answered, applied', 'sent', true, 1],
    ['between sent and answered, not applied', 'sent', false, 2],
    ['before it was sent', 'requested', false, 2],
  ] as const)('%s: one defense', async (_, state, applied, calls) => {
    const operation = await leftBehind(state, applied);
    // Two instances start at once.
    await Promise.all([recoverOperations({ everything: true }), recoverOperations({ everything: true })]);
    expect(await resolve(operation)).toBe('confirmed');
    expect((await bench().stored(on.id)).defenseHistory).toMatchObject([{ defense: TEXT }]);
    expect(await on.posts()).toBe(calls);
  });

  test('M8: one that was never sent and is found there is somebody else’s: already done, with what is there', async () => {
    const operation = await leftBehind('requested', false);
    await bench().defendElsewhere(on.id, 'Do painel do serviço.');
    await recoverOperations({ everything: true });
    const row = await rowOf(operation);
    expect(row).toMatchObject({
      state: 'rejected',
      reason: 'conflict',
      problem: { code: 'already_done', existing: { sentBy: null, defense: { id: expect.any(String) } } },
    });
    expect(await on.posts(), 'the lost first call and the one of the panel').toBe(2);
    expect(await sentThrough({ accountId: row.accountId, disputeId: on.id })).toBeNull();
  });
});

describe('what the service takes', () => {
  test.each(['nested', 'sparse', 'plain'])('is learnt (%s)', async (dialect) => {
    await bench().control('state', { dialect });
    try {
      const { operation } = await on.send();
      expect(operation.state).toBe('confirmed');
      const [index] = await db().select().from(disputeIndexes);
      // `sparse` takes either: what was learnt before stays.
      expect(index?.defenseForm).toBe(dialect === 'plain' ? 'multipart' : 'json');
      on.id = (await bench().open()).id;
      await on.send();
      expect(await on.posts(), 'the second goes out in the learnt form').toBe(1);
      const { items } = await listDisputes({ ctx: on.ctx, query: { state: ['answered'], limit: 2 } });
      expect(items[0]).toMatchObject({ id: on.id, answeredBy: { id: 'livia' } });
    } finally {
      await bench().control('state', { dialect: 'plain' });
    }
  });

  test.each(['nested', 'sparse'])('a lost answer is found in the %s dialect', async (dialect) => {
    await bench().control('state', { dialect });
    try {
      await bench().control('fault', { kind: 'apply-reset', method: 'POST', path: POST });
      const { operation } = await on.send();
      const state = operation.state === 'unknown' ? await resolve(operation.id) : operation.state;
      expect(state).toBe('confirmed');
      const defenses = await on.ctx.part('disputes').defenses(on.id, {});
      expect(defenses).toHaveLength(1);
    } finally {
      await bench().control('state', { dialect: 'plain' });
    }
  });
});

test('nothing is left open at the end', async () => {
  const open = await db()
    .select({ id: operations.id })
    .from(operations)
    .where(inArray(operations.state, ['requested', 'sent']));
  expect(open).toEqual([]);
});
