import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';

const SHARED = '/dev/shm';
/** The tests of one run store less than 2 GB at a time. */
const MIN_FREE_BYTES = 4 * 1024 ** 3;

/**
 * Stores temporary test files in memory when the machine has such a folder and programs may run from it. On a
 * disk, each of a database's 1,266 files costs a millisecond of CPU. A TMPDIR that is already set wins.
 */
export function writeIntoMemory(): void {
  if (process.env.TMPDIR !== undefined || !hasSpace()) return;
  const folder = mkdtempSync(`${SHARED}/guiche-`);
  // PostgreSQL runs as another user, in its own folder below.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.once('exit', () =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  );
}

function hasSpace(): boolean {
  try {
    const mounted = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === SHARED);
    const { bavail, bsize } = statfsSync(SHARED);
    const runs = mounted?.startsWith('tmpfs ') === true && !/\bnoexec\b/.test(mounted.split(' ')[3] ?? '');
    return runs && Math.min(bavail * bsize, freemem()) > MIN_FREE_BYTES;
  } catch {
    return false;
  }
}
