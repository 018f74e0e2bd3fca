import 'server-only';
import { sql } from 'drizzle-orm';
import type { AuditAction } from '#lib/audit-log/actions.ts';
import { cut, wellFormedJson } from '#lib/core/text.ts';
import { FIRST_HASH, type Head, hashOf, isHeadValid, sealHead } from '#lib/data/audit/chain.ts';
import { storeHeadSoon } from '#lib/data/audit/seen.ts';
import { beforeCommit, type Database, rowsOf, type Transaction } from '#lib/data/client.ts';
import { clockReading } from '#lib/data/clock.ts';
import { auditHead, auditLog } from '#lib/data/schema/audit.ts';

/** One action that a person did or was refused: ids and masked values, no secret, no personal data. */
export type AuditEntry = {
  /** Absent: Guichê itself, or whoever uses its terminal. */
  operatorId?: string | null;
  accountId?: string | null;
  action: AuditAction;
  target?: string | null;
  /** Absent: `ok`. */
  result?: 'ok' | 'refused' | 'failed';
  before?: unknown;
  after?: unknown;
  address?: string | null;
  userAgent?: string | null;
  session?: string | null;
  providerRequestId?: string | null;
};

/** What a caller reports of an action; the caller's context adds who did it, and from where. */
export type AuditNote = Omit<AuditEntry, 'operatorId' | 'address' | 'userAgent' | 'session'>;

const CHAIN_LOCK = 748_024;
/** The session's name in the log: the first six characters of its id. */
export const sessionMark = (sessionId: string): string => sessionId.slice(0, 6);

/**
 * Appends in the caller's transaction, right before its commit and after every row lock, so that a change and
 * its entry commit or roll back together, wherever the call stands.
 */
export async function appendAudit(tx: Transaction, entry: AuditEntry): Promise<void> {
  const stored = asStored(entry);
  await beforeCommit(tx, () => appendStored(tx, stored));
}

/** The same for an action of a signed-in caller. */
export const auditBy = (
  tx: Transaction,
  by: { auditEntry: (note: AuditNote) => AuditEntry },
  note: AuditNote,
): Promise<void> => appendAudit(tx, by.auditEntry(note));

/** Appends at once: for a caller that read the chain's end in this transaction and locks nothing later. */
export const appendAuditNow = (tx: Transaction, entry: AuditEntry): Promise<void> =>
  appendStored(tx, asStored(entry));

async function appendStored(tx: Transaction, stored: ReturnType<typeof asStored>): Promise<void> {
  // The lock lets one transaction at a time extend the chain. The clock is read after the wait for it.
  const locked = sql`select pg_advisory_xact_lock(${CHAIN_LOCK}), ${clockReading} as ms`;
  const [{ ms }] = (await rowsOf(locked, tx)) as [{ ms: number }];
  const end = await chainEnd(tx);
  const row = {
    seq: end.seq + 1,
    // An entry is never older than the one before it, even if the clock was set back.
    at: new Date(Math.max(ms, end.at)),
    ...stored,
    previousHash: end.hash,
  };
  const hash = hashOf(row);
  await tx.insert(auditLog).values({ ...row, hash });
  const next = sealHead({ seq: row.seq, hash, keyedFrom: end.keyedFrom });
  // Appending does not repair a broken end: without a MAC the next verification still finds it.
  const head = end.sound ? next : { ...next, mac: '' };
  await tx
    .insert(auditHead)
    .values({ id: 'head', ...head })
    .onConflictDoUpdate({ target: auditHead.id, set: head });
  storeHeadSoon();
}

/** Appends in a transaction of its own: a refusal, or a read that must be logged. */
export async function audit(database: Database, entry: AuditEntry): Promise<void> {
  await database.transaction((tx) => appendAudit(tx, entry));
}

type End = Omit<Head, 'mac'> & { at: number; sound: boolean };
type Read = {
  seq: string | number | null;
  hash: string | null;
  ms: number | null;
  headSeq: string | number | null;
  headHash: string | null;
  keyedFrom: string | number | null;
  mac: string | null;
};

/** Where the next entry goes: after the head, even if entries before it are missing: the gap stays. */
async function chainEnd(tx: Transaction): Promise<End> {
  const ends = sql`
    select l.seq, l.hash, extract(epoch from l.at)::float8 * 1000 as ms,
      h.seq as "headSeq", h.hash as "headHash", h.keyed_from as "keyedFrom", h.mac
    from (select 1) one
    left join (select seq, hash, at from audit_log order by seq desc limit 1) l on true
    left join audit_head h on true`;
  const [read] = (await rowsOf(ends, tx)) as [Read];
  const last = { seq: Number(read.seq ?? 0), hash: read.hash ?? FIRST_HASH };
  const at = Math.round(read.ms ?? 0);
  if (read.headSeq === null) {
    // No head: this is the first entry with a key, or the head was deleted.
    return { ...last, keyedFrom: last.seq + 1, at, sound: !last.hash.includes('.') };
  }
  const head: Head = {
    seq: Number(read.headSeq),
    hash: read.headHash ?? '',
    keyedFrom: Number(read.keyedFrom),
    mac: read.mac ?? '',
  };
  const sound = isHeadValid(head) && head.seq >= last.seq;
  return { ...(head.seq >= last.seq ? head : last), keyedFrom: head.keyedFrom, at, sound };
}

/** The entry as the database returns it (well-formed text, plain JSON), so that its hash stays the same. */
function asStored(entry: AuditEntry) {
  const plain = JSON.parse(wellFormedJson(JSON.stringify(entry))) as AuditEntry;
  const { action, userAgent } = plain;
  return {
    operatorId: plain.operatorId ?? null,
    accountId: plain.accountId ?? null,
    action,
    result: plain.result ?? 'ok',
    target: plain.target ?? null,
    before: plain.before ?? null,
    after: plain.after ?? null,
    address: plain.address ?? null,
    userAgent: userAgent == null ? null : cut(userAgent, 300),
    session: plain.session ?? null,
    providerRequestId: plain.providerRequestId ?? null,
  };
}
