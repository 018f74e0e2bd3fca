import 'server-only';
import { listAccounts } from '#lib/accounts/server/account.ts';
import type { OperatorCtx } from '#lib/api/context.ts';
import { permissionsOn, ROLES } from '#lib/auth/permissions.ts';
import type { Factor } from '#lib/auth/server/factors.ts';
import { proofUntil } from '#lib/auth/server/session.ts';
import { capabilitiesOf } from '#lib/providers/registry.ts';
import type { AccountSummary, Session } from '#lib/session/contract.ts';
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
