import 'server-only';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { eq } from 'drizzle-orm';
import { settings } from '#lib/core/env/settings.ts';
import { log } from '#lib/core/log.ts';
import { type Head, isHeadValid } from '#lib/data/audit/chain.ts';
import { db } from '#lib/data/client.ts';
import { auditHead, auditLog } from '#lib/data/schema/audit.ts';

/**
 * The newest head of the chain that this instance has seen, stored in its data folder. Whoever can write only
 * the database cannot change it, so a restored older database is detected.
 */
const processState = globalThis as {
  guicheAuditSeen?: { file: string; head: Head | null };
  guicheAuditTimer?: NodeJS.Timeout;
};
const DELAY_MS = 500;

export function seenHead(): Head | null {
  return opened().head;
}

/**
 * Stores a head as the newest seen. The caller checks that its chain contains the one seen before. Never
 * throws: without the file, work continues.
 */
export function storeSeenHead({ seq, hash, keyedFrom, mac }: Head): void {
  const seen = opened();
  const head = { seq, hash, keyedFrom, mac };
  if (seen.head !== null && seen.head.seq >= seq) return;
  seen.head = head;
  write(seen.file, head);
}

/**
 * After a restore into an empty database, stores its head, even if a newer one was seen for this database.
 * Returns the number of the newest entry seen before if the restored chain ends earlier, else null.
 */
export function storeRestoredHead(
  { seq, hash, keyedFrom, mac }: Head,
  { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string },
): number | null {
  const file = fileOf(dataDir, databaseUrl);
  const before = read(file)?.seq ?? 0;
  write(file, { seq, hash, keyedFrom, mac });
  delete processState.guicheAuditSeen;
  return before > seq ? before : null;
}

function write(file: string, head: Head): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.new`, JSON.stringify(head), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch (error) {
    log().warn({ err: error, file }, 'the head of the audit log could not be kept in the data folder');
  }
}

/** Stores the head shortly after an append, when its transaction has committed or rolled back. */
export function storeHeadSoon(): void {
  processState.guicheAuditTimer ??= setTimeout(() => {
    delete processState.guicheAuditTimer;
    // Everything else reports a database that does not answer.
    storeHead().catch(() => undefined);
  }, DELAY_MS).unref();
}

/** Skips a head whose chain lacks the one seen before: the next verification reports it. */
async function storeHead(): Promise<void> {
  const [head] = await db().select().from(auditHead);
  if (head === undefined || !isHeadValid(head)) return;
  if (await isSeenHeadInLog()) storeSeenHead(head);
}

/** True if the log still contains the newest head that this instance has seen. */
export async function isSeenHeadInLog(): Promise<boolean> {
  const seen = seenHead();
  if (seen === null) return true;
  const [row] = await db().select({ hash: auditLog.hash }).from(auditLog).where(eq(auditLog.seq, seen.seq));
  return row?.hash === seen.hash;
}

function opened() {
  const { dataDir, databaseUrl } = settings();
  const file = fileOf(dataDir, databaseUrl);
  if (processState.guicheAuditSeen?.file !== file) processState.guicheAuditSeen = { file, head: read(file) };
  return processState.guicheAuditSeen;
}

/** A data folder may have served several databases; each has its own chain and file. */
function fileOf(dataDir: string, databaseUrl: string | null): string {
  if (databaseUrl === null) return join(dataDir, 'audit-head-embedded');
  const { host, pathname } = new URL(databaseUrl);
  const name = createHash('sha256').update(`${host}${pathname}`).digest('hex').slice(0, 12);
  return join(dataDir, `audit-head-${name}`);
}

function read(file: string): Head | null {
  try {
    const { seq, hash, keyedFrom, mac } = JSON.parse(readFileSync(file, 'utf8')) as Head;
    const head = { seq, hash, keyedFrom, mac };
    return isHeadValid(head) ? head : null;
  } catch {
    return null;
  }
}
