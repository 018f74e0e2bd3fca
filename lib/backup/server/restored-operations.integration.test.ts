import { and, eq, isNotNull } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Account, accountBySlug } from '#lib/accounts/server/account.ts';
import type { Ctx } from '#lib/api/context.ts';
import { callContext } from '#lib/api/testing/calls.ts';
import { provenSession } from '#lib/auth/server/testing/proven-session.ts';
import { backedUp } from '#lib/backup/server/testing/put-back.ts';
import { db } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { grants, operators } from '#lib/data/schema/operators.ts';
import { resends } from '#lib/data/schema/resends.ts';
import {
  approveOperation,
  declineOperation,
  expireApprovals,
  repeatOperation,
  settleByHand,
} from '#lib/operations/server/approve.ts';
import { getOperation } from '#lib/operations/server/get-operation.ts';
import { type AnyKind, type OperationKind, registerOperationKinds } from '#lib/operations/server/kind.ts';
import { dueLookUps, lookUpOperation } from '#lib/operations/server/look-up.ts';
import { perform } from '#lib/operations/server/perform.ts';
import { recoverOperations } from '#lib/operations/server/recover.ts';
import { FakeProvider, type Note, noteKind, operatorContext } from '#lib/operations/server/testing/kinds.ts';
import { reachFor } from '#lib/providers/reach.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

process.env.LOG_LEVEL = 'silent';
withDatabase();

/** It pays at each request, and knows no key: a note that it has twice was paid twice. */
let provider: FakeProvider;
let kind: AnyKind;
let count = 0;
let target = '';

const MONEY: Partial<OperationKind<Note, string>> = {
  approvable: true,
  permission: 'withdraw',
  renewable: true,
  repeatable: true,
};

beforeEach(async () => {
  provider = new FakeProvider();
  use();
  count += 1;
  target = `thing-${count}`;
  await operatorContext();
  for (const id of ['ana', 'bia'])
    await db()
      .insert(operators)
      .values({ id, name: id, email: `${id}@guiche.example` })
      .onConflictDoNothing();
  await db().insert(grants).values({ operatorId: 'bia', account: '*', role: 'admin' }).onConflictDoNothing();
});

function use(over: Partial<OperationKind<Note, string>> = {}): void {
  kind = noteKind(provider, { ...MONEY, ...over });
  registerOperationKinds([kind]);
}

async function contextOf(operator = 'ana', settings: Record<string, string> = {}): Promise<Ctx> {
  const account = (await accountBySlug('pix')) as Account;
  const person = { id: operator, name: operator, email: `${operator}@guiche.example` };
  return callContext({ ...account, settings }, person, ['read', 'withdraw', 'approve', 'manage'], {
    ...{ sessionId: await provenSession(operator), locale: 'en' },
    ...reachFor({ kind: 'pix' }),
  });
}

const begin = async (settings: Record<string, string> = {}) => {
  const operation = { target, request: { text: target }, amount: 5_000 };
  return (await perform(await contextOf('ana', settings), kind, operation)).row.id;
};
const rowOf = async (id: string) => (await db().select().from(operations).where(eq(operations.id, id)))[0];
const change = (id: string, columns: Partial<typeof operations.$inferInsert>) =>
  db().update(operations).set(columns).where(eq(operations.id, id));
const paid = () => provider.notes.filter((one) => one === target).length;
const approve = async (id: string) => approveOperation({ ctx: await contextOf('bia'), id });

/** What a start and its ticks do with operations, once more later. */
async function resume(): Promise<void> {
  await recoverOperations({ everything: true });
  for (let round = 0; round < 2; round += 1) {
    await db()
      .update(operations)
      .set({ nextLookUpAt: new Date(0) })
      // One without a next look-up has none coming, however long one waits.
      .where(and(eq(operations.state, 'unknown'), isNotNull(operations.nextLookUpAt)));
    for (const { id } of await dueLookUps()) await lookUpOperation(id, { due: true });
    await expireApprovals();
  }
}

type Step = 'awaiting_approval' | 'requested' | 'sent' | 'unknown';
const NOT_SENT = { attempts: 0, sentAt: null, lastSentAt: null, settledAt: null, result: null };

/** The operation at that step, and how it went on after the backup: it was paid once. */
async function at(step: Step): Promise<{ id: string; goOn: () => Promise<unknown> }> {
  if (step === 'awaiting_approval') {
    const id = await begin({ approvalAbove: '1' });
    return { id, goOn: () => approve(id) };
  }
  provider.next = ['lose answer'];
  const id = await begin();
  await change(id, { state: step, ...(step === 'requested' ? NOT_SENT : {}) });
  if (step === 'requested') provider.notes.splice(provider.notes.indexOf(target), 1);
  const goOn = async () => {
    if (step === 'requested') provider.notes.push(target);
    await change(id, { state: 'confirmed' });
  };
  return { id, goOn };
}

const STEPS: readonly Step[] = ['awaiting_approval', 'requested', 'sent', 'unknown'];
const UNSURE = { lookUp: async () => ({ found: 'unsure' }) as const };

describe.runIf(process.env.GUICHE_TEST_ENGINE === 'postgres')('M4: a backup put back', () => {
  it.each(STEPS)('at %s, and paid since: it is found, and not paid again', async (step) => {
    const { id, goOn } = await at(step);
    const putBack = await backedUp();
    await goOn();
    expect(paid()).toBe(1);
    expect(await putBack()).toMatchObject({ operations: expect.any(Number) });
    expect(await rowOf(id)).toMatchObject({ state: step, restoredAt: expect.any(Date) });
    const detail = await getOperation({ ctx: await contextOf('bia'), id });
    expect(detail.operation.restoredAt).toEqual(expect.any(String));
    await resume();
    if (step === 'awaiting_approval') await approve(id);
    expect(await rowOf(id)).toMatchObject({ state: 'confirmed' });
    expect(paid()).toBe(1);
  });

  it.each(STEPS)(
    'at %s, where no look-up tells: it is held for a person, and sent by nobody',
    async (step) => {
      const { id, goOn } = await at(step);
      const putBack = await backedUp();
      await goOn();
      await putBack();
      use({ ...UNSURE, afterCrash: 'send' });
      await resume();
      if (step === 'awaiting_approval') expect(await approve(id)).toMatchObject({ status: 202 });
      expect(await rowOf(id)).toMatchObject({ state: 'unknown' });
      await repeatOperation({ ctx: await contextOf('ana'), id });
      const detail = await getOperation({ ctx: await contextOf('bia'), id });
      expect(detail.operation).toMatchObject({
        state: 'unknown',
        problem: { code: 'restored', title: expect.stringContaining('restore') },
      });
      await expect(begin()).rejects.toMatchObject({ code: 'conflict', details: { operationId: id } });
      expect(paid()).toBe(1);
      const body = { happened: true, reason: 'It stands in the statement.' };
      await settleByHand({ ctx: await contextOf('bia'), id, body } as never);
      expect(await rowOf(id)).toMatchObject({ state: 'confirmed', settledBy: 'bia' });
      expect(paid()).toBe(1);
    },
  );

  it.each(['awaiting_approval', 'requested'] as const)(
    'at %s, and not paid since: only an approval lets it go',
    async (step) => {
      const { id } = await at(step);
      await (await backedUp())();
      use({ afterCrash: 'send', lookUp: async () => ({ found: 'absent', next: 'send_again' }) as const });
      await resume();
      expect(paid()).toBe(0);
      if (step === 'awaiting_approval') await approve(id);
      expect(paid()).toBe(step === 'awaiting_approval' ? 1 : 0);
    },
  );

  it('waiting, and declined or expired now though it was paid: its end is looked for first', async () => {
    for (const end of ['declined', 'expired'] as const) {
      target = `${target}-${end}`;
      const { id, goOn } = await at('awaiting_approval');
      const putBack = await backedUp();
      await goOn();
      await putBack();
      if (end === 'expired') {
        await change(id, { createdAt: new Date(Date.now() - 25 * 3_600_000) });
        await expireApprovals();
        expect(await rowOf(id)).toMatchObject({ state: 'unknown' });
        await resume();
      } else {
        const declined = declineOperation({
          ctx: await contextOf('bia'),
          id,
          body: { reason: 'Not ours.' },
        } as never);
        await expect(declined).rejects.toMatchObject({ code: 'conflict' });
      }
      expect(await rowOf(id), end).toMatchObject({ state: 'confirmed' });
      expect(paid()).toBe(1);
    }
  });

  it('that was never sent then is not begun anew with a click: it may have been since', async () => {
    provider.next = ['unreachable'];
    const id = await begin();
    const ctx = await contextOf();
    expect((await getOperation({ ctx, id })).operation.may.repeat).toBe(true);
    const putBack = await backedUp();
    await repeatOperation({ ctx, id });
    expect(paid()).toBe(1);
    await putBack();
    expect((await getOperation({ ctx, id })).operation.may.repeat).toBe(false);
    await expect(repeatOperation({ ctx, id })).rejects.toMatchObject({ code: 'conflict' });
    expect(paid()).toBe(1);
  });

  it('a kind that is sent after a crash (a defense) goes only after a look-up that shows none', async () => {
    use({ approvable: false, afterCrash: 'send' });
    const { id, goOn } = await at('requested');
    const putBack = await backedUp();
    await goOn();
    await putBack();
    await resume();
    expect(await rowOf(id)).toMatchObject({ state: 'confirmed' });
    expect(paid()).toBe(1);
  });

  it('a kind that nothing can look up (a rotation) is repeated by a person only', async () => {
    use({ approvable: false });
    Reflect.deleteProperty(kind, 'lookUp');
    const { id, goOn } = await at('requested');
    const putBack = await backedUp();
    await goOn();
    await putBack();
    await resume();
    expect(await rowOf(id)).toMatchObject({ state: 'unknown', nextLookUpAt: null });
    expect(paid()).toBe(1);
    await repeatOperation({ ctx: await contextOf(), id });
    expect(paid()).toBe(2);
  });

  it('resends come back paused, whatever they waited for, and the audit log says how much was marked', async () => {
    const common = {
      ...{ accountId: 'acc', scope: 'selection', operatorId: 'ana', earliest: dbNow, createdAt: dbNow },
      stepDueAt: dbNow,
    };
    await db()
      .insert(resends)
      .values([
        { ...common, id: 'r1', number: 1, state: 'running' },
        { ...common, id: 'r2', number: 2, state: 'queued' },
        { ...common, id: 'r3', number: 3, state: 'paused', pauseReason: 'rate_limited', pausedUntil: dbNow },
        { ...common, id: 'r4', number: 4, state: 'paused', pauseReason: 'receiver_down', waitsFor: [] },
        { ...common, id: 'r5', number: 5, state: 'completed' },
      ]);
    expect(await (await backedUp())()).toMatchObject({ resends: 4 });
    const rows = await db().select().from(resends).orderBy(resends.id);
    const waiting = ['paused', 'restored', null, null];
    expect(rows.map((row) => [row.state, row.pauseReason, row.pausedUntil, row.stepDueAt])).toEqual([
      ...[waiting, waiting, waiting, waiting],
      ['completed', null, null, expect.any(Date)],
    ]);
    const entries = await db().select().from(auditLog).where(eq(auditLog.action, 'backup.restored'));
    expect(entries.at(-1)).toMatchObject({ after: { resends: 4 } });
  });
});
