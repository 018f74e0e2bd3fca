import { and, count, eq, isNull, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OperatorCtx } from '#lib/api/context.ts';
import { lockOperator } from '#lib/auth/server/hold-operator.ts';
import { endSession, proofUntil, readSession } from '#lib/auth/server/session.ts';
import { personMark } from '#lib/auth/server/session-cookies.ts';
import { signIn } from '#lib/auth/server/sign-in.ts';
import type { GuicheError } from '#lib/core/errors.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { grants, operators, sessions, signInThrottle } from '#lib/data/schema/operators.ts';
import { stepUp } from '#lib/session/server/step-up.ts';
import { allWaitForLocks } from '../../../e2e/support/held.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

/** How often a password was really compared; `fails` stands for a comparison that could not be made. */
const checked = vi.hoisted(() => ({ count: 0, fails: false }));
vi.mock('#lib/auth/server/passwords.ts', async (original) => {
  const real = await original<typeof import('#lib/auth/server/passwords.ts')>();
  return {
    ...real,
    // Compared in clear where it does not matter: a burst of hashes would only take time.
    passwordMatches: async (stored: string | null | undefined, password: string) => {
      checked.count += 1;
      if (checked.fails) throw new Error('no room');
      return stored === `clear:${password}`;
    },
  };
});

withDatabase();
const PASSWORD = 'correct horse battery';
const attempt = (over: Partial<Parameters<typeof signIn>[0]> = {}) =>
  signIn({
    email: 'Ana@Example.test',
    password: PASSWORD,
    address: '10.0.0.1',
    userAgent: null,
    device: [],
    ...over,
  });

const BRUNO = (address: string) => ({ email: 'bruno@example.test', address });

async function waitAfter(tried: ReturnType<typeof signIn>): Promise<number> {
  const result = await tried;
  return result.ok ? 0 : result.waitSeconds;
}

beforeAll(async () => {
  const passwordHash = `clear:${PASSWORD}`;
  await db()
    .insert(operators)
    .values([
      { id: 'ana', email: 'ana@example.test', name: 'Ana', passwordHash },
      { id: 'bruno', email: 'bruno@example.test', name: 'Bruno', passwordHash },
    ]);
  await db()
    .insert(grants)
    .values([
      { operatorId: 'ana', account: '*', role: 'viewer' },
      { operatorId: 'ana', account: 'acc', role: 'analyst' },
    ]);
});

beforeEach(async () => {
  await db().delete(signInThrottle);
  await db().delete(sessions);
});

async function openedSession(): Promise<string> {
  const result = await attempt();
  if (!result.ok) throw new Error('sign-in failed');
  return result.sessionId;
}

const change = (set: Partial<typeof operators.$inferInsert>) =>
  invalidateAfter('people', () => db().update(operators).set(set).where(eq(operators.id, 'ana')));

describe('sign-in', () => {
  it('opens a session that holds the operator and the grants', async () => {
    const session = await readSession(await openedSession());
    expect(session?.operator.id).toBe('ana');
    expect(session?.grants).toHaveLength(2);
  });

  it('ends a session by sign-out, by a new session version, by idleness and by age', async () => {
    const [out, idle, old, versioned] = [
      await openedSession(),
      await openedSession(),
      await openedSession(),
      await openedSession(),
    ];
    expect(await readSession(out)).not.toBeNull();
    await endSession(out);
    await db()
      .update(sessions)
      .set({ lastSeenAt: new Date(Date.now() - 13 * 3_600_000) })
      .where(eq(sessions.id, idle));
    await db()
      .update(sessions)
      .set({ createdAt: new Date(Date.now() - 8 * 86_400_000) })
      .where(eq(sessions.id, old));
    expect(await readSession(out)).toBeNull();
    expect(await readSession(idle)).toBeNull();
    expect(await readSession(old)).toBeNull();
    expect(await readSession(versioned)).not.toBeNull();
    await change({ sessionVersion: 2 });
    expect(await readSession(versioned)).toBeNull();
  });

  it('remembers a session, and still sees its visits and its end', async () => {
    const id = await openedSession();
    const seenAt = async () => {
      const [row] = await db().select().from(sessions).where(eq(sessions.id, id));
      return row?.lastSeenAt.getTime() ?? 0;
    };
    const began = await seenAt();
    expect(await readSession(id)).not.toBeNull();
    expect(await seenAt()).toBe(began);
    const seenAgo = (interval: string) =>
      db()
        .update(sessions)
        .set({ lastSeenAt: sql`now() - ${interval}::interval` })
        .where(eq(sessions.id, id));
    const real = performance.now.bind(performance);
    let laterMs = 61_000;
    const steady = vi.spyOn(performance, 'now').mockImplementation(() => real() + laterMs);
    try {
      await seenAgo('2 hours');
      expect(await readSession(id)).not.toBeNull();
      expect(await seenAt()).toBeGreaterThanOrEqual(began);
      await seenAgo('12 hours 1 second');
      expect(await readSession(id), 'remembered for a minute').not.toBeNull();
      laterMs += 61_000;
      expect(await readSession(id)).toBeNull();
    } finally {
      steady.mockRestore();
    }
  });

  it('lets nobody in who is disabled', async () => {
    const id = await openedSession();
    expect(await readSession(id)).not.toBeNull();
    await change({ disabledAt: new Date() });
    expect(await readSession(id)).toBeNull();
    expect((await attempt({ address: '10.0.0.9' })).ok).toBe(false);
    await change({ disabledAt: null });
  });

  it('slows wrong passwords by account, and leaves a known device its own count', async () => {
    const wrong = { password: 'wrong', address: '10.0.0.2' };
    for (let i = 0; i < 4; i += 1) expect(await attempt(wrong)).toEqual({ ok: false, waitSeconds: 0 });
    expect(await waitAfter(attempt(wrong))).toBeGreaterThan(0);
    expect(await waitAfter(attempt({ address: '10.0.0.3' }))).toBeGreaterThan(0);
    expect((await attempt({ address: '10.0.0.2', device: [personMark('ana')] })).ok).toBe(true);
    expect((await attempt(BRUNO('10.0.0.2'))).ok, 'a colleague behind that address').toBe(true);
  });

  it('slows one address that tries many accounts', async () => {
    for (let i = 0; i < 20; i += 1) await attempt({ email: `x${i}@example.test`, password: 'wrong' });
    expect(await waitAfter(attempt({ email: 'other@example.test' }))).toBeGreaterThan(0);
    expect((await attempt({ address: '10.0.0.9' })).ok).toBe(true);
  });
});

describe('A3: a burst', () => {
  it('A3: of 300 sign-ins with the right password among the last is judged five times', async () => {
    const before = checked.count;
    const tries = Array.from({ length: 300 }, (_, i) =>
      attempt({ password: i === 290 ? PASSWORD : `guess ${i}`, address: `10.1.${i % 200}.1` }),
    );
    const results = await Promise.all(tries);
    expect(checked.count - before).toBe(5);
    expect(results.filter(({ ok }) => ok)).toEqual([]);
    expect(results.filter((result) => !result.ok && result.waitSeconds > 0).length).toBeGreaterThanOrEqual(
      295,
    );
    expect((await attempt({ device: [personMark('ana')] })).ok, 'a known device').toBe(true);
    expect((await attempt(BRUNO('10.1.7.1'))).ok, 'a colleague').toBe(true);
  });

  it('A3: of sign-ins at many accounts from one address is judged twenty times', async () => {
    const before = checked.count;
    await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        attempt({ email: `y${i}@example.test`, address: `2001:db8:0:1::${i}` }),
      ),
    );
    expect(checked.count - before).toBe(20);
  });

  it('A3: of right sign-ins leaves nothing counted', async () => {
    const results = await Promise.all(Array.from({ length: 4 }, () => attempt()));
    expect(results.every(({ ok }) => ok)).toBe(true);
    const rows = await db().select().from(signInThrottle);
    expect(rows.map(({ failures, waitUntil }) => [failures, waitUntil])).toEqual([
      [0, null],
      [0, null],
    ]);
  });

  it('A3: a right sign-in gives back its own attempt, not those of its address', async () => {
    for (let i = 0; i < 19; i += 1) await attempt({ email: `z${i}@example.test`, password: 'wrong' });
    expect((await attempt()).ok).toBe(true);
    await attempt({ email: 'z20@example.test', password: 'wrong' });
    expect(await waitAfter(attempt())).toBeGreaterThan(0);
  });

  it('A3: of 300 step-ups is judged five times', async () => {
    const result = await attempt();
    if (!result.ok) throw new Error('sign-in failed');
    const ctx = {
      operator: { id: 'ana' },
      sessionId: result.sessionId,
      audit: async () => undefined,
      auditEntry: (note: object) => ({ operatorId: 'ana', accountId: null, result: 'ok', ...note }),
    } as unknown as OperatorCtx;
    const before = checked.count;
    const answers = await Promise.allSettled(
      Array.from({ length: 300 }, (_, i) =>
        stepUp({ ctx, body: { password: i === 290 ? PASSWORD : `guess ${i}` } }),
      ),
    );
    expect(checked.count - before).toBe(5);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    const slowed = answers.filter(
      (answer) => answer.status === 'rejected' && (answer.reason as GuicheError).code === 'rate_limited',
    );
    expect(slowed).toHaveLength(295);
  });

  it('an attempt that could not be judged is given back', async () => {
    checked.fails = true;
    await expect(attempt()).rejects.toThrow('no room');
    checked.fails = false;
    const rows = await db().select().from(signInThrottle);
    expect(rows.every(({ failures }) => failures === 0)).toBe(true);
  });
});

describe('sessions', () => {
  it('A17: of a person are twenty at most, the oldest ends', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 20; i += 1) ids.push(await openedSession());
    expect(await readSession(ids[0] ?? '')).not.toBeNull();
    const more: Promise<string>[] = [];
    await db().transaction(async (tx) => {
      await lockOperator(tx, 'ana');
      more.push(openedSession(), openedSession());
      await allWaitForLocks(...more);
    });
    await Promise.all(more);
    const found = await Promise.all(ids.map((id) => readSession(id)));
    expect(found.map((one) => one !== null)).toEqual([false, false, ...Array(18).fill(true)]);
    const [living] = await db()
      .select({ count: count() })
      .from(sessions)
      .where(and(eq(sessions.operatorId, 'ana'), isNull(sessions.endedAt)));
    expect(living?.count).toBe(20);
  });

  it('one that ended by itself takes nobody’s place', async () => {
    const first = await openedSession();
    for (let i = 0; i < 19; i += 1) {
      const id = await openedSession();
      if (i > 0)
        await db()
          .update(sessions)
          .set({ lastSeenAt: sql`now() - interval '13 hours'` })
          .where(eq(sessions.id, id));
    }
    await openedSession();
    expect(await readSession(first)).not.toBeNull();
  });

  it('M9: sessions, proofs and waits follow the database’s clock, whatever this process’s says', async () => {
    const id = await openedSession();
    const wrong = { password: 'wrong', address: '10.2.0.1', email: 'm9@example.test' };
    for (let i = 0; i < 5; i += 1) await attempt(wrong);
    // The embedded database takes this process's clock: there the two cannot differ.
    const skews = process.env.GUICHE_TEST_ENGINE === 'postgres' ? [-3 * 60_000, 20 * 60_000] : [0];
    for (const skewMs of skews) {
      const real = Date.now;
      const skewed = vi.spyOn(Date, 'now').mockImplementation(() => real() + skewMs);
      try {
        expect(await readSession(id), `session at ${skewMs}`).not.toBeNull();
        expect(await proofUntil(id), `proof at ${skewMs}`).not.toBeNull();
        const wait = await waitAfter(attempt(wrong));
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(15);
      } finally {
        skewed.mockRestore();
      }
    }
    await db()
      .update(sessions)
      .set({ provedAt: sql`now() - interval '10 minutes 1 second'` })
      .where(eq(sessions.id, id));
    expect(await proofUntil(id)).toBeNull();
  });
});
