import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { Account } from '#lib/accounts/server/account.ts';
import { type Ctx, Reply } from '#lib/api/context.ts';
import { changeAccount } from '#lib/connections/server/change-account.ts';
import {
  applyLapsedChanges,
  approveChange,
  declineChange,
  listChanges,
} from '#lib/connections/server/rule-changes.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { accounts, ruleChanges } from '#lib/data/schema/accounts.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { grants, lifts, operators } from '#lib/data/schema/operators.ts';
import { approvalRules } from '#lib/operations/server/approval.ts';
import { approveOperation, declineOperation } from '#lib/operations/server/approve.ts';
import { perform } from '#lib/operations/server/perform.ts';
import { repeatedAfterCrash } from '#lib/operations/server/testing/crash.ts';
import { createWithdrawal, TRANSFER } from '#lib/payments/server/payment-operation.ts';
import { answerOf, type Person, withMoney } from '#lib/payments/server/testing/bench.ts';
import { limitsToday } from '#lib/policies/server/policies.ts';
import { allWaitForLocks } from '../../../e2e/support/held.ts';

const bench = withMoney();
const ME = 'marina';
let account: Account;

beforeEach(async () => {
  account = bench().account;
  await db().delete(ruleChanges);
  await db().delete(lifts);
  await db().update(operators).set({ disabledAt: null, passwordHash: 'x' });
  await db()
    .insert(grants)
    .values(['marina', 'otto', 'davi'].map((operatorId) => ({ operatorId, account: '*', role: 'admin' })))
    .onConflictDoNothing();
  await db().execute(sql`update operations set operator_id = 'past'`);
  await storeSettings({ approvalAbove: '1000' });
});

const storeSettings = (settings: Record<string, string>) =>
  invalidateAfter('accounts', () =>
    db().update(accounts).set({ settings }).where(eq(accounts.id, account.id)),
  );
const storedSettings = async () => {
  const [row] = await db().select().from(accounts).where(eq(accounts.id, account.id));
  return row?.settings as Record<string, string>;
};
const by = (who: Person) => bench().context(who);
type Limits = { approvalAbove?: number | null; approvalAboveDaily?: number | null };
const WHY = 'Fornecedores de chapa subiram.';
const change = (settings: Limits, who: Person = ME) =>
  changeAccount({ ctx: by(who), id: account.id, body: { settings, reason: WHY } });
const waiting = async () => (await listChanges({ ctx: by('otto') })).items[0];
const requestRule = async (settings: Limits) => {
  const reply = await change(settings);
  if (!(reply instanceof Reply)) throw new Error('It did not wait.');
  expect(reply.status).toBe(202);
  return (reply.value as { change: { id: string } }).change.id;
};
const age = (id: string) =>
  db()
    .update(ruleChanges)
    .set({ effectiveAt: sql`now() - interval '1 second'` })
    .where(eq(ruleChanges.id, id));

test.each([
  ['a higher limit', { approvalAbove: 5_000 }, { approvalAbove: '5000' }],
  ['none any more', { approvalAbove: null }, {}],
])(
  'A12: %s waits for another administrator, and money for a second person until then',
  async (_, to, then) => {
    const id = await requestRule(to);
    expect(await storedSettings()).toEqual({ approvalAbove: '1000' });
    expect(await waiting()).toMatchObject({
      ...{ id, before: { approvalAbove: 1_000 }, after: to, requestedBy: { id: ME } },
      may: { approve: true, decline: true },
    });
    const hours = (Date.parse((await waiting())?.effectiveAt ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThan(24.1);
    await expect(approveChange({ ctx: by(ME), id })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(change({ approvalAbove: 9_999 }), 'one waits at a time').rejects.toMatchObject({
      code: 'conflict',
    });
    expect((await approveChange({ ctx: by('otto'), id })).state).toBe('approved');
    expect(await storedSettings()).toEqual(then);
    await expect(approveChange({ ctx: by('davi'), id })).rejects.toMatchObject({ code: 'conflict' });
    const entries = await db().select().from(auditLog).where(eq(auditLog.target, account.id));
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['account.rule-asked', 'account.rule-approved']),
    );
  },
);

test('A12: undecided it holds after 24 hours, declined never; a stricter rule holds at once and ends it', async () => {
  const first = await requestRule({ approvalAbove: null });
  await applyLapsedChanges();
  expect(await storedSettings()).toEqual({ approvalAbove: '1000' });
  await age(first);
  await Promise.all([applyLapsedChanges(), applyLapsedChanges()]);
  expect(await storedSettings()).toEqual({});

  expect(await change({ approvalAbove: 500, approvalAboveDaily: 900 })).not.toBeInstanceOf(Reply);
  expect(await storedSettings()).toEqual({ approvalAbove: '500', approvalAboveDaily: '900' });
  const second = await requestRule({ approvalAboveDaily: 2_000, approvalAbove: 400 });
  expect(await storedSettings(), 'the stricter part holds').toEqual({
    approvalAbove: '400',
    approvalAboveDaily: '900',
  });
  await declineChange({ ctx: by(ME), id: second });
  await age(second);
  await applyLapsedChanges();
  expect(await storedSettings()).toEqual({ approvalAbove: '400', approvalAboveDaily: '900' });

  const third = await requestRule({ approvalAboveDaily: null });
  await change({ approvalAbove: 300 }, 'otto');
  await age(third);
  await applyLapsedChanges();
  expect(await storedSettings()).toEqual({ approvalAbove: '300', approvalAboveDaily: '900' });
});

const LOST: [string, () => Promise<unknown>][] = [
  ['was disabled', () => db().update(operators).set({ disabledAt: new Date() }).where(eq(operators.id, ME))],
  ['lost the role', () => db().delete(grants).where(eq(grants.operatorId, ME))],
  [
    'has it on one account alone',
    () => db().update(grants).set({ account: account.id }).where(eq(grants.operatorId, ME)),
  ],
];

test.each(LOST)(
  'A12: what was asked for by somebody who %s holds neither by itself nor approved',
  async (_, lose) => {
    const first = await requestRule({ approvalAbove: null });
    await lose();
    await expect(approveChange({ ctx: by('otto'), id: first })).rejects.toMatchObject({
      ...{ code: 'conflict', details: { existing: { state: 'dropped' } } },
    });
    await expect(declineChange({ ctx: by(ME), id: first })).rejects.toMatchObject({ code: 'forbidden' });

    const [second, early] = [randomUUID(), randomUUID()];
    const again = { id: second, accountId: account.id, requestedBy: ME, state: 'pending' };
    const waits = { ...again, before: { approvalAbove: 1_000 }, after: { approvalAbove: null } };
    const at = { requestedAt: sql`now()`, effectiveAt: sql`now() - interval '1 second'` };
    await db()
      .insert(ruleChanges)
      .values({ ...waits, ...at });
    await Promise.all([applyLapsedChanges(), applyLapsedChanges()]);
    // Not due yet: it does not wait until then.
    await db()
      .insert(ruleChanges)
      .values({ ...waits, ...at, id: early, effectiveAt: sql`now() + interval '1 day'` });
    await applyLapsedChanges();
    expect(await storedSettings()).toEqual({ approvalAbove: '1000' });
    const rows = await db().select().from(ruleChanges);
    expect(rows.map(({ state, decidedBy }) => [state, decidedBy])).toEqual(rows.map(() => ['dropped', null]));
    const entries = await db().select().from(auditLog).where(eq(auditLog.action, 'account.rule-dropped'));
    for (const id of [first, second, early])
      expect(entries.filter(({ after }) => (after as { change: string }).change === id)).toMatchObject([
        { operatorId: null, accountId: account.id, after: { approvalAbove: null, reason: 'requester' } },
      ]);
  },
);

test('A12: who administers no more decides nothing, whatever their call began with', async () => {
  const id = await requestRule({ approvalAbove: null });
  await db().delete(grants).where(eq(grants.operatorId, 'otto'));
  for (const decide of [approveChange, declineChange])
    await expect(decide({ ctx: by('otto'), id })).rejects.toMatchObject({ code: 'forbidden' });
  expect((await waiting())?.id).toBe(id);
});

test('A12: who was lifted by somebody decides nothing of theirs for 24 hours', async () => {
  const id = await requestRule({ approvalAbove: null });
  const payment = await answerOf(
    createWithdrawal({
      ctx: by(ME),
      body: {
        amount: 1_000 + Math.ceil(Math.random() * 1e6),
        pixKey: 'ana@example.com',
        pixKeyType: 'email',
      },
    }),
  );
  expect(payment.operation.state).toBe('awaiting_approval');
  await db().insert(lifts).values({ person: 'otto', lifter: ME });
  for (const decide of [
    () => approveChange({ ctx: by('otto'), id }),
    () => declineChange({ ctx: by('otto'), id }),
    () => approveOperation({ ctx: by('otto'), id: payment.operation.id }),
  ])
    await expect(decide()).rejects.toMatchObject({ code: 'forbidden' });
  expect((await waiting())?.may).toEqual({ approve: false, decline: false });
  await db().execute(sql`update lifts set at = now() - interval '25 hours'`);
  expect((await approveChange({ ctx: by('otto'), id })).state).toBe('approved');
  const sent = await answerOf(approveOperation({ ctx: by('otto'), id: payment.operation.id }));
  expect(sent.operation.state).toBe('confirmed');
});

test('A12: payments just under the limit are summed for each person and day, also one that judges while another is open', async () => {
  await storeSettings({ approvalAbove: '100000', approvalAboveDaily: '250000' });
  const pay = (ctx: Ctx, amount: number) =>
    answerOf(createWithdrawal({ ctx, body: { amount, pixKey: 'ana@example.com', pixKeyType: 'email' } }));
  expect((await pay(by(ME), 99_999)).operation.state).toBe('confirmed');
  expect((await pay(by('otto'), 99_998)).operation.state, 'another person').toBe('confirmed');

  // The first payment holds its transaction while the second is requested: both are counted.
  const [inside, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const transfer = (reference: string, within?: () => Promise<void>) =>
    perform(by(ME), TRANSFER, {
      target: reference,
      request: {
        input: { amount: 90_000, receiver: '482913', clientReference: reference },
        ...{ typed: false, idempotencyKey: reference },
      },
      amount: 90_000,
      clientReference: reference,
      ...(within === undefined ? {} : { within }),
    });
  const first = transfer('gch_00000000000000000000000001', async () => {
    inside.resolve();
    await open.promise;
  });
  await inside.promise;
  const second = transfer('gch_00000000000000000000000002');
  await allWaitForLocks(second).finally(open.resolve);
  expect((await first).row.state).toBe('confirmed');
  expect((await second).row.state).toBe('awaiting_approval');

  // Payments requested yesterday in São Paulo do not count today.
  await db().execute(
    sql`update operations set created_at = date_trunc('day', now() at time zone 'America/Sao_Paulo') at time zone 'America/Sao_Paulo' - interval '1 millisecond' where operator_id = ${ME}`,
  );
  expect((await pay(by(ME), 99_997)).operation.state).toBe('confirmed');
});

test('A12: the rule that stands when the intent is written counts, not one that was cached', async () => {
  await storeSettings({});
  const cached = by(ME);
  await db()
    .update(accounts)
    .set({ settings: { approvalAbove: '1000' } })
    .where(eq(accounts.id, account.id));
  const body = { amount: 77_000, pixKey: 'ana@example.com', pixKeyType: 'email' } as const;
  const { operation } = await answerOf(createWithdrawal({ ctx: cached, body }));
  expect(operation.state).toBe('awaiting_approval');
});

test('M5: a weaker rule is approved or declined once for one key, though the process ended at once', async () => {
  for (const decide of [declineChange, approveChange]) {
    const id = await requestRule({ approvalAbove: null });
    const { first, again } = await repeatedAfterCrash((intent) =>
      decide({ ctx: { ...by('otto'), intent }, id }),
    );
    expect(again).toEqual(first);
  }
});

test('A12: forms are told the rules and what this person asked for today, nothing of anybody else', async () => {
  await storeSettings({ approvalAbove: '500000', approvalAboveDaily: '100000' });
  const reported = async (who: Person) => {
    const [row] = await db().select().from(accounts).where(eq(accounts.id, account.id));
    const settings = row?.settings as Record<string, string>;
    return approvalRules({ ...by(who), account: { ...account, settings } });
  };
  const pay = (who: Person, amount: number) =>
    answerOf(
      createWithdrawal({ ctx: by(who), body: { amount, pixKey: 'ana@example.com', pixKeyType: 'email' } }),
    );
  expect((await reported(ME)).requestedToday).toBe(0);
  await pay(ME, 60_010);
  await pay('otto', 33_010);
  expect(await reported(ME)).toEqual({
    ...{ approvalAbove: 500_000, approvalAboveDaily: 100_000, requestedToday: 60_010, entered: false },
  });
  expect((await reported('otto')).requestedToday).toBe(33_010);
  expect((await reported('davi')).requestedToday, 'who asked for nothing learns nothing').toBe(0);
  const { requestedToday } = await reported(ME);
  const amount = 100_000 - (requestedToday ?? 0);
  expect((await pay(ME, amount)).operation.state, 'as it was told: just within').toBe('confirmed');
  expect((await pay(ME, 11)).operation.state, 'and one more waits').toBe('awaiting_approval');
  await storeSettings({});
  expect(await reported(ME)).toEqual({
    ...{ approvalAbove: null, approvalAboveDaily: null, requestedToday: null, entered: false },
  });
});

test('the policies page tells what each person asked today of an account’s limit, paid and open apart', async () => {
  await storeSettings({ approvalAboveDaily: '100000' });
  const pay = (who: Person, amount: number) =>
    answerOf(
      createWithdrawal({ ctx: by(who), body: { amount, pixKey: 'ana@example.com', pixKeyType: 'email' } }),
    );
  await pay(ME, 60_020);
  const waits = await pay(ME, 50_020);
  expect(waits.operation.state).toBe('awaiting_approval');
  await pay('otto', 33_020);
  const reported = async () => {
    const { items } = await limitsToday();
    return items.map(({ account: slug, limit, people }) => ({
      ...{ slug, limit },
      people: people.filter(({ id }) => id !== 'past'),
    }));
  };
  const { slug } = account;
  const otto = { id: 'otto', name: expect.any(String), confirmed: 33_020, open: 0 };
  const mine = { id: ME, name: expect.any(String), confirmed: 60_020, open: 50_020 };
  expect(await reported()).toEqual([{ slug, limit: 100_000, people: [mine, otto] }]);
  await declineOperation({ ctx: by('otto'), id: waits.operation.id, body: { reason: 'Não.' } });
  expect((await reported())[0]?.people, 'what was declined counts no more').toEqual([
    { ...mine, open: 0 },
    otto,
  ]);
  await storeSettings({ approvalAbove: '1000' });
  expect(await reported(), 'without such a limit there is nothing to tell').toEqual([]);
});

test('A12: a weaker rule keeps why and from where it was asked; without words it is refused, a stricter one is not', async () => {
  const requestWithoutReason = (settings: Limits) =>
    changeAccount({ ctx: by(ME), id: account.id, body: { settings } });
  await expect(requestWithoutReason({ approvalAbove: null })).rejects.toMatchObject({
    ...{ code: 'invalid_request', details: { fields: [{ field: 'reason', message: 'needed' }] } },
  });
  expect(await waiting()).toBeUndefined();
  expect(await requestWithoutReason({ approvalAbove: 900 })).not.toBeInstanceOf(Reply);
  const request = { id: 'r', address: '192.0.2.7', userAgent: 'Firefox' };
  const body = { settings: { approvalAbove: 5_000 }, reason: WHY };
  await changeAccount({ ctx: { ...by(ME), request }, id: account.id, body });
  expect(await waiting()).toMatchObject({ reason: WHY, from: { address: '192.0.2.7', agent: 'Firefox' } });
});

test('A12: it says what of the last 30 days would have needed nobody else, by both limits', async () => {
  await db().execute(sql`update operations set created_at = now() - interval '40 days'`);
  await storeSettings({ approvalAbove: '10000', approvalAboveDaily: '25000' });
  const pay = (amount: number) =>
    answerOf(
      createWithdrawal({ ctx: by(ME), body: { amount, pixKey: 'ana@example.com', pixKeyType: 'email' } }),
    );
  const [first] = [await pay(9_001), await pay(12_002), await pay(13_003), await pay(50_004)];
  expect(first.operation.state).toBe('confirmed');
  // Beyond neither limit; the first; both; both. The second limit alone still stops the last two.
  await requestRule({ approvalAbove: null });
  expect((await waiting())?.passing).toEqual({ count: 1, sum: 12_002, all: 4 });
  await declineChange({ ctx: by(ME), id: (await waiting())?.id ?? '' });
  await requestRule({ approvalAbove: 20_000, approvalAboveDaily: null });
  expect((await waiting())?.passing).toEqual({ count: 2, sum: 25_005, all: 4 });
  await db().execute(sql`update operations set created_at = now() - interval '31 days'`);
  expect((await waiting())?.passing).toEqual({ count: 0, sum: 0, all: 0 });
});
