import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashPassword } from '#lib/auth/server/passwords.ts';
import { endSession, readSession } from '#lib/auth/server/session.ts';
import { signIn } from '#lib/auth/server/sign-in.ts';
import { db } from '#lib/db/client.ts';
import { writing } from '#lib/db/remembered.ts';
import { grants, operators, sessions, signInThrottle } from '#lib/db/schema/operators.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
const PASSWORD = 'correct horse battery';
const attempt = (over: Partial<Parameters<typeof signIn>[0]> = {}) =>
  signIn({
    email: 'Ana@Example.test',
    password: PASSWORD,
    address: '10.0.0.1',
    userAgent: null,
    deviceOf: null,
    ...over,
  });

beforeAll(async () => {
  const passwordHash = await hashPassword(PASSWORD);
  await db().insert(operators).values({ id: 'ana', email: 'ana@example.test', name: 'Ana', passwordHash });
  await db()
    .insert(grants)
    .values([
      { operatorId: 'ana', account: '*', role: 'viewer' },
      { operatorId: 'ana', account: 'acc', role: 'analyst' },
    ]);
});

beforeEach(async () => {
  await db().delete(signInThrottle);
});

async function openedSession(): Promise<string> {
  const result = await attempt();
  if (!result.ok) throw new Error('sign-in failed');
  return result.sessionId;
}

const change = (set: Partial<typeof operators.$inferInsert>) =>
  writing('people', () => db().update(operators).set(set).where(eq(operators.id, 'ana')));

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

  it('remembers a session, and still sees it grow idle and its visits', async () => {
    const id = await openedSession();
    const seenAt = async () => {
      const [row] = await db().select().from(sessions).where(eq(sessions.id, id));
      return row?.lastSeenAt.getTime() ?? 0;
    };
    const began = await seenAt();
    expect(await readSession(id)).not.toBeNull();
    expect(await seenAt()).toBe(began);
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      vi.setSystemTime(began + 61_000);
      expect(await readSession(id)).not.toBeNull();
      expect(await seenAt()).toBe(began + 61_000);
      vi.setSystemTime(began + 61_000 + 12 * 3_600_000);
      expect(await readSession(id)).not.toBeNull();
      vi.setSystemTime(began + 61_000 + 24 * 3_600_000 + 1);
      expect(await readSession(id)).toBeNull();
    } finally {
      vi.useRealTimers();
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

  it('slows wrong passwords by address and by account, and leaves a known device its own count', async () => {
    const wrong = { password: 'wrong', address: '10.0.0.2' };
    for (let i = 0; i < 4; i += 1) expect(await attempt(wrong)).toEqual({ ok: false, waitSeconds: 0 });
    const fifth = await attempt(wrong);
    expect(fifth.ok).toBe(false);
    expect(fifth.ok ? 0 : fifth.waitSeconds).toBeGreaterThan(0);
    const right = await attempt({ address: '10.0.0.3' });
    expect(right.ok ? 0 : right.waitSeconds).toBeGreaterThan(0);
    const other = await attempt({ email: 'nobody@example.test', address: '10.0.0.2' });
    expect(other.ok ? 0 : other.waitSeconds).toBeGreaterThan(0);
    expect((await attempt({ address: '10.0.0.2', deviceOf: 'ana' })).ok).toBe(true);
  });

  it('counts every one of parallel tries', async () => {
    const tries = Array.from({ length: 8 }, () => attempt({ email: 'x@example.test', address: '10.0.0.5' }));
    await Promise.all(tries);
    const after = await attempt({ email: 'x@example.test', address: '10.0.0.6' });
    expect(after.ok ? 0 : after.waitSeconds).toBeGreaterThan(30);
  });
});
