import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { adminExists, newSetUpLink, prepareFirstAdmin, setUpAdmin } from '#lib/auth/server/first-admin.ts';
import { readSession } from '#lib/auth/server/session.ts';
import { settings } from '#lib/core/env/settings.ts';
import type { GuicheError } from '#lib/core/errors.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import {
  grants,
  identities,
  oneTimeLinks,
  operators,
  sessions,
  signInThrottle,
} from '#lib/data/schema/operators.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

const hashed = vi.hoisted(() => ({ count: 0 }));
vi.mock('#lib/auth/server/passwords.ts', async (original) => ({
  ...(await original<object>()),
  hashPassword: async () => {
    hashed.count += 1;
    return 'hash';
  },
}));

withDatabase();
const PERSON = { name: 'Ana', email: 'ana@example.test', password: 'três-gatos-no-telhado' };
const from = (address: string) => ({ id: 'r', address, userAgent: null });

async function token(): Promise<string> {
  const path = await db().transaction(newSetUpLink);
  return new URL(path, 'http://localhost').searchParams.get('token') ?? '';
}

const codeOf = (answer: PromiseSettledResult<unknown>) =>
  answer.status === 'fulfilled' ? 'ok' : (answer.reason as GuicheError).code;

beforeEach(async () => {
  for (const table of [sessions, grants, operators, signInThrottle])
    await invalidateAfter('people', () => db().delete(table));
  hashed.count = 0;
});

describe('set-up', () => {
  it('A4: of 300 at once five tokens are looked at and no password is hashed', async () => {
    const right = await token();
    const answers = await Promise.allSettled(
      Array.from({ length: 300 }, (_, i) =>
        setUpAdmin(i === 290 ? right : `wrong-token-number-${i}`, PERSON, from('10.0.0.1')),
      ),
    );
    const codes = answers.map(codeOf);
    expect(codes.filter((code) => code === 'not_found')).toHaveLength(5);
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(295);
    expect(hashed.count).toBe(0);
    expect(await setUpAdmin(right, PERSON, from('10.0.0.2'))).toMatchObject({
      operatorId: expect.any(String),
    });
  });

  it('U18: signs the administrator in', async () => {
    const { operatorId, sessionId } = await setUpAdmin(await token(), PERSON, from('10.0.0.1'));
    expect(await readSession(sessionId)).toMatchObject({
      operator: { id: operatorId, email: PERSON.email },
      grants: [{ account: '*', role: 'admin' }],
    });
    expect(await db().select().from(signInThrottle)).toMatchObject([{ failures: 0, waitUntil: null }]);
  });

  it('A4: a link makes one administrator, however many ask at once', async () => {
    const right = await token();
    const answers = await Promise.allSettled(
      [1, 2, 3].map((i) =>
        setUpAdmin(right, { ...PERSON, email: `p${i}@example.test` }, from(`10.0.0.${i}`)),
      ),
    );
    expect(answers.map(codeOf).toSorted()).toEqual(['not_found', 'not_found', 'ok']);
    expect(await db().$count(operators)).toBe(1);
  });

  it('A16: a password that is easy to guess is told at its field, and the link still works', async () => {
    const right = await token();
    for (const password of ['password1234', ' '.repeat(12), PERSON.email])
      await expect(setUpAdmin(right, { ...PERSON, password }, from('10.0.0.1'))).rejects.toMatchObject({
        code: 'invalid_request',
        details: { fields: [{ field: 'password', message: 'guessable' }] },
      });
    expect(hashed.count).toBe(0);
    expect(await setUpAdmin(right, PERSON, from('10.0.0.1'))).toBeDefined();
  });

  it('an e-mail that is taken is told at its field, and the link still works', async () => {
    await db()
      .insert(operators)
      .values({ id: 'was', email: PERSON.email, name: 'Ana', disabledAt: new Date() });
    const right = await token();
    await expect(setUpAdmin(right, PERSON, from('10.0.0.1'))).rejects.toMatchObject({
      code: 'invalid_request',
      details: { fields: [{ field: 'email', message: 'taken' }] },
    });
    expect(await setUpAdmin(right, { ...PERSON, email: 'b@example.test' }, from('10.0.0.1'))).toBeDefined();
  });

  it('M9: a link’s hour is the database’s', async () => {
    const right = await token();
    await db()
      .update(oneTimeLinks)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(oneTimeLinks.purpose, 'set-up'));
    await expect(setUpAdmin(right, PERSON, from('10.0.0.1'))).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('an administrator of one’s own', () => {
  const person = (id: string, more: object) =>
    db()
      .insert(operators)
      .values({ id, email: `${id}@example.test`, name: id, ...more });
  const signOn = {
    issuer: 'https://id.example',
    clientId: 'c',
    clientSecret: 's',
    roleClaim: 'r',
    admins: ['s'],
  };

  it('is one who can come in: an issuer that left the settings lets nobody in', async () => {
    await person('sso', {});
    await db().insert(grants).values({ operatorId: 'sso', account: '*', role: 'admin' });
    const identity = {
      issuer: 'https://id.example/',
      subject: 's',
      operatorId: 'sso',
      createdAt: new Date(),
    };
    await db().insert(identities).values(identity);
    settings().signOn = signOn;
    expect(await adminExists()).toBe(true);
    settings().signOn = { ...signOn, admins: ['another'] };
    expect(await adminExists(), 'a subject that left it').toBe(false);
    settings().signOn = { ...signOn, issuer: 'https://other.example' };
    expect(await adminExists()).toBe(false);
    settings().signOn = null;
    expect(await adminExists()).toBe(false);
    await db().delete(identities);
  });

  it('whose e-mail somebody has already keeps nobody from starting: a link stands in for it', async () => {
    await person('ana', { disabledAt: new Date() });
    settings().admin = { email: 'ANA@example.test', password: PERSON.password };
    expect(await prepareFirstAdmin(false)).toMatch(/\/set-up\?token=/);
    settings().admin = { email: 'livre@example.test', password: PERSON.password };
    expect(await prepareFirstAdmin(false)).toBeNull();
    expect(await adminExists()).toBe(true);
    settings().admin = null;
  });
});
