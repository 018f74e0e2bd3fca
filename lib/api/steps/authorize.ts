import 'server-only';
import type { AuditNote, Ctx, OperatorCtx } from '#lib/api/context.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import { isWithin, needsFactor, readPolicies } from '#lib/auth/server/policies.ts';
import { proofUntil } from '#lib/auth/server/session.ts';
import { settings } from '#lib/core/env/settings.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { RepeatedRefusals } from '#lib/data/rate-limit/refusals.ts';

/** Step "permission", also for verbs that require more than their endpoint: `forbidden`, and audited. */
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
 * Step "policies": network and second factor (single sign-on has its own). Throws `forbidden` or
 * `second_factor_required`.
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

/** Step "step-up": requires a proof of identity from the last ten minutes; audits a missing one. */
export async function requireFreshProof(ctx: OperatorCtx, target: string): Promise<void> {
  if ((await proofUntil(ctx.sessionId)) !== null) return;
  await auditOnce(ctx, { action: 'step-up-needed', target });
  throw new GuicheError('step_up_required', 'The last proof of identity is older than ten minutes.');
}

const refusals = new RepeatedRefusals({ mostOfOne: 200, most: 20_000 });

/** Audits a refusal that a caller can repeat: at most once in ten minutes per session. */
export async function auditOnce(
  ctx: Pick<OperatorCtx, 'sessionId' | 'audit'> & Partial<Pick<Ctx, 'operator' | 'account'>>,
  note: AuditNote,
): Promise<void> {
  const what = JSON.stringify([ctx.account?.id, note.action, note.target, note.after]);
  if (refusals.isNews(JSON.stringify([ctx.operator?.id, ctx.sessionId]), what))
    await ctx.audit({ result: 'refused', ...note });
}

/** Step "origin": a changing call must come from Guichê's own pages. */
export function checkOrigin(method: string, headers: Headers): void {
  if (method === 'GET') return;
  const origin = headers.get('origin');
  const { url, urlIsDefault } = settings();
  if (origin === url) return;
  // Without GUICHE_URL, 127.0.0.1 and localhost are the same origin.
  if (urlIsDefault && origin === url.replace('//localhost', '//127.0.0.1')) return;
  throw new GuicheError('forbidden', 'The call does not come from this product’s own page.');
}
