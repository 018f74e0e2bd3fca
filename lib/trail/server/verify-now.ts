import 'server-only';
import type { OperatorCtx } from '#lib/api/context.ts';
import { Reply } from '#lib/api/reply.ts';
import type { AuditVerdict } from '#lib/audit/verdict.ts';
import { beginVerification } from '#lib/audit/verify.ts';
import { databaseNow } from '#lib/db/clock.ts';
import { log } from '#lib/log.ts';

const WAIT_MS = 8_000;

/** Verifies the chain from its first entry on; 202 while that takes longer than a caller waits. */
export async function verifyNow({ ctx, waitMs = WAIT_MS }: { ctx: OperatorCtx; waitMs?: number }) {
  const run = beginVerification();
  const told = run.ended.then(async (verdict) => {
    const { intact, at: _, ...after } = verdict;
    await ctx.audit({ action: 'audit.verify', result: intact ? 'ok' : 'failed', after });
    return verdict;
  });
  // Where the answer does not wait for it, nobody else hears of its failure.
  told.catch((error: unknown) => log().error({ err: error }, 'the audit log could not be verified'));
  const verdict = await Promise.race([told, later(waitMs)]);
  if (verdict !== null) return { ...verdict, running: false };
  const soFar: AuditVerdict = {
    ...{ entries: run.checked, intact: true, firstBroken: null, cause: null },
    at: new Date(databaseNow()).toISOString(),
  };
  return new Reply(202, { ...soFar, running: true });
}

const later = (ms: number) => new Promise<null>((resolve) => setTimeout(resolve, ms, null).unref());
