import 'server-only';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { eq } from 'drizzle-orm';
import { settings } from '#lib/core/env/settings.ts';
import { log } from '#lib/core/log.ts';
import { type Head, headHolds } from '#lib/data/audit/chain.ts';
import { db } from '#lib/data/client.ts';
import { auditHead, auditLog } from '#lib/data/schema/audit.ts';

/**
 * The greatest head of the chain that this instance has seen, in its data folder: out of reach of who can only write
 * the database, so that an older state of it, put back whole, is still told.
 */
const processState = globalThis as {
  guicheAuditSeen?: { file: string; head: Head | null };
  guicheAuditLook?: NodeJS.Timeout;
};
const LOOK_MS = 500;

export function seenHead(): Head | null {
  return opened().head;
}

/** Only for one that follows on what was seen before. Never throws: without the file work goes on. */
export function rememberHead({ seq, hash, keyedFrom, mac }: Head): void {
  const seen = opened();
  const head = { seq, hash, keyedFrom, mac };
  if (seen.head !== null && seen.head.seq >= seq) return;
  seen.head = head;
  write(seen.file, head);
}

/**
 * Takes what was put into an empty database on purpose as its beginning, also where more was seen under its
 * name. Gives the number of the greatest entry seen then, where this head leaves some out.
 */
export function rememberRestored(
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

/** Once what was appended is committed, or is not. */
export function lookAtHeadSoon(): void {
  processState.guicheAuditLook ??= setTimeout(() => {
    delete processState.guicheAuditLook;
    // A database that does not answer is told by everything else.
    lookAtHead().catch(() => undefined);
  }, LOOK_MS).unref();
}

/** One that leaves out what was seen before is not taken for the greatest: the next verification names it. */
async function lookAtHead(): Promise<void> {
  const [head] = await db().select().from(auditHead);
  if (head === undefined || !headHolds(head)) return;
  if (await seenStands()) rememberHead(head);
}

/** Tells if the greatest head that this instance has seen is still part of the log. */
export async function seenStands(): Promise<boolean> {
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

/** One folder may have served several databases; each has its own chain. */
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
    return headHolds(head) ? head : null;
  } catch {
    return null;
  }
}
