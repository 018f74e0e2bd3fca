import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OperatorCtx } from '#lib/api/context.ts';
import { requirePolicies } from '#lib/api/steps/authorize.ts';
import { hashPassword } from '#lib/auth/server/passwords.ts';
import { DEFAULT_POLICIES } from '#lib/auth/server/policies.ts';
import { readSession } from '#lib/auth/server/session.ts';
import { signIn } from '#lib/auth/server/sign-in.ts';
import { provenSession, sessionOf } from '#lib/auth/server/testing/proven-session.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { codeApps, operators, sessions, signInPolicies } from '#lib/data/schema/operators.ts';
import { changePolicies, showPolicies } from '#lib/policies/server/policies.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
const ADDRESS = '192.0.2.7';
const PASSWORD = 'lilás bigorna tatu 7';
const ctxOf = (over: object = {}) =>
  ({
    operator: { id: 'ana', factors: [] },
    method: 'password',
    request: { id: 'r', address: ADDRESS, userAgent: null },
    auditEntry: (note: object) => ({ operatorId: 'ana', accountId: null, result: 'ok', ...note }),
    audit: async () => undefined,
    ...over,
  }) as unknown as OperatorCtx;
const change = (over: object, ctx = ctxOf()) =>
  changePolicies({ ctx, body: { ...DEFAULT_POLICIES, ...over } });
const shutsOut = (field: string) => ({
  code: 'conflict',
  details: { fields: [{ field, message: 'shuts_out' }] },
});
const codeApp = () =>
  invalidateAfter('people', () => {
    const at = new Date();
    return db()
      .insert(codeApps)
      .values({ operatorId: 'ana', secret: 'v1.none', createdAt: at, confirmedAt: at });
  });

beforeEach(async () => {
  await invalidateAfter('people', async () => {
    for (const table of [sessions, codeApps, signInPolicies]) await db().delete(table);
    await db().delete(operators);
    const passwordHash = await hashPassword(PASSWORD);
    await db()
      .insert(operators)
      .values([
        { id: 'ana', email: 'ana@casa.example', name: 'Ana', passwordHash },
        { id: 'bia', email: 'bia@casa.example', name: 'Bia' },
      ]);
  });
});

describe('policies', () => {
  it('end the sessions that lie past a shorter limit with the next request', async () => {
    for (const [column, body] of [
      ['last_seen_at', { idleMinutes: 30 }],
      ['created_at', { absoluteHours: 1 }],
    ] as const) {
      const aged = (id: string, minutes: number) =>
        invalidateAfter('people', async () => {
          await provenSession(id);
          const then = sql`now() - make_interval(mins => ${minutes})`;
          await db().execute(
            sql`update sessions set ${sql.identifier(column)} = ${then} where operator_id = ${id}`,
          );
        });
      await aged('ana', 65);
      await aged('bia', 20);
      await change(body);
      expect(await readSession(sessionOf('ana')), column).toBeNull();
      expect(await readSession(sessionOf('bia')), column).not.toBeNull();
      await db().delete(sessions);
    }
  });

  it('refuse a life shorter than the session that asks has had', async () => {
    await provenSession('ana');
    await invalidateAfter('people', () =>
      db().execute(sql`update sessions set created_at = now() - interval '2 hours 1 second'`),
    );
    const asking = ctxOf({ sessionId: sessionOf('ana') });
    await expect(change({ absoluteHours: 2 }, asking)).rejects.toMatchObject(shutsOut('absoluteHours'));
    expect(await readSession(sessionOf('ana'))).not.toBeNull();
    expect(await change({ absoluteHours: 3 }, asking)).toMatchObject({ absoluteHours: 3 });
  });

  it('refuse what comes from another network, at sign-in and in an open session', async () => {
    await change({ allowedNetworks: ['192.0.2.0/24', '2001:db8::/32'] });
    const enter = (address: string) =>
      signIn({ email: 'ana@casa.example', password: PASSWORD, address, userAgent: null, device: [] });
    expect(await enter('198.51.100.1')).toMatchObject({ ok: false, why: 'network' });
    expect(await enter('2001:db8::9')).toMatchObject({ ok: true });
    const elsewhere = ctxOf({ request: { id: 'r', address: '198.51.100.1', userAgent: null } });
    await expect(requirePolicies(elsewhere)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(requirePolicies(ctxOf())).resolves.toBeUndefined();
  });

  it('refuse a network that is none, and one that would shut out who asks', async () => {
    await expect(change({ allowedNetworks: ['192.0.2.0/24', '10.0.0.0/33'] })).rejects.toMatchObject({
      ...{
        code: 'invalid_request',
        details: { fields: [{ field: 'allowedNetworks.1', message: 'network' }] },
      },
    });
    await expect(change({ allowedNetworks: ['10.0.0.0/8'] })).rejects.toMatchObject(
      shutsOut('allowedNetworks'),
    );
    expect(await showPolicies({ ctx: ctxOf() })).toMatchObject({ allowedNetworks: [], address: ADDRESS });
  });

  it('that require a second factor are made by who has one, and let the others do no more than enrol', async () => {
    await expect(change({ secondFactor: 'required' })).rejects.toMatchObject(shutsOut('secondFactor'));
    await codeApp();
    const shown = await change({ secondFactor: 'required' });
    expect(shown).toMatchObject({ secondFactor: 'required', withoutFactor: [] });
    await expect(requirePolicies(ctxOf())).rejects.toMatchObject({ code: 'second_factor_required' });
    await expect(requirePolicies(ctxOf(), true)).resolves.toBeUndefined();
    await expect(requirePolicies(ctxOf({ method: 'oidc' }))).resolves.toBeUndefined();
    await invalidateAfter('people', () => db().delete(codeApps).where(eq(codeApps.operatorId, 'ana')));
    expect((await showPolicies({ ctx: ctxOf() })).withoutFactor).toEqual(['Ana']);
  });
});
