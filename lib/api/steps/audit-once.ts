import 'server-only';
import type { AuditNote, Ctx, OperatorCtx } from '#lib/api/context.ts';
import { RepeatedRefusals } from '#lib/data/audit/repeated.ts';

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
