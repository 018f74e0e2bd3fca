import 'server-only';
import type { OperatorCtx } from '#lib/api/context.ts';
import type { Endpoint } from '#lib/api/endpoint.ts';
import { proofUntil } from '#lib/auth/server/session.ts';
import { GuicheError } from '#lib/errors.ts';

/** Step "permission": a refusal is audited with what was tried. */
export async function authorize(endpoint: Endpoint, key: string, ctx: OperatorCtx): Promise<void> {
  if (endpoint.permission === null || endpoint.permission === 'signed-in') return;
  if (ctx.permissions.has(endpoint.permission)) return;
  await ctx.audit({
    action: 'permission',
    target: key,
    result: 'refused',
    after: { needed: endpoint.permission },
  });
  throw new GuicheError('forbidden', `The permission ${endpoint.permission} is missing.`);
}

/** Step "step-up": the operator proved who they are within the last ten minutes. */
export async function requireFreshProof({ sessionId }: OperatorCtx): Promise<void> {
  if ((await proofUntil(sessionId)) === null)
    throw new GuicheError('step_up_required', 'The last proof of identity is older than ten minutes.');
}
