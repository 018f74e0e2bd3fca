import 'server-only';
import type { OperatorCtx } from '#lib/api/context.ts';
import { Reply } from '#lib/api/reply.ts';
import type { AuditVerdict } from '#lib/core/audit-verdict.ts';
import { sleep } from '#lib/core/http/retry.ts';
import { requestVerification, runningVerification } from '#lib/data/audit/verification.ts';
import { lastVerdict } from '#lib/data/audit/verify.ts';
import { databaseIso } from '#lib/data/clock.ts';

const WAIT_MS = 8_000;
const POLL_MS = 100;

/** Verifies the chain from its first entry. Answers 202 when it still runs after `waitMs`. */
export async function verifyNow({ ctx, waitMs = WAIT_MS }: { ctx: OperatorCtx; waitMs?: number }) {
  const run = await requestVerification(ctx.auditEntry({ action: 'audit.verify' }));
  const until = performance.now() + waitMs;
  for (;;) {
    const running = await runningVerification();
    if (running?.run !== run) return { ...((await lastVerdict()) ?? nothingYet(0)), running: false };
    if (performance.now() >= until) return new Reply(202, { ...nothingYet(running.checked), running: true });
    await sleep(POLL_MS, ctx.signal);
  }
}

const nothingYet = (entries: number): AuditVerdict => ({
  entries,
  intact: true,
  firstBroken: null,
  cause: null,
  at: databaseIso(),
});
