import 'server-only';
import { eq } from 'drizzle-orm';
import { proofUpTo } from '#lib/audit/proof.ts';
import { lastVerdict } from '#lib/audit/verify.ts';
import { db } from '#lib/db/client.ts';
import { auditLog } from '#lib/db/schema/audit.ts';
import { operations } from '#lib/db/schema/operations.ts';
import { GuicheError } from '#lib/errors.ts';
import { attemptsOf } from '#lib/operations/server/get-operation.ts';
import type { KeptProblem } from '#lib/operations/server/settle.ts';
import type { AuditDetail } from '#lib/trail/contract.ts';
import { linesOf } from '#lib/trail/server/lines.ts';

/** One entry with everything that is stored of it; `not_found` for a number that there is not. */
export async function getEntry(id: string): Promise<AuditDetail> {
  const seq = /^\d{1,15}$/.test(id) ? Number(id) : 0;
  const [[row], verdict] = await Promise.all([
    db().select().from(auditLog).where(eq(auditLog.seq, seq)),
    lastVerdict(),
  ]);
  const [line] = row === undefined ? [] : await linesOf([row]);
  if (row === undefined || line === undefined) throw new GuicheError('not_found', 'No such entry.');
  const [proof, calls] = await Promise.all([
    proofUpTo(row),
    line.operation === null ? null : callsOf(line.operation),
  ]);
  const { before, after, address, userAgent, session, providerRequestId, previousHash, hash } = row;
  const stored = { before, after, address, userAgent, session, providerRequestId, previousHash, hash };
  return { entry: { ...line, ...stored }, proof, calls, verdict };
}

/** The operation keeps the status of its last answer alone, and only where that was a refusal. */
async function callsOf(operation: string): Promise<AuditDetail['calls']> {
  const [attempts, [kept]] = await Promise.all([
    attemptsOf(operation),
    db().select({ problem: operations.problem }).from(operations).where(eq(operations.id, operation)),
  ]);
  const provider = (kept?.problem as KeptProblem | null | undefined)?.provider;
  return attempts.map((attempt) => ({
    ...attempt,
    status:
      provider?.requestId != null && provider.requestId === attempt.providerRequestId
        ? (provider.status ?? null)
        : null,
  }));
}
