import 'server-only';
import type { Ctx } from '#lib/api/context.ts';
import { lastVerdict } from '#lib/audit/verify.ts';
import { certificateTerm } from '#lib/card/certificate-term.ts';
import { databaseNow } from '#lib/db/clock.ts';
import { monitorOf } from '#lib/http/health.ts';
import { inLane } from '#lib/jobs/server/lanes.ts';
import type { Health } from '#lib/overview/contract.ts';
import { CONTRACT_WAITS, probeContract } from '#lib/providers/contract-probe.ts';

/**
 * The provider's health by this process's own calls, and its own certificate's term. Asks nobody, but begins the probe
 * that lifts the block of a contract which is signed by now.
 */
export async function getHealth({ ctx }: { ctx: Ctx }): Promise<Health> {
  const own = ctx.port.certificate?.() ?? null;
  const certificate = own === null ? null : certificateTerm(own, databaseNow());
  const audit = ctx.permissions.has('manage') ? await lastVerdict() : null;
  const auditBroken = audit === null || audit.intact ? null : (audit.firstBroken ?? audit.entries);
  const host = URL.canParse(ctx.account.baseUrl) ? new URL(ctx.account.baseUrl).host : ctx.account.baseUrl;
  const health = monitorOf(ctx.account.id).health();
  if (health.blockedBy === CONTRACT_WAITS)
    inLane(`contract ${ctx.account.id}`, () => probeContract(ctx.account.id, ctx.port, Date.now()));
  return { ...health, certificate, auditBroken, host };
}
