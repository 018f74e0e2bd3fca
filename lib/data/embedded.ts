import { statfsSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { GuicheError } from '#lib/core/errors.ts';

/** Least free bytes for the engine's calls: if the disk refuses its next 16 MB log file, it loops forever. */
const LEAST_BYTES = 3 * 16 * 1024 * 1024;
const CHECK_MS = 1_000;

/** The default 128 MB of buffers cost 1 s at each opening and duplicate the operating system's cache. */
const BUFFERS = ['-c', 'shared_buffers=32MB'];

/** Opens the embedded engine on this folder and guards it against a full disk. */
export async function openEngine(folder: string): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite');
  const engine = await PGlite.create(folder, { startParams: [...PGlite.defaultStartParams, ...BUFFERS] });
  guardDisk(engine, folder);
  return engine;
}

/** Makes the engine's calls fail with `unavailable` while its folder's disk is full. */
export function guardDisk(engine: PGlite, folder: string): void {
  const assertSpace = spaceGuard(folder);
  for (const name of ['query', 'exec', 'transaction'] as const) {
    const call = engine[name].bind(engine) as (...args: unknown[]) => Promise<unknown>;
    Object.assign(engine, {
      [name]: async (...args: unknown[]) => {
        assertSpace();
        return call(...args);
      },
    });
  }
}

function spaceGuard(folder: string): () => void {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let full = false;
  return () => {
    const now = performance.now();
    if (now - checkedAt >= CHECK_MS) {
      checkedAt = now;
      const { bavail, bsize } = statfsSync(folder);
      const free = bavail * bsize;
      if (free < LEAST_BYTES && !full)
        process.emitWarning(`The data folder's disk has ${free} bytes left: the database waits for more.`);
      full = free < LEAST_BYTES;
    }
    if (full) throw new GuicheError('unavailable', 'The disk of the data folder is full.');
  };
}
