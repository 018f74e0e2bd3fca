import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { once } from '#lib/api/steps/idempotency.ts';
import { db } from '#lib/data/client.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { operationAttempts, operations } from '#lib/data/schema/operations.ts';
import { repeatOperation } from '#lib/operations/server/approve.ts';
import { lookUpReference } from '#lib/operations/server/duplicates.ts';
import { getOperation } from '#lib/operations/server/get-operation.ts';
import { lookUpOperation } from '#lib/operations/server/look-up.ts';
import { recoverOperations } from '#lib/operations/server/recover.ts';
import type { NewWithdrawal } from '#lib/payments/contract.ts';
import { listPayments } from '#lib/payments/server/list-payments.ts';
import { createWithdrawal } from '#lib/payments/server/payment-operation.ts';
import { lookUpKey } from '#lib/payments/server/receiver.ts';
import { answerOf, longAbsent, resolve, rowOf, withMoney } from '#lib/payments/server/testing/bench.ts';

const bench = withMoney();
let ctx: Ctx;
/** Another amount for each test, so that none is taken for another's duplicate. */
let amount = 1_000;

beforeEach(() => {
  ctx = bench().context();
  amount += 100;
});

const body = (more: Partial<NewWithdrawal> = {}): NewWithdrawal => ({
  amount,
  pixKey: 'ana@example.com',
  pixKeyType: 'email',
  ...more,
});
const pay = (more: Partial<NewWithdrawal> = {}, who: Ctx = ctx) =>
  answerOf(createWithdrawal({ ctx: who, body: body(more) }));
const fault = (options: object) =>
  bench().simulator.control('fault', { method: 'POST', path: '/withdraw', ...options });
const posts = () => bench().calls('POST', '/withdraw');
const referenceOf = async (operation: string) => (await rowOf(operation)).clientReference ?? '';

describe('a withdrawal', () => {
  test('is made once, under a reference of its own, and keeps nobody’s data in clear', async () => {
    const { lookup, holder } = await lookUpKey({ ctx, body: { key: 'ana@example.com' } });
    const answer = await pay({ lookup, description: 'Ana, CPF 123.456.789-09' });
    expect(answer).toMatchObject({ status: 201, operation: { kind: 'withdrawal.key', state: 'confirmed' } });
    const row = await rowOf(answer.operation.id);
    expect(row.clientReference).toMatch(/^gch_[0-9a-z]{26}$/);
    expect(row.target).toBe(row.clientReference);
    expect(answer.result?.payment).toMatchObject({ clientReference: row.clientReference, status: 'PENDING' });
    const recorded = await bench().paymentsWith(row.clientReference ?? '');
    expect(recorded).toMatchObject([{ id: answer.result?.payment?.id, amount: amount / 100 }]);
    expect(row.intent).toMatchObject({ pixKey: 'a***@e***.com', pixKeyType: 'email' });
    expect(row.intent).toHaveProperty('receiverName');
    expect(JSON.stringify([row.intent, row.result])).not.toMatch(/ana@example\.com|123\.456\.789-09/);
    expect(JSON.stringify(row.intent)).not.toContain(holder.name ?? '–');
    const entries = await db().select().from(auditLog).where(eq(auditLog.target, row.target));
    expect(entries.map(({ action }) => action)).toEqual([
      'withdrawal.key.requested',
      'withdrawal.key.confirmed',
    ]);
    expect(JSON.stringify(entries)).not.toContain('ana@example.com');
  });

  test('its key’s look-up tells what was asked for to the same key before, on this account alone', async () => {
    const history = async (key: string, who: Ctx = ctx) =>
      (await lookUpKey({ ctx: who, body: { key } })).history;
    expect(await history('bruno@example.com')).toEqual({ count: 0, confirmed: 0, since: null, last: null });
    const to = { pixKey: 'bruno@example.com' };
    const first = await rowOf((await pay(to)).operation.id);
    const waits = { ...ctx, account: { ...ctx.account, settings: { approvalAbove: '1' } } };
    await pay({ ...to, amount: amount + 1 }, waits);
    await pay();
    expect(await history('BRUNO@example.com')).toEqual({
      ...{ count: 2, confirmed: 1, since: first.createdAt.toISOString() },
      last: { amount, at: first.createdAt.toISOString() },
    });
    expect((await history('bruno@example.com', bench().onHub())).count).toBe(0);
  });

  test('a reference is told as taken by what was asked for here with it, and free again once that ended in nothing', async () => {
    const taken = (reference: string, who: Ctx = ctx) => lookUpReference(who, reference);
    const clientReference = `mine-${amount}`;
    expect(await taken(clientReference)).toEqual({ takenBy: null });
    const { id } = (await pay({ clientReference })).operation;
    expect(await taken(clientReference)).toEqual({ takenBy: id });
    expect(await taken(clientReference, bench().onHub())).toEqual({ takenBy: null });
    await db().update(operations).set({ state: 'rejected' }).where(eq(operations.id, id));
    expect(await taken(clientReference)).toEqual({ takenBy: null });
  });

  test.each([
    ['below the least', { amount: 50 }, 'amount'],
    ['an unknown key', { pixKey: 'ninguem@example.com' }, null],
    ['a key that is none', { pixKey: 'ana' }, 'pixKey'],
    ['a CPF whose digits do not hold', { pixKey: '123.456.789-00', pixKeyType: 'cpf' as const }, 'pixKey'],
    ['a callback address that is none', { callbackUrl: 'nowhere' }, 'callbackUrl'],
  ])('%s is refused, and nothing is held', async (_, more, field) => {
    const clientReference = `refused-${amount}`;
    const refused = await pay({ ...more, clientReference }).catch((error: unknown) => error);
    expect(refused).toMatchObject(field === null ? {} : { details: { fields: [{ field }] } });
    expect(refused).toBeInstanceOf(Error);
    expect(await bench().paymentsWith(clientReference)).toEqual([]);
  });

  test('a typed reference that a confirmed one has is told before anything is sent', async () => {
    const first = await pay({ clientReference: `typed-${amount}` });
    const calls = await posts();
    await expect(pay({ clientReference: `typed-${amount}` })).rejects.toMatchObject({
      code: 'already_done',
      details: {
        operationId: first.operation.id,
        existing: { payment: { clientReference: `typed-${amount}` } },
        fields: [{ field: 'clientReference', message: 'taken' }],
      },
    });
    expect(await posts()).toBe(calls);
    expect(await bench().paymentsWith(`typed-${amount}`)).toHaveLength(1);
  });

  test('a typed reference of somebody else’s payment is rejected as a conflict that shows it', async () => {
    const clientReference = `elsewhere-${amount}`;
    const there = { amount: 77, pixKey: 'rui@example.com', pixType: 'email', clientReference };
    await bench().post('/withdraw', there);
    await expect(pay({ clientReference })).rejects.toMatchObject({
      code: 'conflict',
      details: { existing: { payment: { clientReference, amount: 7_700 } } },
    });
    expect(await bench().paymentsWith(clientReference)).toHaveLength(1);
    const [row] = await db().select().from(operations).where(eq(operations.clientReference, clientReference));
    expect(row).toMatchObject({ state: 'rejected', reason: 'conflict' });
  });

  test('a repeated reference that the service answers with an old payment is not taken for ours', async () => {
    const clientReference = `replayed-${amount}`;
    const there = { amount: amount / 100, pixKey: 'ana@example.com', pixType: 'email', clientReference };
    await bench().post('/withdraw', there);
    await bench().simulator.control('time', { advanceMs: 11 * 60_000 });
    await expect(pay({ clientReference })).rejects.toMatchObject({ code: 'conflict' });
    // The same within ten minutes is the same payment: the service itself reports that.
    const soon = `soon-${amount}`;
    await bench().post('/withdraw', { ...there, clientReference: soon });
    expect((await pay({ clientReference: soon })).operation.state).toBe('confirmed');
    expect(await bench().paymentsWith(soon)).toHaveLength(1);
  });
});

describe('without a readable answer', () => {
  test.each([
    ['a time-out after it was applied', { kind: 'apply-silent' }, true],
    ['a time-out, not applied', { kind: 'silent' }, false],
    ['a reset after it was applied', { kind: 'apply-reset' }, true],
    ['a reset, not applied', { kind: 'reset' }, false],
    ['an answer that breaks off', { kind: 'truncated' }, true],
    ['an empty answer', { kind: 'empty' }, false],
    ['HTML instead of JSON', { kind: 'html' }, false],
    ['424', { kind: 'status', status: 424, errorCode: 'PZI111' }, false],
    ['500', { kind: 'status', status: 500 }, false],
  ] as const)('%s: unknown, then told as it is, with one send', async (_, options, applied) => {
    await fault(options);
    const answer = await pay();
    expect(answer).toMatchObject({ status: 202, operation: { state: 'unknown' } });
    const reference = await referenceOf(answer.operation.id);
    expect(await bench().paymentsWith(reference)).toHaveLength(applied ? 1 : 0);
    if (!applied) {
      expect((await resolve(answer.operation.id, 2)).state, 'not before an hour').toBe('unknown');
      await longAbsent(answer.operation.id);
    }
    const end = await resolve(answer.operation.id);
    expect(end).toMatchObject(applied ? { state: 'confirmed' } : { state: 'rejected', reason: 'not_found' });
    expect(await posts()).toBe(1);
    expect(await bench().paymentsWith(reference)).toHaveLength(applied ? 1 : 0);
  });

  test.each([
    ['PZS500', 424],
    ['PZF500', 424],
    ['PZF503', 503],
  ])('%s says that nothing was tried: one look-up settles it', async (errorCode, status) => {
    await fault({ kind: 'status', status, errorCode });
    const { operation } = await pay();
    expect(operation.state).toBe('unknown');
    expect(await resolve(operation.id, 1)).toMatchObject({ state: 'rejected', reason: 'provider' });
  });

  test.each([
    ['429', { kind: 'status', status: 429, errorCode: 'PZG429', retryAfterSeconds: 90 }, 'rate_limited'],
    ['401 twice', { kind: 'status', status: 401, count: 2 }, 'provider_credential'],
    ['403 PZA203', { kind: 'status', status: 403, errorCode: 'PZA203' }, 'provider_credential'],
    ['422 PZS202', { kind: 'status', status: 422, errorCode: 'PZS202' }, 'provider_rejected'],
  ])('%s is an end: nothing is held, and it can be sent anew', async (_, options, code) => {
    await fault(options);
    const refused = await pay().catch((error: unknown) => error);
    expect(refused).toMatchObject({ code, details: { operationId: expect.stringMatching(/^op_/) } });
    const { operationId } = (refused as { details: { operationId: string } }).details;
    expect(await bench().paymentsWith(await referenceOf(operationId))).toEqual([]);
    await bench().simulator.control('clear', { all: true });
    expect((await pay()).status).toBe(201);
  });

  test('that nothing was tried the second time says nothing of the first', async () => {
    await fault({ kind: 'reset' });
    const { operation } = await pay();
    await fault({ kind: 'status', status: 424, errorCode: 'PZS500' });
    const again = await answerOf(repeatOperation({ ctx, id: operation.id }));
    expect(again.operation.state).toBe('unknown');
    expect(await resolve(operation.id, 2)).toMatchObject({ state: 'unknown', attempts: 2 });
    await longAbsent(operation.id);
    expect(await resolve(operation.id, 1)).toMatchObject({ state: 'rejected', reason: 'not_found' });
  });

  test('while look-ups fail too nothing is concluded and nothing is sent again', async () => {
    await fault({ kind: 'reset' });
    const { operation } = await pay();
    await bench().simulator.control('fault', {
      ...{ kind: 'status', status: 403, errorCode: 'PZA203', method: 'GET', untilCleared: true },
    });
    await longAbsent(operation.id);
    for (let round = 0; round < 3; round += 1) await lookUpOperation(operation.id, { due: false });
    expect(await rowOf(operation.id)).toMatchObject({ state: 'unknown', absentSince: null });
    await bench().simulator.control('clear', { all: true });
    expect(await posts()).toBe(1);
  });

  test('another of the same receiver and amount is refused until the operator names the first', async () => {
    await fault({ kind: 'apply-reset' });
    const first = await pay();
    await expect(pay()).rejects.toMatchObject({
      code: 'conflict',
      details: { operationId: first.operation.id, existing: { state: 'unknown', twin: true } },
    });
    await expect(pay({ pixKey: ' ANA@example.com ' })).rejects.toMatchObject({ code: 'conflict' });
    expect((await pay({ amount: amount + 1 })).status, 'another amount').toBe(201);
    const second = await pay({ acknowledgedDuplicateOf: first.operation.id });
    expect(second.status).toBe(201);
    expect((await resolve(first.operation.id)).state).toBe('confirmed');
    expect((await pay()).status, 'nothing is open any more').toBe(201);
  });

  test('asked again with the same reference it is sent once more, and held once', async () => {
    await fault({ kind: 'reset' });
    const { operation } = await pay();
    const again = await answerOf(repeatOperation({ ctx, id: operation.id }));
    expect(again.operation).toMatchObject({ id: operation.id, state: 'confirmed' });
    expect(await bench().paymentsWith(await referenceOf(operation.id))).toHaveLength(1);
    expect(await posts()).toBe(2);
  });

  test('asked again where it arrived: it is found, not sent', async () => {
    await fault({ kind: 'apply-reset' });
    const { operation } = await pay();
    expect((await answerOf(repeatOperation({ ctx, id: operation.id }))).operation.state).toBe('confirmed');
    expect(await posts()).toBe(1);
  });

  test('given up and shown later by a list: confirmed after all, and it says so', async () => {
    await fault({ kind: 'reset' });
    const { operation } = await pay();
    await longAbsent(operation.id);
    expect(await resolve(operation.id)).toMatchObject({ state: 'rejected', reason: 'not_found' });
    const clientReference = await referenceOf(operation.id);
    const late = { amount: amount / 100, pixKey: 'ana@example.com', pixType: 'email', clientReference };
    await bench().post('/withdraw', late);
    const { items } = await listPayments(ctx, 'withdrawals', { limit: 50, clientReference });
    expect(items).toHaveLength(1);
    const { operation: shown } = await getOperation({ ctx, id: operation.id });
    expect(shown).toMatchObject({ state: 'confirmed', lateAt: expect.any(String) });
    const entries = await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.target, clientReference), eq(auditLog.action, 'withdrawal.key.confirmed')));
    expect(entries).toMatchObject([{ after: { late: true, reason: 'not_found' } }]);
  });
});

describe('under a typed reference whose answer was lost', () => {
  const lost = async (clientReference: string, kind: 'reset' | 'apply-reset') => {
    await fault({ kind });
    return (await pay({ clientReference })).operation.id;
  };

  test('what stands there is somebody else’s: a conflict that shows it, once and for all', async () => {
    const clientReference = `lost-${amount}`;
    const there = { amount: 77, pixKey: 'rui@example.com', pixType: 'email', clientReference };
    await bench().post('/withdraw', there);
    const id = await lost(clientReference, 'reset');
    expect(await resolve(id)).toMatchObject({ state: 'rejected', reason: 'conflict' });
    expect((await getOperation({ ctx, id })).operation.problem).toMatchObject({ code: 'conflict' });
    await listPayments(ctx, 'withdrawals', { limit: 5, clientReference });
    expect((await rowOf(id)).state, 'a list that shows it changes nothing').toBe('rejected');
  });

  test('the provider’s clock is an hour off, or jumps meanwhile: it is ours all the same', async () => {
    await bench().simulator.control('time', { advanceMs: 3_600_000 });
    await listPayments(ctx, 'withdrawals', { limit: 1 });
    const id = await lost(`clock-${amount}`, 'apply-reset');
    await bench().simulator.control('time', { advanceMs: 3_600_000 });
    expect((await resolve(id)).state).toBe('confirmed');
  });
});

describe('asked for twice', () => {
  test('two tabs with one key: one withdrawal, one answer', async () => {
    const intent = { operatorId: 'marina', account: 'pix', endpoint: 'POST /withdrawals', body: body() };
    const key = `two-tabs-with-one-key-${amount}`;
    const run = () =>
      once({ ...intent, key }, async (bound) => {
        const { status, value } = await createWithdrawal({ ctx: { ...ctx, intent: bound }, body: body() });
        return { status, value };
      });
    const answers = await Promise.all([run(), run(), run()]);
    const ids = answers.map(({ value }) => (value as { operation: { id: string } }).operation.id);
    expect(new Set(ids).size).toBe(1);
    expect(await posts()).toBe(1);
  });

  test('the same form sent twice at once, with two keys: one is sent, the other is asked about', async () => {
    await fault({ kind: 'latency', ms: 300 });
    const both = await Promise.allSettled([pay(), pay()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } });
    expect(await posts()).toBe(1);
  });
});

describe('after the process died', () => {
  async function orphaned(state: 'requested' | 'sent', kind: 'reset' | 'apply-reset'): Promise<string> {
    await fault({ kind });
    const { operation } = await pay();
    const never = { attempts: 0, sentAt: null, lastSentAt: null };
    await db()
      .update(operations)
      .set({ state, nextLookUpAt: null, problem: null, ...(state === 'sent' ? {} : never) })
      .where(eq(operations.id, operation.id));
    if (state === 'requested')
      await db().delete(operationAttempts).where(eq(operationAttempts.operationId, operation.id));
    return operation.id;
  }

  test('before it was sent: never sent, and begun anew with the same reference', async () => {
    const id = await orphaned('requested', 'reset');
    await Promise.all([recoverOperations({ everything: true }), recoverOperations({ everything: true })]);
    expect(await rowOf(id)).toMatchObject({ state: 'rejected', reason: 'never_sent' });
    const { operation } = await getOperation({ ctx, id });
    expect(operation.may).toMatchObject({ repeat: true, lookUp: false });
    const again = await answerOf(repeatOperation({ ctx, id }));
    expect(again.operation).toMatchObject({ state: 'confirmed', kind: 'withdrawal.key' });
    expect(again.operation.id).not.toBe(id);
    const reference = await referenceOf(id);
    expect(await referenceOf(again.operation.id)).toBe(reference);
    expect(await bench().paymentsWith(reference)).toHaveLength(1);
    expect(
      (await listPayments(ctx, 'withdrawals', { limit: 5, clientReference: reference })).items,
    ).toHaveLength(1);
    expect((await rowOf(id)).state, 'one operation stands for it').toBe('rejected');
    await expect(repeatOperation({ ctx, id })).rejects.toMatchObject({
      code: 'already_done',
      details: { operationId: again.operation.id },
    });
  });

  test('though it was sent: never sent becomes confirmed when a list shows it', async () => {
    const id = await orphaned('requested', 'apply-reset');
    await recoverOperations({ everything: true });
    expect(await rowOf(id)).toMatchObject({ state: 'rejected', reason: 'never_sent' });
    // Begun anew it is refused as there already, which is found to be ours.
    const again = await answerOf(repeatOperation({ ctx, id }));
    expect(again.operation.state).toBe('confirmed');
    expect(await bench().paymentsWith(await referenceOf(id))).toHaveLength(1);
  });

  test.each(['reset', 'apply-reset'] as const)(
    'between sent and answered (%s): unknown, then told',
    async (kind) => {
      const id = await orphaned('sent', kind);
      await Promise.all([recoverOperations({ everything: true }), recoverOperations({ everything: true })]);
      if (kind === 'reset') await longAbsent(id);
      const end = await resolve(id);
      expect(end.state).toBe(kind === 'reset' ? 'rejected' : 'confirmed');
      expect(await bench().paymentsWith(await referenceOf(id))).toHaveLength(kind === 'reset' ? 0 : 1);
      expect(await posts()).toBe(1);
    },
  );
});
