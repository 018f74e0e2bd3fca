import 'server-only';
import { and, desc, eq, sql } from 'drizzle-orm';
import { cookies, headers } from 'next/headers';
import { listAccounts } from '#lib/accounts/server/account.ts';
import type { OperatorCtx } from '#lib/api/context.ts';
import { originOf } from '#lib/api/request-origin.ts';
import { identify } from '#lib/api/steps/identify.ts';
import { permissionsOn, ROLES } from '#lib/auth/permissions.ts';
import type { Factor } from '#lib/auth/server/factors.ts';
import { proofUntil, sessionHolds } from '#lib/auth/server/session.ts';
import { db } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { operators, sessions } from '#lib/data/schema/operators.ts';
import { capabilitiesOf } from '#lib/providers/registry.ts';
import type { AccountSummary, OpenSession, Session } from '#lib/session/contract.ts';
import { readPreferences } from '#lib/session/server/preferences.ts';

/** The accounts an operator may read, with what each can do and what they may do there. */
export async function listVisibleAccounts({ ctx }: { ctx: OperatorCtx }): Promise<AccountSummary[]> {
  const all = await listAccounts();
  return all.flatMap((account) => {
    const permissions = permissionsOn(ctx.grants, account.id);
    if (!permissions.has('read')) return [];
    const held = ctx.grants.filter((grant) => grant.account === '*' || grant.account === account.id);
    const { slug, name, kind, environment, simulator } = account;
    return [
      {
        slug,
        name,
        kind,
        environment,
        simulator,
        configured: account.unconfigured !== true,
        capabilities: capabilitiesOf(account),
        permissions: [...permissions],
        roles: ROLES.filter((role) => held.some((grant) => grant.role === role)),
      },
    ];
  });
}

/** Codes stand in for a lost passkey too: whoever has a factor has recovery codes, or can make them. */
const proofsOf = (factors: readonly Factor[]): Session['proofs'] =>
  factors.length === 0 ? ['password'] : [...(factors.includes('passkey') ? ['passkey' as const] : []), 'otp'];

export async function getSession({ ctx }: { ctx: OperatorCtx }): Promise<Session> {
  const { id, name, email } = ctx.operator;
  const [accounts, until] = await Promise.all([listVisibleAccounts({ ctx }), proofUntil(ctx.sessionId)]);
  return {
    operator: { id, name, email },
    accounts,
    permissions: [...permissionsOn(ctx.grants, '*')],
    preferences: readPreferences(ctx),
    signOn: ctx.method === 'oidc',
    proofs: ctx.method === 'oidc' ? ['sso'] : proofsOf(ctx.operator.factors),
    stepUpUntil: until?.toISOString() ?? null,
  };
}

/** Ended sessions are kept for 30 days; their person's first one is no news. */
const newAddress = sql<boolean>`${sessions.address} is not null and coalesce((
  select bool_and(earlier.address is distinct from ${sessions.address}) from ${sessions} as earlier
  where earlier.operator_id = ${sessions.operatorId} and earlier.created_at < ${sessions.createdAt}
), false)`;

/** A person's sessions that hold, the one last seen first; `current`: the one that asks. */
export async function openSessionsOf(operatorId: string, current: string): Promise<OpenSession[]> {
  const rows = await db()
    .select({ session: sessions, newAddress })
    .from(sessions)
    .innerJoin(operators, eq(operators.id, sessions.operatorId))
    .where(and(eq(sessions.operatorId, operatorId), sessionHolds))
    .orderBy(desc(sessions.lastSeenAt));
  return rows.map(({ newAddress, session: { id, method, address, userAgent, createdAt, lastSeenAt } }) => ({
    id,
    method,
    address,
    agent: userAgent,
    current: id === current,
    newAddress,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }));
}

/** Theme and density of whoever looks, rendered with the page so that nothing flashes; `now`: the server's time, epoch ms. */
export async function pageStyle(): Promise<{ theme: string; density: string; now: number }> {
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const who = await identify((name) => jar.get(name)?.value, originOf(head)).catch(() => null);
  const look = who === null ? { theme: 'system', density: 'compact' } : readPreferences(who);
  return { theme: look.theme, density: look.density, now: databaseNow() };
}
