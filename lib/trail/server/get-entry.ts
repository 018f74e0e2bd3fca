import 'server-only';
import { eq } from 'drizzle-orm';
import { lastVerdict } from '#lib/audit/verify.ts';
import { db } from '#lib/db/client.ts';
import { auditLog } from '#lib/db/schema/audit.ts';
import { GuicheError } from '#lib/errors.ts';
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
  const { before, after, address, userAgent, session, providerRequestId, previousHash, hash } = row;
  const stored = { before, after, address, userAgent, session, providerRequestId, previousHash, hash };
  return { entry: { ...line, ...stored }, verdict };
}
