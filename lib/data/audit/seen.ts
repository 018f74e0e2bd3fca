import 'server-only';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { eq } from 'drizzle-orm';
import { settings } from '#lib/core/env/settings.ts';
import { orNull } from '#lib/core/errors.ts';
import { log } from '#lib/core/log.ts';
import { perProcess } from '#lib/core/per-process.ts';
import { type Head, isHeadValid } from '#lib/data/audit/chain.ts';
import { db } from '#lib/data/client.ts';
import { auditHead, auditLog } from '#lib/data/schema/audit.ts';

/** The newest head that this instance saw, in its data folder: a restored older database is detected. */
type Seen = { newest: { file: string; head: Head | null } | null; timer: NodeJS.Timeout | undefined };
const state = () => perProcess('guicheAuditSeen', (): Seen => ({ newest: null, timer: undefined }));
const DELAY_MS = 500;

/** The head without its row's other columns. */
const bare = ({ seq, hash, keyedFrom, mac }: Head): Head => ({ seq, hash, keyedFrom, mac });

export const seenHead = (): Head | null => opened().head;

/** Stores a head whose chain contains the last seen one. Never throws: without the file, work continues. */
export function storeSeenHead(head: Head): void {
  const seen = opened();
  if (seen.head !== null && seen.head.seq >= head.seq) return;
  seen.head = bare(head);
  write(seen.file, seen.head);
}

/** Stores a restored database's head. Returns the newest number seen before if the chain ends earlier. */
export function storeRestoredHead(
  head: Head,
  { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string },
): number | null {
  const file = fileOf(dataDir, databaseUrl);
  const before = read(file)?.seq ?? 0;
  write(file, bare(head));
  state().newest = null;
  return before > head.seq ? before : null;
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
  const here = state();
  here.timer ??= setTimeout(() => {
    here.timer = undefined;
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
  const here = state();
  if (here.newest?.file !== file) here.newest = { file, head: read(file) };
  return here.newest;
}

/** A data folder may have served several databases; each has its own chain and file. */
function fileOf(dataDir: string, databaseUrl: string | null): string {
  if (databaseUrl === null) return join(dataDir, 'audit-head-embedded');
  const { host, pathname } = new URL(databaseUrl);
  const name = createHash('sha256').update(`${host}${pathname}`).digest('hex').slice(0, 12);
  return join(dataDir, `audit-head-${name}`);
}

const read = (file: string): Head | null =>
  orNull(() => {
    const head = bare(JSON.parse(readFileSync(file, 'utf8')) as Head);
    return isHeadValid(head) ? head : null;
  });
