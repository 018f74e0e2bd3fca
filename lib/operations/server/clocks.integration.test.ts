import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { once } from '#lib/api/steps/idempotency.ts';
import { db } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { beat } from '#lib/data/jobs/instance.ts';
import { deliveryIndexes } from '#lib/data/schema/deliveries.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { keepIndexCurrent } from '#lib/deliveries/server/index-state.ts';
import { expireApprovals } from '#lib/operations/server/approve.ts';
import { registerOperationKinds } from '#lib/operations/server/kind.ts';
import { lookUpOperation } from '#lib/operations/server/look-up.ts';
import { perform } from '#lib/operations/server/perform.ts';
import { recoverOperations } from '#lib/operations/server/recover.ts';
import { as, gate, withInstances } from '#lib/operations/server/testing/instances.ts';
import { FakeProvider, noteKind, operatorContext } from '#lib/operations/server/testing/kinds.ts';
import { lineOf, rateWait } from '#lib/resends/server/rate-state.ts';
import { withClockAhead } from '../../../e2e/support/skewed-clock.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
withInstances();

const MINUTE = 60_000;
/** The embedded database reads the very clock of its process: there are no two to tell apart. */
const itOnPostgres = it.runIf(process.env.GUICHE_TEST_ENGINE === 'postgres');
let provider: FakeProvider;
let ctx: Ctx;
let target = '';
let count = 0;

beforeEach(async () => {
  provider = new FakeProvider();
  registerOperationKinds([noteKind(provider)]);
  ctx = await operatorContext();
  count += 1;
  target = `clock-${count}`;
});

const input = () => ({ target, request: { text: target } });
/** ms by the database's clock. */
async function ageOf(column: 'createdAt' | 'sentAt' | 'nextLookUpAt') {
  const age = sql<number>`(extract(epoch from now() - ${operations[column]}) * 1000)::float8`;
  const [row] = await db().select({ age }).from(operations).where(eq(operations.target, target));
  return row?.age ?? Number.NaN;
}
const stateNow = async () =>
  (await db().select().from(operations).where(eq(operations.target, target)))[0]?.state;

itOnPostgres(
  'M9: a process three minutes behind holds its key: a repeat elsewhere runs nothing',
  async () => {
    const working = gate();
    let runs = 0;
    const run = async () => {
      runs += 1;
      if (runs === 1) await working.pass();
      return { status: 200, value: runs };
    };
    const intent = { operatorId: 'op', account: 'pix', endpoint: 'POST /x', key: 'k'.repeat(20), body: {} };
    let first: Promise<unknown> = Promise.resolve();
    await withClockAhead(-3 * MINUTE, async () => {
      first = once(intent, run);
      await working.reached;
    });
    const second = once(intent, run);
    // Until it came to wait, or to run.
    await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 200))]);
    working.open();
    expect(await Promise.all([first, second])).toEqual([
      { status: 200, value: 1 },
      { status: 200, value: 1 },
    ]);
    expect(runs).toBe(1);
  },
);

itOnPostgres('M9: a process a minute ahead takes no living send for left behind', async () => {
  const sending = gate();
  const slow = noteKind(provider, {
    send: async ({ request, change }) => {
      await change.sending();
      await sending.pass();
      return provider.put(request.text, async () => undefined);
    },
  });
  const going = as('A', async () => {
    await beat();
    return perform(ctx, slow, input());
  });
  await sending.reached;
  await as('B', () => withClockAhead(MINUTE, () => recoverOperations({ everything: false })));
  expect(await stateNow()).toBe('sent');
  sending.open();
  expect((await going).row.state).toBe('confirmed');
});

itOnPostgres.each([-3 * MINUTE, 3 * MINUTE])(
  'M9: look-ups come by the schedule, whatever this clock says (%d ms)',
  async (ms) => {
    provider.next = ['lose request'];
    const { row } = await withClockAhead(ms, () => perform(ctx, noteKind(provider), input()));
    expect(await ageOf('createdAt')).toBeLessThan(MINUTE);
    expect(Math.abs(await ageOf('sentAt'))).toBeLessThan(MINUTE);
    expect(Math.abs(await ageOf('nextLookUpAt')), 'in two seconds').toBeLessThan(MINUTE);
    await withClockAhead(ms, () => lookUpOperation(row.id, { due: false }));
    expect(Math.abs(await ageOf('nextLookUpAt')), 'in five').toBeLessThan(MINUTE);
  },
);

itOnPostgres('M9: nothing that waits for approval expires because a clock is a day ahead', async () => {
  await perform(ctx, noteKind(provider), input());
  await db().update(operations).set({ state: 'awaiting_approval' }).where(eq(operations.target, target));
  await withClockAhead(25 * 60 * MINUTE, expireApprovals);
  expect(await stateNow()).toBe('awaiting_approval');
  await db()
    .update(operations)
    .set({ createdAt: sql`now() - interval '25 hours'` })
    .where(eq(operations.target, target));
  await withClockAhead(-25 * 60 * MINUTE, expireApprovals);
  expect(await stateNow()).toBe('expired');
});

itOnPostgres('M9: two processes whose clocks differ share a resend line’s pace', async () => {
  const pace = { perMinute: 1, minuteMs: MINUTE };
  await withClockAhead(-3 * MINUTE, async () => {
    await beat();
    expect(Math.abs(databaseNow() - Date.now() - 3 * MINUTE)).toBeLessThan(5_000);
    expect(await rateWait(await lineOf('acc'), pace)).toBeNull();
    await perform(ctx, noteKind(provider, { name: 'callback.resend' }), input());
  });
  await beat();
  const wait = await rateWait(await lineOf('acc'), pace);
  expect(wait?.pausedUntil).toBeNull();
  expect(wait?.waitMs).toBeGreaterThan(MINUTE / 2);
  expect(wait?.waitMs).toBeLessThan(MINUTE + 5_000);
});

itOnPostgres('M9: an index that a process three minutes behind wants is wanted for its minute', async () => {
  await withClockAhead(-3 * MINUTE, async () => {
    await beat();
    await keepIndexCurrent('acc');
  });
  await beat();
  const left = sql<number>`(extract(epoch from ${deliveryIndexes.wantedUntil} - now()) * 1000)::float8`;
  const [row] = await db().select({ left }).from(deliveryIndexes);
  expect(row?.left).toBeGreaterThan(0);
  expect(row?.left).toBeLessThanOrEqual(MINUTE);
});
