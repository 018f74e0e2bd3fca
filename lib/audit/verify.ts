import 'server-only';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { count, gt } from 'drizzle-orm';
import { FIRST_HASH, hashOf } from '#lib/audit/append.ts';
import type { AuditVerdict } from '#lib/audit/contract.ts';
import { db } from '#lib/db/client.ts';
import { auditLog } from '#lib/db/schema/audit.ts';
import { log } from '#lib/log.ts';
import { onShutdown } from '#lib/shutdown.ts';

const AT_ONCE = 500;

const kept = globalThis as { guicheAuditVerdict?: AuditVerdict };

/**
 * Walks the chain of audit entries from its first one, a few hundred in memory at a time, and keeps the verdict for
 * `lastVerdict`. Entries that are cut off at its end leave no trace in it. Throws the abort's reason.
 */
export async function verifyAudit(signal?: AbortSignal): Promise<AuditVerdict> {
  const verdict = await walk(signal);
  if (!verdict.intact) log().error(verdict, 'the audit log was changed: its chain does not hold');
  kept.guicheAuditVerdict = verdict;
  return verdict;
}

/** What the last verification of this process found; null before the first ended. */
export const lastVerdict = (): AuditVerdict | null => kept.guicheAuditVerdict ?? null;

/** At start, beside everything else: a chain that does not hold is told, and keeps nobody from working. */
export function verifyAtStart(): void {
  const ending = new AbortController();
  const verified = verifyAudit(ending.signal).catch((error: unknown) => {
    if (!ending.signal.aborted) log().error({ err: error }, 'the audit log could not be verified');
  });
  onShutdown('audit verification', () => {
    ending.abort();
    return verified;
  });
}

async function walk(signal: AbortSignal | undefined): Promise<AuditVerdict> {
  let previous = FIRST_HASH;
  let after = 0;
  for (;;) {
    signal?.throwIfAborted();
    const rows = await db()
      .select()
      .from(auditLog)
      .where(gt(auditLog.seq, after))
      .orderBy(auditLog.seq)
      .limit(AT_ONCE);
    for (const { hash, ...row } of rows) {
      if (row.seq !== after + 1 || row.previousHash !== previous || hashOf(row) !== hash)
        return { entries: await entries(), intact: false, firstBroken: row.seq };
      previous = hash;
      after = row.seq;
    }
    if (rows.length < AT_ONCE) return { entries: after, intact: true, firstBroken: null };
    // Hashing keeps the processor: requests come between.
    await nextTurn();
  }
}

async function entries(): Promise<number> {
  const [row] = await db().select({ entries: count() }).from(auditLog);
  return row?.entries ?? 0;
}
