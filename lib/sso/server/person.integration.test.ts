import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { adminExists } from '#lib/auth/server/first-admin.ts';
import { readSession } from '#lib/auth/server/session.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { grants, identities, operators, sessions } from '#lib/data/schema/operators.ts';
import { enterProved, rolesOf } from '#lib/sso/server/person.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

const ISSUER = 'https://id.example';
const OIDC = {
  ...{ OIDC_ISSUER: ISSUER, OIDC_CLIENT_ID: 'guiche', OIDC_CLIENT_SECRET: 'a secret', OIDC_ADMINS: 'boss' },
};
const forget = () => Reflect.deleteProperty(globalThis, 'guicheSettings');
beforeAll(() => {
  Object.assign(process.env, OIDC);
  forget();
});
withDatabase();
afterAll(() => {
  for (const name of Object.keys(OIDC)) delete process.env[name];
  forget();
});
const FROM = { id: 'r', address: '10.0.0.7', userAgent: 'Firefox', device: [] };

beforeEach(async () => {
  await invalidateAfter('people', async () => {
    for (const table of [sessions, grants, identities]) await db().delete(table);
    await db().delete(operators);
  });
});

const enter = (subject: string, claim: unknown, mayAdminister = subject === 'boss') =>
  enterProved(
    {
      ...{ issuer: ISSUER, subject, email: `${subject}@casa.example`, name: subject, authenticatedAt: null },
      roles: rolesOf(claim, mayAdminister),
    },
    FROM,
  );
const entered = async (subject: string, claim: unknown) => {
  const answer = await enter(subject, claim);
  if ('why' in answer) throw new Error(answer.why);
  return answer;
};
const storedRoles = async (operatorId: string) =>
  (await db().select().from(grants).where(eq(grants.operatorId, operatorId))).map(
    ({ account, role }) => `${account} ${role}`,
  );

test('a claim that names a role twice, in either spelling, gives it once', async () => {
  const { operatorId } = await entered('rita', ['finance', '*:finance']);
  expect(await storedRoles(operatorId)).toEqual(['* finance']);
  expect((await entered('rita', ['finance', 'viewer', '*:finance'])).operatorId).toBe(operatorId);
  expect((await storedRoles(operatorId)).toSorted()).toEqual(['* finance', '* viewer']);
});

test.each([[['finance']], [[]]])(
  'a claim of %j takes nothing from the last administrator, who is out until it says so again',
  async (claim) => {
    const { operatorId, sessionId } = await entered('boss', 'admin');
    expect(await enter('boss', claim)).toEqual({ why: 'sso_last_admin' });
    expect(await storedRoles(operatorId)).toEqual(['* admin']);
    expect(await adminExists()).toBe(true);
    expect(await readSession(sessionId)).toBeNull();
    const [entry] = await db().select().from(auditLog).orderBy(desc(auditLog.seq)).limit(1);
    expect(entry).toMatchObject({ action: 'operator.roles', target: operatorId, result: 'refused' });
    await entered('boss', 'admin');

    // Once somebody else administers, the claim is the whole truth again.
    await db()
      .insert(operators)
      .values({ id: 'ana', email: 'ana@casa.example', name: 'Ana', passwordHash: 'x' });
    await db().insert(grants).values({ operatorId: 'ana', account: '*', role: 'admin' });
    const answer = await enter('boss', claim);
    expect(answer).toEqual(
      claim.length === 0 ? { why: 'sso_no_role' } : expect.objectContaining({ operatorId }),
    );
    expect(await storedRoles(operatorId)).toEqual(claim.map((role) => `* ${role}`));
  },
);

test('who stands in OIDC_ADMINS no more administers nothing that is worth keeping', async () => {
  const { operatorId } = await entered('boss', 'admin');
  process.env.OIDC_ADMINS = 'another';
  forget();
  try {
    expect(await adminExists()).toBe(false);
    expect(await enter('boss', ['admin', 'viewer'], false)).toMatchObject({ operatorId });
    expect(await storedRoles(operatorId)).toEqual(['* viewer']);
  } finally {
    process.env.OIDC_ADMINS = OIDC.OIDC_ADMINS;
    forget();
  }
});
