import 'server-only';
import { createHash } from 'node:crypto';
import { desc, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#lib/db/client.ts';
import { clockReading } from '#lib/db/clock.ts';
import { auditLog } from '#lib/db/schema/audit.ts';
import { cut, wellFormedJson } from '#lib/text.ts';

/** One thing somebody did or was refused. Ids and masked values only: never a secret, never personal data. */
export type AuditEntry = {
  operatorId: string | null;
  accountId: string | null;
  action: string;
  target?: string | null;
  result: 'ok' | 'refused' | 'failed';
  before?: unknown;
  after?: unknown;
  address?: string | null;
  userAgent?: string | null;
  providerRequestId?: string | null;
};

const CHAIN_LOCK = 748_024;
/** Stands before the first entry. */
export const FIRST_HASH = '0'.repeat(64);

/** Appends within the caller's transaction, so that a change and its entry are kept or lost together. */
export async function appendAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  // The chain has one end: whoever extends it goes alone until its transaction is over. The clock is read after the wait.
  const { rows } = (await tx.execute(
    sql`select pg_advisory_xact_lock(${CHAIN_LOCK}), ${clockReading} as ms`,
  )) as unknown as { rows: [{ ms: number }] };
  const [last] = await tx
    .select({ seq: auditLog.seq, hash: auditLog.hash })
    .from(auditLog)
    .orderBy(desc(auditLog.seq))
    .limit(1);
  const row = {
    seq: (last?.seq ?? 0) + 1,
    at: new Date(rows[0].ms),
    ...asStored(entry),
    previousHash: last?.hash ?? FIRST_HASH,
  };
  await tx.insert(auditLog).values({ ...row, hash: hashOf(row) });
}

/** Appends on its own, where nothing else changes (a refusal, a read that must be known). */
export async function audit(database: Database, entry: AuditEntry): Promise<void> {
  await database.transaction((tx) => appendAudit(tx, entry));
}

/** As it will be read again, so that the hash made now is the one found then: well-formed, and plain JSON. */
function asStored(entry: AuditEntry) {
  const plain = JSON.parse(wellFormedJson(JSON.stringify(entry))) as AuditEntry;
  const { operatorId, accountId, action, result, userAgent } = plain;
  return {
    operatorId,
    accountId,
    action,
    result,
    target: plain.target ?? null,
    before: plain.before ?? null,
    after: plain.after ?? null,
    address: plain.address ?? null,
    userAgent: userAgent == null ? null : cut(userAgent, 300),
    providerRequestId: plain.providerRequestId ?? null,
  };
}

type Hashed = Omit<typeof auditLog.$inferSelect, 'hash'>;

/** What `hash` must be for this row after `previousHash`. */
export function hashOf(row: Hashed): string {
  return createHash('sha256')
    .update(canonical({ ...row, at: row.at.toISOString() }))
    .digest('hex');
}

/** The same text for the same value, whatever order the database gives keys back in. */
function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`;
}
