import { asc, eq, inArray, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { Reply } from '#lib/api/context.ts';
import { db } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { repeatOperation } from '#lib/operations/server/approve.ts';
import { lookUpOperation } from '#lib/operations/server/look-up.ts';
import { recoverOperations } from '#lib/operations/server/recover.ts';
import { createWithdrawal } from '#lib/payments/server/payment-operation.ts';
import { FINANCE, type ProviderPayment, withMoney } from '#lib/payments/server/testing/bench.ts';
import { FULL } from '../../../e2e/support/full.ts';
import { recordFigures } from '../../../scripts/faults/figures.ts';

const COUNT = Number(process.env.GUICHE_WITHDRAWALS ?? (FULL ? 1_000 : 60));
const AT_ONCE = 4;
const SEED = Number(process.env.GUICHE_SEED ?? 20_261_121);

const bench = withMoney({ transactions: 100 });

/** Repeatable: the same seed gives the same faults in the same order. */
function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const POST = { method: 'POST', path: '/withdraw' };
const FAULTS: readonly object[] = [
  { ...POST, kind: 'apply-reset' },
  { ...POST, kind: 'reset' },
  { ...POST, kind: 'truncated' },
  { ...POST, kind: 'empty' },
  { ...POST, kind: 'html' },
  { ...POST, kind: 'huge' },
  { ...POST, kind: 'slow', ms: 300 },
  { ...POST, kind: 'slow', ms: 4_000 },
  { ...POST, kind: 'error-200' },
  { ...POST, kind: 'status', status: 424, errorCode: 'PZI111' },
  { ...POST, kind: 'status', status: 424, errorCode: 'PZS500' },
  { ...POST, kind: 'status', status: 500 },
  { ...POST, kind: 'status', status: 503 },
  { ...POST, kind: 'status', status: 401 },
  { ...POST, kind: 'status', status: 429, retryAfterSeconds: 1 },
  { ...POST, kind: 'status', status: 422, errorCode: 'PZS102' },
  { ...POST, kind: 'latency', ms: 200 },
  { ...POST, kind: 'apply-silent' },
  { ...POST, kind: 'silent' },
  { method: 'GET', path: '/withdraw', kind: 'status', status: 403, errorCode: 'PZA203' },
  { method: 'GET', path: '/withdraw', kind: 'reset' },
];

const withdrawals = () =>
  db()
    .select()
    .from(operations)
    .where(like(operations.kind, 'withdrawal.%'))
    .orderBy(asc(operations.createdAt));

test(`${COUNT} withdrawals under faults: one ledger row for each confirmed operation, and the reverse`, async () => {
  const roll = dice(SEED);
  let armed = 0;
  const pick = <T>(all: readonly T[]): T => all[Math.floor(roll() * all.length)] as T;
  for (let begun = 0; begun < COUNT; begun += AT_ONCE) {
    for (let call = 0; call < AT_ONCE; call += 1)
      if (roll() < 0.6) {
        await bench().simulator.control('fault', { ...pick(FAULTS), count: 1 });
        armed += 1;
      }
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => attempt(begun + at, roll())));
    if (roll() < 0.3) await die(roll);
    if (roll() < 0.3) await lookUpAll();
  }
  await bench().simulator.control('clear', { all: true });
  await settleAll();
  const found = await compare();
  recordFigures(`withdrawals ${process.env.GUICHE_TEST_ENGINE ?? 'pglite'}`, {
    ...{ withdrawals: COUNT, 'faults armed': armed, ...found, seed: SEED },
  });
}, 3_600_000);

/** One intent; now and then with a reference of the operator's own. Every amount is another. */
async function attempt(number: number, chance: number): Promise<void> {
  const body = {
    amount: 1_000 + number,
    pixKey: `ana${number % 7}@example.com`,
    pixKeyType: 'email' as const,
    ...(chance < 0.3 ? { clientReference: `typed-${number}` } : {}),
  };
  await createWithdrawal({ ctx: bench().context(), body }).catch(() => undefined);
}

/** Leaves the rows of a process that died before it noted the end of some calls; another takes them up. */
async function die(roll: () => number): Promise<void> {
  for (const row of (await withdrawals()).slice(-AT_ONCE)) {
    if (row.attempts === 0 || roll() < 0.5) continue;
    const columns = {
      state: 'sent',
      result: null,
      settledAt: null,
      reason: null,
      problem: null,
      nextLookUpAt: null,
    };
    await db().update(operations).set(columns).where(eq(operations.id, row.id));
  }
  await Promise.all([recoverOperations({ everything: true }), recoverOperations({ everything: true })]);
}

async function lookUpAll(): Promise<void> {
  for (const { id, state } of await withdrawals())
    if (state === 'unknown') await lookUpOperation(id, { due: false });
}

/** Hours later; and the operator begins anew what never left. */
async function settleAll(): Promise<void> {
  await recoverOperations({ everything: true });
  // A circuit that the faults opened closes again by itself; a look-up that fails by it takes an absence back.
  for (let round = 0; round < 100; round += 1) {
    await db()
      .update(operations)
      .set({ absentSince: new Date(Date.now() - 3_601_000) })
      .where(eq(operations.state, 'unknown'));
    await lookUpAll();
    if ((await withdrawals()).every(({ state }) => state !== 'unknown')) break;
    await new Promise((done) => setTimeout(done, 300));
  }
  const never = (await withdrawals()).filter(({ reason }) => reason === 'never_sent').slice(0, 10);
  for (const { id } of never) {
    const ctx = bench().context('marina', {}, FINANCE);
    const reply = await repeatOperation({ ctx, id }).catch(() => null);
    if (reply !== null) expect(reply).toBeInstanceOf(Reply);
  }
}

async function compare() {
  const rows = await withdrawals();
  const open = rows.filter(({ state }) => !['confirmed', 'rejected'].includes(state));
  expect(open, 'every intent has its end').toEqual([]);
  expect(new Set(rows.map(({ amount }) => amount)).size, 'no intent is lost').toBe(COUNT);
  const recorded = await ledger();
  const references = recorded.map(({ clientReference }) => clientReference);
  expect(new Set(references).size, 'at most once for each').toBe(references.length);
  const confirmed = rows.filter(({ state }) => state === 'confirmed');
  expect(references.toSorted()).toEqual(confirmed.map(({ clientReference }) => clientReference).toSorted());
  for (const { clientReference, amount } of confirmed) {
    const row = recorded.find((one) => one.clientReference === clientReference);
    expect(Math.round((row?.amount ?? 0) * 100), clientReference ?? '').toBe(amount);
  }
  const refused = await db()
    .select({ id: operations.id })
    .from(operations)
    .where(inArray(operations.state, ['requested', 'sent']));
  expect(refused).toEqual([]);
  // The run is worth nothing if nothing went wrong, or everything did.
  expect(confirmed.length).toBeGreaterThan(COUNT / 4);
  expect(confirmed.length).toBeLessThan(rows.length);
  return {
    confirmed: confirmed.length,
    rejected: rows.length - confirmed.length,
    'ledger rows': recorded.length,
  };
}

async function ledger(): Promise<ProviderPayment[]> {
  const all: ProviderPayment[] = [];
  for (const key of Array.from({ length: COUNT }, (_, number) => 1_000 + number)) {
    const found = (await bench().read(
      `/user/transactions?type=WITHDRAW&amount=${(key / 100).toFixed(2)}&limit=100`,
    )) as {
      transactions: ProviderPayment[];
    };
    all.push(
      ...found.transactions.filter(
        ({ clientReference }) => clientReference !== null && matchesReference(clientReference),
      ),
    );
  }
  return all;
}

const matchesReference = (reference: string) => /^(?:gch_|typed-)/.test(reference);
