import { asc, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OperatorCtx } from '#lib/api/context.ts';
import { readSession } from '#lib/auth/server/session.ts';
import { provenSession } from '#lib/auth/server/testing/proven-session.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { verifyAudit } from '#lib/data/audit/verify.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { grants, operators, sessions } from '#lib/data/schema/operators.ts';
import { changePerson, signOutPerson } from '#lib/team/server/team.ts';
import { allWaitForLocks } from '../../../e2e/support/held.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

const entry = (target: string) => ({
  ...{ operatorId: 'ana', accountId: null, action: 'step-up' as const, target, result: 'ok' as const },
});
const ctx = {
  operator: { id: 'ana' },
  auditEntry: (note: object) => ({ operatorId: 'ana', accountId: null, result: 'ok', ...note }),
} as unknown as OperatorCtx;
const own = eq(sessions.operatorId, 'bia');
const written = async () =>
  (await db().select().from(auditLog).orderBy(asc(auditLog.seq))).map(
    ({ action, target }) => `${action} ${target}`,
  );

let session = '';
beforeEach(async () => {
  await invalidateAfter('people', async () => {
    for (const table of [sessions, grants, operators]) await db().delete(table);
    const person = (id: string) => ({ id, email: `${id}@casa.example`, name: id, passwordHash: 'x' });
    await db()
      .insert(operators)
      .values([person('ana'), person('bia')]);
    await db().insert(grants).values({ operatorId: 'ana', account: '*', role: 'admin' });
    session = await provenSession('bia');
  });
});

/** Proves somebody as a step-up does; waits between row and entry until `inside` is as far as it can be. */
async function whileProving(other: () => Promise<unknown>): Promise<void> {
  const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const proving = db().transaction(async (tx) => {
    await tx.update(sessions).set({ provedAt: sql`now()` }).where(own);
    begun.resolve();
    await go.promise;
    await appendAudit(tx, entry('proved'));
  });
  await begun.promise;
  const changing = other();
  await allWaitForLocks(changing).finally(go.resolve);
  await Promise.all([proving, changing]);
}

/** The embedded database does one transaction at a time: nothing waits there. */
describe.runIf(process.env.GUICHE_TEST_ENGINE === 'postgres')('whoever appends to the chain', () => {
  it('and then ends sessions, or proves itself, never waits in a circle', async () => {
    await whileProving(() =>
      changePerson({ ctx, id: 'bia', body: { name: 'Bia Rocha', state: 'disabled' } }),
    );
    expect(await readSession(session)).toBeNull();
    await changePerson({ ctx, id: 'bia', body: { state: 'active' } });
    session = await provenSession('bia');
    await db().update(sessions).set({ endedAt: null }).where(own);
    await whileProving(() => signOutPerson({ ctx, id: 'bia' }));
    expect(await verifyAudit()).toMatchObject({ intact: true });
  });

  it('before any other row does not hold it while it waits for that', async () => {
    await whileProving(() =>
      db().transaction(async (tx) => {
        await appendAudit(tx, entry('first'));
        await tx.update(sessions).set({ lastSeenAt: sql`now()` }).where(own);
        await appendAudit(tx, entry('second'));
      }),
    );
    expect((await written()).slice(-3)).toEqual(['step-up proved', 'step-up first', 'step-up second']);
  });
});

it('an entry is kept or lost with its transaction, as it was when it was given', async () => {
  const before = (await written()).length;
  const changed = { ...entry('a'), after: { state: 'as given' } };
  await db().transaction(async (tx) => {
    await appendAudit(tx, changed);
    changed.after.state = 'changed since';
  });
  const lost = db().transaction(async (tx) => {
    await appendAudit(tx, entry('lost'));
    throw new Error('undone');
  });
  await expect(lost).rejects.toThrow('undone');
  const late = db().transaction(async (tx) => {
    await tx.update(operators).set({ name: 'never' }).where(eq(operators.id, 'bia'));
    await appendAudit(tx, { ...entry('b'), action: null as never });
  });
  await expect(late).rejects.toThrow();
  const [bia] = await db().select().from(operators).where(eq(operators.id, 'bia'));
  expect(bia?.name).toBe('bia');
  expect((await written()).slice(before)).toEqual(['step-up a']);
  const [last] = await db().select().from(auditLog).where(eq(auditLog.target, 'a'));
  expect(last?.after).toEqual({ state: 'as given' });
});
