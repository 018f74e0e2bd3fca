import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accountBySlug } from '#lib/accounts/server/account.ts';
import { syncAccounts } from '#lib/accounts/server/sync-accounts.ts';
import type { Ctx } from '#lib/api/context.ts';
import { callContext } from '#lib/api/testing/calls.ts';
import { provenSession, sessionOf } from '#lib/auth/server/testing/proven-session.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { grants, operators } from '#lib/data/schema/operators.ts';
import { listOperations } from '#lib/operations/server/get-operation.ts';
import { type OperationRow, registerOperationKinds } from '#lib/operations/server/kind.ts';
import { lookUpOperation } from '#lib/operations/server/look-up.ts';
import { PAYMENT_KINDS } from '#lib/payments/server/payment-kinds.ts';
import { createRefund, getRefundState } from '#lib/payments/server/refunds.ts';
import { answerOf, FINANCE, longAbsent, rowOf } from '#lib/payments/server/testing/bench.ts';
import {
  type Fate,
  type Manner,
  startTwoIdHub,
  type TwoIdHub,
} from '#lib/payments/server/testing/two-id-hub.ts';
import { randomBy } from '#lib/providers/testing/spelled.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

/** M1: a payment of the Hub has two ids, and is one payment by whichever of them it is refunded. */

withDatabase();
let hub: TwoIdHub;
let ctx: Ctx;

beforeAll(async () => {
  hub = await startTwoIdHub();
  registerOperationKinds(PAYMENT_KINDS);
  await syncAccounts([
    {
      ...{ slug: 'hub', kind: 'hub', environment: 'sandbox', simulator: true, settings: {} },
      baseUrl: hub.baseUrl,
      credentials: { clientId: 'client', clientSecret: 'secret-of-the-client', auth: 'token' },
    },
  ]);
  const who = { id: 'marina', name: 'Marina Lopes', email: 'marina@guiche.example' };
  await db().insert(operators).values(who);
  await db().insert(grants).values({ operatorId: who.id, account: '*', role: 'finance' });
  await provenSession(who.id);
  const account = await accountBySlug('hub');
  if (account === null) throw new Error('No account.');
  ctx = callContext(account, who, FINANCE, {
    sessionId: sessionOf(who.id),
    request: { id: 'request', address: null, userAgent: null },
  });
});
afterAll(() => hub.stop());
beforeEach(() => {
  hub.fates.length = 0;
  hub.posts.length = 0;
});

type Ends = { operation: string } | { refused: string };
const refund = (id: string, amount: number): Promise<Ends> =>
  answerOf(createRefund({ ctx, id: `payment:${id}`, body: { amount } })).then(
    ({ operation }) => ({ operation: operation.id }),
    (error: unknown) => {
      if (!(error instanceof GuicheError)) throw error;
      return { refused: error.code };
    },
  );
const idIn = (end: Ends | undefined) => (end !== undefined && 'operation' in end ? end.operation : '');
const made = (ends: readonly Ends[]) => ends.flatMap((end) => ('operation' in end ? [end.operation] : []));

/** Looked up until it is known; what nobody finds is given up after an hour. */
async function ended(id: string): Promise<OperationRow> {
  for (let round = 0; round < 4; round += 1) {
    const row = await rowOf(id);
    if (row.state !== 'unknown') return row;
    if (round === 1) await longAbsent(id);
    await lookUpOperation(id, { due: false });
  }
  return rowOf(id);
}

const FATES: readonly Fate[] = ['answered', 'slow', 'lost, done', 'lost, not done', 'late'];
const MANNERS: readonly Manner[] = ['plain', 'both', 'echo', 'sums', 'folded'];
const AMOUNTS = [1_000, 1_000, 1_000, 2_500] as const;

test('200 random pairs of refunds by its two ids: as many as were confirmed, and no more than was asked for', async () => {
  for (let seed = 0; seed < 200; seed += 1) {
    const random = randomBy(seed + 70_000);
    const charge = hub.charge(10_000, random.pick(MANNERS));
    const fates = [random.pick(FATES), random.pick(FATES)];
    hub.fates.splice(0, hub.fates.length, ...fates);
    const amounts = [random.pick(AMOUNTS), random.pick(AMOUNTS)] as const;
    const ids = random.chance(0.5) ? [charge.id, charge.paymentId] : [charge.paymentId, charge.id];
    const first = () => refund(ids[0] ?? '', amounts[0]);
    const second = () => refund(ids[1] ?? '', amounts[1]);
    const atOnce = random.chance(0.5);
    const ends = atOnce ? await Promise.all([first(), second()]) : [await first(), await second()];
    // What is late comes before, between or after the look-ups.
    if (random.chance(0.5)) hub.arrive();
    for (const id of made(ends)) await lookUpOperation(id, { due: false });
    hub.arrive();
    const rows = [];
    for (const id of made(ends)) rows.push(await ended(id));
    const context = JSON.stringify({ seed, manner: charge.manner, fates, amounts, ids, atOnce, ends });
    const confirmed = rows.filter(({ state }) => state === 'confirmed');
    expect(
      rows.map(({ state }) => state).every((state) => state !== 'unknown'),
      context,
    ).toBe(true);
    expect(charge.refunds.map(({ amount }) => amount).sort(), context).toEqual(
      confirmed.map(({ amount }) => amount).sort(),
    );
    const records = confirmed.flatMap(({ result }) => (result as { id?: string }).id ?? []);
    expect(new Set(records).size, context).toBe(records.length);
  }
}, 240_000);

describe('while one of it is under way', () => {
  test.each(MANNERS)(
    'its other id is refused with that operation, where the service is %s',
    async (manner) => {
      const charge = hub.charge(10_000, manner);
      hub.fates.push('lost, not done');
      const first = await refund(charge.paymentId, 1_000);
      await expect(
        createRefund({ ctx, id: `payment:${charge.id}`, body: { amount: 2_500 } }),
      ).rejects.toMatchObject({ code: 'conflict', details: { operationId: idIn(first) } });
      await expect(
        createRefund({ ctx, id: charge.id, body: { amount: 2_500 } }),
        'an id alone',
      ).rejects.toMatchObject({ code: 'conflict' });
      expect(hub.posts).toHaveLength(1);
      const listed = await listOperations({
        ctx,
        query: { target: `payment:${charge.paymentId}`, limit: 10 },
      });
      expect(listed.items.map(({ id }) => id)).toEqual([idIn(first)]);
    },
  );

  test('ten at once by both ids: one is sent', async () => {
    const charge = hub.charge(10_000, 'echo');
    hub.fates.push('lost, not done');
    const ids = Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? charge.id : charge.paymentId));
    const ends = await Promise.all(ids.map((id) => refund(id, 1_000)));
    expect(made(ends)).toHaveLength(1);
    expect(hub.posts).toHaveLength(1);
  });
});

test('a refund is not asked for where nothing tells which payment it is', async () => {
  for (const id of ['payment:chg_none', 'payment:pay_none'])
    await expect(createRefund({ ctx, id, body: { amount: 100 } })).rejects.toMatchObject({
      code: 'not_found',
    });
  expect(hub.posts).toHaveLength(0);
  expect(await db().$count(operations, eq(operations.target, 'payment:chg_none'))).toBe(0);
});

test('M8: refunds that the provider folds into one record stand beside it, with their reasons and both ids', async () => {
  const charge = hub.charge(10_000, 'folded');
  const requestRefund = (id: string, amount: number, description: string) =>
    answerOf(createRefund({ ctx, id: `payment:${id}`, body: { amount, description } }));
  await requestRefund(charge.id, 1_000, 'quebrado');
  await requestRefund(charge.paymentId, 2_500, 'atraso');
  hub.fates.push('lost, not done');
  await requestRefund(charge.id, 500, 'cortesia');
  for (const id of [charge.id, charge.paymentId]) {
    const { refunds } = await getRefundState({ ctx, id: `payment:${id}` });
    expect(
      refunds.map((one) => [one.amount, one.recorded, one.operation?.state ?? null, one.description]),
    ).toEqual([
      [500, false, 'unknown', 'cortesia'],
      [2_500, false, 'confirmed', 'atraso'],
      [1_000, false, 'confirmed', 'quebrado'],
      [3_500, true, null, null],
    ]);
  }
});

describe('rows of the build before, known by the id of an address', () => {
  const asOlder = (id: string, target: string) =>
    db().update(operations).set({ names: null, target }).where(eq(operations.id, id));

  test('an open one holds off a refund by the other id', async () => {
    const charge = hub.charge(10_000, 'plain');
    hub.fates.push('lost, not done');
    const first = idIn(await refund(charge.id, 1_000));
    await asOlder(first, `payment:${charge.paymentId}`);
    await expect(
      createRefund({ ctx, id: `payment:${charge.id}`, body: { amount: 1_000 } }),
    ).rejects.toMatchObject({ code: 'conflict', details: { operationId: first } });
    expect(hub.posts).toHaveLength(1);
  });

  test.each(['plain', 'sums', 'echo'] as const)(
    'of two that were sent side by side one record confirms one (%s)',
    async (manner) => {
      const charge = hub.charge(10_000, manner);
      hub.fates.push('lost, done');
      const first = idIn(await refund(charge.id, 1_000));
      const row = await rowOf(first);
      await asOlder(first, `payment:${charge.id}`);
      const request = row.request;
      const second = `${first.slice(0, -4)}zzzz`;
      await db()
        .insert(operations)
        .values({
          ...{ ...row, id: second, names: null, target: `payment:${charge.paymentId}` },
          ...{ clientReference: 'gch_other', request },
        });
      // Its request is sealed to its own row: it is written as that build did.
      const { seal, unseal } = await import('#lib/auth/server/seal.ts');
      const { requestPurpose } = await import('#lib/operations/server/kind.ts');
      const opened = unseal(request ?? '', requestPurpose(first));
      await db()
        .update(operations)
        .set({ request: seal(opened, requestPurpose(second)) })
        .where(eq(operations.id, second));
      const rows = [await ended(first), await ended(second)];
      expect(rows.map(({ state }) => state).sort()).toEqual(['confirmed', 'rejected']);
      expect(charge.refunds).toHaveLength(1);
    },
  );
});
