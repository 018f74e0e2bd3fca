import 'server-only';
import type { OperatorCtx } from '#lib/api/context.ts';
import type { Endpoint } from '#lib/api/endpoint.ts';
import { auditOnce } from '#lib/api/steps/audit-once.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import { isWithin, needsFactor, readPolicies } from '#lib/auth/server/policies.ts';
import { proofUntil } from '#lib/auth/server/session.ts';
import { GuicheError } from '#lib/core/errors.ts';

/** Step "permission" of `serve`. */
export async function authorize(endpoint: Endpoint, key: string, ctx: OperatorCtx): Promise<void> {
  if (endpoint.permission === null || endpoint.permission === 'signed-in') return;
  await requirePermission(ctx, endpoint.permission, key);
}

/**
 * Throws `forbidden` without the permission and audits the attempt. For a verb that requires more than its
 * endpoint.
 */
export async function requirePermission(
  ctx: Pick<OperatorCtx, 'permissions' | 'audit' | 'sessionId'>,
  needed: Permission,
  target: string,
): Promise<void> {
  if (ctx.permissions.has(needed)) return;
  await auditOnce(ctx, { action: 'permission', target, after: { needed } });
  throw new GuicheError('forbidden', `The permission ${needed} is missing.`);
}

/**
 * Step "policies": allowed network, and a second factor where required (single sign-on has its own). Throws
 * `forbidden` or `second_factor_required`.
 */
export async function requirePolicies(who: OperatorCtx, enrols = false): Promise<void> {
  const { allowedNetworks } = await readPolicies();
  if (!isWithin(allowedNetworks, who.request.address)) {
    await auditOnce(who, { action: 'permission', target: 'network', after: { needed: 'network' } });
    throw new GuicheError('forbidden', 'From this network nobody signs in.');
  }
  if (!enrols && (await lacksFactor(who)))
    throw new GuicheError('second_factor_required', 'A second factor has to be set up first.');
}

export async function lacksFactor({ operator, method }: OperatorCtx): Promise<boolean> {
  return needsFactor(await readPolicies(), { method, factors: operator.factors });
}

/**
 * Step "step-up": requires a proof of identity from the last ten minutes; without one it audits the attempt.
 */
export async function requireFreshProof(ctx: OperatorCtx, target: string): Promise<void> {
  if ((await proofUntil(ctx.sessionId)) !== null) return;
  await auditOnce(ctx, { action: 'step-up-needed', target });
  throw new GuicheError('step_up_required', 'The last proof of identity is older than ten minutes.');
}
