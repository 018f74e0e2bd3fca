import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { once } from '#lib/api/steps/idempotency.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import { verifyAudit } from '#lib/data/audit/verify.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { operationAttempts, operations } from '#lib/data/schema/operations.ts';
import { lookUpNow, repeatOperation, settleByHand } from '#lib/operations/server/approve.ts';
import { exportOperations, listOperations } from '#lib/operations/server/get-operation.ts';
import { registerOperationKinds } from '#lib/operations/server/kind.ts';
import { dueLookUps, lookUpOperation } from '#lib/operations/server/look-up.ts';
import { perform, performAndAnswer } from '#lib/operations/server/perform.ts';
import { recoverOperations } from '#lib/operations/server/recover.ts';
import { repeatedAfterCrash } from '#lib/operations/server/testing/crash.ts';
import { FakeProvider, noteKind, operatorContext } from '#lib/operations/server/testing/kinds.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
const dueIds = async () => (await dueLookUps()).map(({ id }) => id);

let provider: FakeProvider;
let ctx: Ctx;
let target = '';
let count = 0;

beforeEach(async () => {
  provider = new FakeProvider();
  registerOperationKinds([noteKind(provider)]);
  ctx = await operatorContext();
  count += 1;
  target = `thing-${count}`;
});

const input = () => ({ target, request: { text: target }, intent: { length: target.length } });
const run = (over = {}) => perform(ctx, noteKind(provider, over), input());
const stateOf = async (id: string) => (await db().select().from(operations).where(eq(operations.id, id)))[0];
const attemptsOf = (id: string) =>
  db().select().from(operationAttempts).where(eq(operationAttempts.operationId, id));
const makeDue = (id: string) =>
  db()
    .update(operations)
    .set({ nextLookUpAt: new Date(0) })
    .where(eq(operations.id, id));

describe('an operation', () => {
  it('is written, sent and settled with what it may show, its audit entries and its attempt', async () => {
    const { row } = await run();
    expect(row).toMatchObject({
      state: 'confirmed',
      attempts: 1,
      result: { text: target },
      providerRequestId: 'req_3',
    });
    expect(row.request).not.toContain(target);
    expect(await attemptsOf(row.id)).toMatchObject([{ number: 1, outcome: 'confirmed' }]);
    const entries = await db().select().from(auditLog).where(eq(auditLog.target, target));
    expect(entries.map(({ action, result }) => [action, result])).toEqual([
      ['note.requested', 'ok'],
      ['note.confirmed', 'ok'],
    ]);
    expect(await verifyAudit()).toMatchObject({ intact: true });
  });

  it('that never left is rejected as never sent, and can be asked for again', async () => {
    provider.next = ['unreachable'];
    const first = (await run()).row;
    expect(first).toMatchObject({ state: 'rejected', reason: 'never_sent', attempts: 0 });
    expect((await run()).row.state).toBe('confirmed');
    expect(provider.notes).toEqual([target]);
  });

  it('that was refused keeps why, and its problem carries the operation', async () => {
    provider.next = ['refuse'];
    await expect(performAndAnswer(ctx, noteKind(provider), input())).rejects.toMatchObject({
      code: 'provider_rejected',
      status: 422,
      details: { provider: { code: 'PZG422' }, operationId: expect.stringMatching(/^op_/) },
    });
  });

  it('is alone for its target: of many askers at once one sends, the others get a conflict', async () => {
    // The one that sends is not answered before the others were refused.
    const refused = Promise.withResolvers<void>();
    const slow = noteKind(provider, {
      send: async ({ request, change }) => {
        await change.sending();
        await refused.promise;
        return provider.put(request.text, async () => undefined);
      },
    });
    let refusals = 0;
    const requestOnce = () =>
      perform(ctx, slow, input()).catch((error: unknown) => {
        refusals += 1;
        if (refusals === 7) refused.resolve();
        throw error;
      });
    const all = await Promise.allSettled(Array.from({ length: 8 }, requestOnce));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of all)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({
          code: 'conflict',
          details: { operationId: expect.any(String) },
        });
    expect(provider.calls).toBe(1);
  });

  it('leaves nothing behind when its intent is refused within the transaction', async () => {
    const refusal = new Error('the draft changed');
    const refused = perform(ctx, noteKind(provider), {
      ...input(),
      within: async () => {
        throw refusal;
      },
    });
    await expect(refused).rejects.toBe(refusal);
    expect((await run()).row.state).toBe('confirmed');
  });
});

describe('an unknown outcome', () => {
  it('answers 202, is looked up and confirmed when it is there', async () => {
    provider.next = ['lose answer'];
    const reply = await performAndAnswer(ctx, noteKind(provider), input());
    expect(reply).toMatchObject({ status: 202, value: { operation: { state: 'unknown' } } });
    const { id } = (reply.value as { operation: { id: string } }).operation;
    expect(await dueIds()).not.toContain(id);
    await makeDue(id);
    expect(await dueIds()).toContain(id);
    expect(await lookUpOperation(id, { due: true })).toMatchObject({ state: 'confirmed' });
    expect(provider.notes).toEqual([target]);
  });

  it('is rejected as not found only after an hour of look-ups that all found nothing', async () => {
    provider.next = ['lose request'];
    const { id } = (await run()).row;
    await makeDue(id);
    expect(await lookUpOperation(id, { due: true })).toMatchObject({ state: 'unknown', lookUps: 1 });
    const hourAgo = new Date(Date.now() - 3_601_000);
    await db()
      .update(operations)
      .set({ absentSince: hourAgo, nextLookUpAt: hourAgo })
      .where(eq(operations.id, id));
    expect(await lookUpOperation(id, { due: true })).toMatchObject({
      state: 'rejected',
      reason: 'not_found',
    });
  });

  it('of a code that says that nothing was tried is rejected at the first look-up that finds nothing', async () => {
    provider.next = ['overloaded'];
    const { id } = (await run()).row;
    await makeDue(id);
    expect(await lookUpOperation(id, { due: true })).toMatchObject({ state: 'rejected', reason: 'provider' });
  });

  it('is looked up by one of many at a time, and stays open while nobody can tell', async () => {
    let lookUpCount = 0;
    registerOperationKinds([
      noteKind(provider, {
        lookUp: async () => {
          lookUpCount += 1;
          throw new Error('the provider is down');
        },
      }),
    ]);
    provider.next = ['lose answer'];
    const { id } = (await run()).row;
    await makeDue(id);
    await Promise.all([1, 2, 3, 4].map(() => lookUpOperation(id, { due: true })));
    expect(lookUpCount).toBe(1);
    expect(await stateOf(id)).toMatchObject({ state: 'unknown', lookUps: 1, absentSince: null });
    await expect(run()).rejects.toMatchObject({ code: 'conflict', details: { operationId: id } });
  });

  it('is sent once more where a kind wants that, and a refusal of the second says nothing of the first', async () => {
    const sendAgain = { lookUp: async () => ({ found: 'absent', next: 'send_again' }) as const };
    registerOperationKinds([noteKind(provider, sendAgain)]);
    provider.next = ['lose request', 'unreachable', 'apply'];
    const { id } = (await run(sendAgain)).row;
    await makeDue(id);
    expect(await lookUpOperation(id, { due: true })).toMatchObject({ state: 'unknown' });
    await makeDue(id);
    expect(await lookUpOperation(id, { due: true })).toMatchObject({ state: 'confirmed', attempts: 2 });
    expect(provider.notes).toEqual([target]);
  });

  it('of a kind that asks for a proof of identity is not repeated without a fresh one', async () => {
    registerOperationKinds([noteKind(provider, { repeatable: true, stepUp: true })]);
    provider.next = ['lose request', 'apply'];
    const { id } = (await run()).row;
    const stale = { ...ctx, sessionId: 'a session without a proof' };
    await expect(repeatOperation({ ctx: stale, id })).rejects.toMatchObject({ code: 'step_up_required' });
    expect(provider.calls).toBe(1);
    expect(await repeatOperation({ ctx, id })).toMatchObject({ status: 200 });
  });

  it('is repeated by hand only where that is the way out, and by those who may', async () => {
    provider.next = ['lose answer', 'apply'];
    const { id } = (await run()).row;
    await expect(repeatOperation({ ctx, id })).rejects.toMatchObject({ code: 'conflict' });
    registerOperationKinds([
      noteKind(provider, { repeatable: true, lookUp: async () => ({ found: 'unsure' }) }),
    ]);
    const viewer = { ...ctx, permissions: new Set(['read'] as const) };
    await expect(repeatOperation({ ctx: viewer, id })).rejects.toMatchObject({ code: 'forbidden' });
    expect(await lookUpNow({ ctx, id })).toMatchObject({
      operation: { state: 'unknown', may: { repeat: true } },
    });
    expect(await repeatOperation({ ctx, id })).toMatchObject({
      status: 200,
      value: { operation: { id, state: 'confirmed' }, result: { text: target } },
    });
    expect(await lookUpNow({ ctx, id })).toMatchObject({ operation: { state: 'confirmed' } });
    await expect(repeatOperation({ ctx, id })).rejects.toMatchObject({ code: 'conflict' });
  });

  it('of a kind that nothing can look up is sent again and not ended by a person’s word', async () => {
    const { lookUp: _, ...blind } = noteKind(provider, { repeatable: true });
    registerOperationKinds([blind]);
    provider.next = ['lose answer'];
    const { id } = (await perform(ctx, blind, input())).row;
    await db()
      .update(operations)
      .set({ lastSentAt: new Date(0) })
      .where(eq(operations.id, id));
    const word = settleByHand({ ctx, id, body: { happened: false, reason: 'No.' } });
    await expect(word).rejects.toMatchObject({ code: 'conflict' });
    expect(await stateOf(id)).toMatchObject({ state: 'unknown', nextLookUpAt: null });
  });

  it('M5: is repeated by hand once for one key, though the process ended before its answer', async () => {
    provider.next = ['lose answer', 'lose answer', 'apply'];
    const { id } = (await run()).row;
    registerOperationKinds([
      noteKind(provider, { repeatable: true, lookUp: async () => ({ found: 'unsure' }) }),
    ]);
    expect(provider.calls).toBe(1);
    // Unknown still: a second run would send it a third time.
    const { again } = await repeatedAfterCrash((intent) => repeatOperation({ ctx: { ...ctx, intent }, id }));
    expect(again.value).toMatchObject({ operation: { id, state: 'unknown' } });
    expect(provider.calls).toBe(2);
  });
});

describe('after a crash', () => {
  const leave = async (state: string, over = {}) => {
    provider.next = ['lose answer'];
    const { id } = (await run(over)).row;
    await db()
      .update(operations)
      .set({ state, attempts: state === 'requested' ? 0 : 1 })
      .where(eq(operations.id, id));
    return id;
  };

  it('what was sent becomes unknown, what was not is given up', async () => {
    const sent = await leave('sent');
    target = `${target}-b`;
    const requested = await leave('requested');
    provider.notes.length = 0;
    await recoverOperations({ everything: true });
    expect(await stateOf(sent)).toMatchObject({ state: 'unknown' });
    expect(await stateOf(requested)).toMatchObject({ state: 'rejected', reason: 'never_sent' });
    expect(provider.notes).toEqual([]);
  });

  it('M8: a kind that is sent on start is not sent when it is there already: somebody else’s', async () => {
    const over = { afterCrash: 'send' as const };
    registerOperationKinds([noteKind(provider, over)]);
    const id = await leave('requested', over);
    await recoverOperations({ everything: true });
    expect(await stateOf(id)).toMatchObject({
      state: 'rejected',
      reason: 'conflict',
      problem: { code: 'already_done', existing: { text: target } },
    });
    expect(provider.notes).toEqual([target]);
  });

  it('M3: what is unknown on an archived account stays so, and is looked up once the account is back', async () => {
    provider.next = ['lose answer'];
    const { id } = (await run()).row;
    await makeDue(id);
    const archived = (archivedAt: Date | null) =>
      invalidateAfter('accounts', () =>
        db().update(accounts).set({ archivedAt }).where(eq(accounts.id, 'acc')),
      );
    await archived(new Date());
    expect(await dueIds()).not.toContain(id);
    expect(await stateOf(id)).toMatchObject({ state: 'unknown', lookUps: 0 });
    await archived(null);
    expect(await dueIds()).toContain(id);
    expect(await lookUpOperation(id, { due: true })).toMatchObject({ state: 'confirmed' });
  });

  it('leaves alone what another instance may be sending', async () => {
    const id = await leave('sent');
    await recoverOperations({ everything: false });
    expect(await stateOf(id)).toMatchObject({ state: 'sent' });
    const old = new Date(Date.now() - 3_600_000);
    await db().update(operations).set({ createdAt: old, lastSentAt: old }).where(eq(operations.id, id));
    await recoverOperations({ everything: false });
    expect(await stateOf(id)).toMatchObject({ state: 'unknown' });
  });
});

describe('a repeat with the same key', () => {
  const intent = () => ({
    operatorId: 'op',
    account: 'pix',
    endpoint: `POST /notes ${target}`,
    key: `key-of-${target}-0123456789`,
    body: { target },
  });
  const call = () =>
    once(intent(), (bound) => performAndAnswer({ ...ctx, intent: bound }, noteKind(provider), input()));

  it('answers the present state of the operation, and sends nothing again', async () => {
    provider.next = ['lose answer'];
    const first = await call();
    expect(first.status).toBe(202);
    const { id } = (first.value as { operation: { id: string } }).operation;
    await makeDue(id);
    await lookUpOperation(id, { due: true });
    expect(await call()).toMatchObject({ status: 200, value: { operation: { id, state: 'confirmed' } } });
    expect(provider.calls).toBe(1);
  });

  it('shows what only the first answer may show only once', async () => {
    const kind = noteKind(provider, { showOnce: async () => ({ secret: 'never again' }) });
    const secretCall = () =>
      once(intent(), (bound) => performAndAnswer({ ...ctx, intent: bound }, kind, input()));
    expect(JSON.stringify(await secretCall())).toContain('never again');
    expect(JSON.stringify(await secretCall())).not.toContain('never again');
    const [stored] = (
      (await db().execute(
        sql`select count(*) as n from idempotency_keys where answer::text like '%never again%'`,
      )) as unknown as { rows: { n: unknown }[] }
    ).rows;
    expect(Number(stored?.n)).toBe(0);
  });

  it('gets the same refusal after a rejection', async () => {
    provider.next = ['refuse'];
    await expect(call()).rejects.toMatchObject({ code: 'provider_rejected' });
    await expect(call()).rejects.toMatchObject({
      code: 'provider_rejected',
      details: { provider: { code: 'PZG422' } },
    });
    expect(provider.calls).toBe(1);
  });
});

it('lists newest first by cursor, filtered by state and target', async () => {
  for (const name of ['a', 'b', 'c']) {
    target = `${name}-of-${count}`;
    await run();
  }
  const kind = ['note'];
  const first = await listOperations({ ctx, query: { limit: 2, kind } });
  const second = await listOperations({ ctx, query: { limit: 200, kind, cursor: first.nextCursor ?? '' } });
  const ids = [...first.items, ...second.items].map(({ id }) => id);
  expect(new Set(ids).size).toBe(first.total);
  const one = await listOperations({ ctx, query: { limit: 5, target, state: ['confirmed'] } });
  expect(one.items).toMatchObject([{ target, actor: { name: 'Ana' }, intent: { length: target.length } }]);
  const other = and(eq(operations.accountId, 'other'));
  expect(await db().select().from(operations).where(other)).toEqual([]);
});

it('leaves as a file without personal data where it may not be revealed, and the log says so', async () => {
  target = '529.982.247-25';
  const { row } = await run();
  const of = (...permissions: Permission[]): Ctx => ({ ...ctx, permissions: new Set(permissions) });
  const file = async (who: Ctx) => (await exportOperations(who, { ids: [row.id] })).text();
  const hidden = await file(of('read', 'export'));
  expect(hidden).toContain(row.id);
  expect(hidden).toContain('***.982.247-**');
  expect(hidden).not.toContain(target);
  expect(await file(of('read', 'export', 'reveal'))).toContain(target);
  const entries = await db().select().from(auditLog).where(eq(auditLog.action, 'operations.export'));
  expect(entries.map(({ after }) => after)).toMatchObject([
    { count: 1, inClear: false, chosen: [row.id] },
    { count: 1, inClear: true, chosen: [row.id] },
  ]);
});
