import 'server-only';
import type { AuditNote, OperatorCtx } from '#lib/api/context.ts';

const AGAIN_MS = 600_000;
const MOST = 2_000;
/** By session and refusal: when it was written last (ms of the clock that only goes forward). */
const told = new Map<string, number>();

/** Writes a refusal that an open page would meet again with each of its calls: once in ten minutes for a session. */
export async function auditOnce(ctx: OperatorCtx, note: AuditNote): Promise<void> {
  const key = JSON.stringify([ctx.sessionId, note.action, note.target, note.after]);
  const last = told.get(key);
  const now = performance.now();
  if (last !== undefined && now - last < AGAIN_MS) return;
  if (told.size >= MOST) told.clear();
  told.set(key, now);
  await ctx.audit({ result: 'refused', ...note });
}
