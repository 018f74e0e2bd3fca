import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { db } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { repeatOperation } from '#lib/operations/server/approve.ts';
import { registerOperationKinds } from '#lib/operations/server/kind.ts';
import { lookUpOperation } from '#lib/operations/server/look-up.ts';
import { gate } from '#lib/operations/server/testing/instances.ts';
import { createWithdrawal, WITHDRAWAL_BY_KEY } from '#lib/payments/server/payment-operation.ts';
import { answerOf, longAbsent, resolve, rowOf, withMoney } from '#lib/payments/server/testing/bench.ts';
import type { ProviderPort } from '#lib/providers/port.ts';

/** Two withdrawals of one receiver and amount at a Hub whose lists name no reference. */

const bench = withMoney();
let ctx: Ctx;
let amount = 2_050;

const control = (action: string, more: object) => bench().simulator.control(action, { api: 'hub', ...more });
beforeAll(async () => {
  await control('state', { rateLimits: false, quiet: true, dailyWithdrawLimit: null });
  const { lookUp, send } = WITHDRAWAL_BY_KEY;
  registerOperationKinds([
    {
      ...WITHDRAWAL_BY_KEY,
      lookUp: (args) => lookUp?.({ ...args, port: withoutReferences(args.port) }) ?? Promise.reject(),
      send: (args) => send({ ...args, port: withoutReferences(args.port) }),
    },
  ]);
});

/** The same service, whose lists name no reference. */
function withoutReferences(port: ProviderPort): ProviderPort {
  const { withdrawals } = port;
  if (withdrawals === undefined) throw new Error('No withdrawals.');
  const list: typeof withdrawals.list = async (...args) => {
    const page = await withdrawals.list(...args);
    return { ...page, items: page.items.map((one) => ({ ...one, clientReference: null })) };
  };
  return { ...port, withdrawals: { ...withdrawals, list } };
}
beforeEach(() => {
  ctx = bench().onHub();
  amount += 100;
});

const pay = (acknowledgedDuplicateOf?: string, who = ctx) =>
  answerOf(
    createWithdrawal({
      ctx: who,
      body: { amount, pixKey: 'ana@example.com', pixKeyType: 'email', acknowledgedDuplicateOf },
    }),
  );
const fault = (kind: string) => control('fault', { kind, method: 'POST', path: '/transactions/withdraw' });
const posts = () => bench().calls('POST', '/transactions/withdraw');
const paymentOf = async (id: string) =>
  ((await rowOf(id)).result as { payment?: { id: string } } | null)?.payment?.id;

/** Its answer lost; too late for the product to send it again by itself. */
async function lost(kind: 'reset' | 'apply-reset', acknowledged?: string): Promise<string> {
  await fault(kind);
  const { id, state } = (await pay(acknowledged)).operation;
  expect(state).toBe('unknown');
  const sentAt = new Date(Date.now() - 61_000);
  await db().update(operations).set({ sentAt }).where(eq(operations.id, id));
  return id;
}

test('one that never arrived is not confirmed with the other’s payment, which the list shows before its answer', async () => {
  const first = await lost('reset');
  const answered = gate();
  const { withdrawals } = ctx.port;
  if (withdrawals === undefined) throw new Error('No withdrawals.');
  const toKey: typeof withdrawals.toKey = async (...args) => {
    const outcome = await withdrawals.toKey(...args);
    await answered.pass();
    return outcome;
  };
  const slow: Ctx = { ...ctx, port: { ...ctx.port, withdrawals: { ...withdrawals, toKey } } };
  const second = pay(first, slow);
  await answered.reached;
  await lookUpOperation(first, { due: false });
  expect(await rowOf(first)).toMatchObject({ state: 'unknown', absentSince: null });
  answered.open();
  expect((await second).operation.state).toBe('confirmed');
  await lookUpOperation(first, { due: false });
  expect((await rowOf(first)).absentSince, 'all that is like it is the other’s').not.toBeNull();
  await longAbsent(first);
  expect(await resolve(first, 2)).toMatchObject({ state: 'rejected', reason: 'not_found' });
});

test('two that both arrived stay unknown until one of them is sent again with its key', async () => {
  const first = await lost('apply-reset');
  const second = await lost('apply-reset', first);
  for (const id of [first, second]) expect((await resolve(id, 2)).state).toBe('unknown');
  const again = await answerOf(repeatOperation({ ctx, id: first }));
  expect(again.operation.state).toBe('confirmed');
  expect((await resolve(second, 2)).state).toBe('confirmed');
  const ids = await Promise.all([first, second].map(paymentOf));
  expect(new Set(ids).size).toBe(2);
  expect(await posts()).toBe(3);
});
