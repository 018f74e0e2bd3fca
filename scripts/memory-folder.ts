import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';

const SHARED = '/dev/shm';
/** The tests of one run keep less than 2 GB at a time. */
const ROOM = 4 * 1024 ** 3;

/**
 * Puts what tests write for themselves into memory, where the machine keeps a folder there that programs may run from:
 * on a disk each of a database's 1,266 files takes a millisecond of the processor. Who sets TMPDIR has chosen.
 */
export function writeIntoMemory(): void {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return;
  const folder = mkdtempSync(`${SHARED}/guiche-`);
  // PostgreSQL runs as another user, in a folder of its own below.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.once('exit', () =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  );
}

function hasRoom(): boolean {
  try {
    const mounted = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === SHARED);
    const { bavail, bsize } = statfsSync(SHARED);
    const runs = mounted?.startsWith('tmpfs ') === true && !/\bnoexec\b/.test(mounted.split(' ')[3] ?? '');
    return runs && Math.min(bavail * bsize, freemem()) > ROOM;
  } catch {
    return false;
  }
}
