import 'server-only';
import { createHash } from 'node:crypto';
import { desc, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#lib/db/client.ts';
import { auditLog } from '#lib/db/schema/audit.ts';

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
const FIRST_HASH = '0'.repeat(64);

/** Appends within the caller's transaction, so that a change and its entry are kept or lost together. */
export async function appendAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  // The chain has one end: whoever extends it goes alone until its transaction is over.
  await tx.execute(sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`);
  const [last] = await tx
    .select({ seq: auditLog.seq, hash: auditLog.hash })
    .from(auditLog)
    .orderBy(desc(auditLog.seq))
    .limit(1);
  const row = {
    seq: (last?.seq ?? 0) + 1,
    at: new Date(),
    operatorId: entry.operatorId,
    accountId: entry.accountId,
    action: entry.action,
    target: entry.target ?? null,
    result: entry.result,
    before: entry.before ?? null,
    after: entry.after ?? null,
    address: entry.address ?? null,
    userAgent: entry.userAgent?.slice(0, 300) ?? null,
    providerRequestId: entry.providerRequestId ?? null,
    previousHash: last?.hash ?? FIRST_HASH,
  };
  await tx.insert(auditLog).values({ ...row, hash: hashOf(row) });
}

/** Appends on its own, where nothing else changes (a refusal, a read that must be known). */
export async function audit(database: Database, entry: AuditEntry): Promise<void> {
  await database.transaction((tx) => appendAudit(tx, entry));
}

type Hashed = Omit<typeof auditLog.$inferSelect, 'hash'>;

function hashOf(row: Hashed): string {
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

/** Walks the chain; null when it holds, else the first entry that does not. */
export async function brokenAuditEntry(database: Database): Promise<number | null> {
  let previous = FIRST_HASH;
  let after = 0;
  for (;;) {
    const rows = await database
      .select()
      .from(auditLog)
      .where(sql`${auditLog.seq} > ${after}`)
      .orderBy(auditLog.seq)
      .limit(500);
    if (rows.length === 0) return null;
    for (const { hash, ...row } of rows) {
      if (row.seq !== after + 1 || row.previousHash !== previous || hashOf(row) !== hash) return row.seq;
      previous = hash;
      after = row.seq;
    }
  }
}
