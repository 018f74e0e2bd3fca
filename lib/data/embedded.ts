import { statfsSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { GuicheError } from '#lib/core/errors.ts';

/**
 * The embedded engine writes its log in files of 16 MB. Where the disk refuses the next one it neither fails nor ends,
 * it spins, and the process with it; so nothing reaches it while less than three of them have room.
 */
const LEAST_BYTES = 3 * 16 * 1024 * 1024;
const LOOK_MS = 1_000;

/**
 * Its own 128 MB of buffers are touched as a whole at each opening, a second on a slow machine, and hold what the
 * operating system keeps a second time.
 */
const BUFFERS = ['-c', 'shared_buffers=32MB'];

/** The embedded engine on this folder, which waits while the folder's disk is full. */
export async function openEngine(folder: string): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite');
  const engine = await PGlite.create(folder, { startParams: [...PGlite.defaultStartParams, ...BUFFERS] });
  guardDisk(engine, folder);
  return engine;
}

/** Has the engine's calls fail with `unavailable` while its folder's disk is full; they go again once there is room. */
export function guardDisk(engine: PGlite, folder: string): void {
  const demandRoom = roomIn(folder);
  for (const name of ['query', 'exec', 'transaction'] as const) {
    const call = engine[name].bind(engine) as (...given: unknown[]) => Promise<unknown>;
    Object.assign(engine, {
      [name]: async (...given: unknown[]) => {
        demandRoom();
        return call(...given);
      },
    });
  }
}

function roomIn(folder: string): () => void {
  let looked = Number.NEGATIVE_INFINITY;
  let full = false;
  return () => {
    const now = performance.now();
    if (now - looked >= LOOK_MS) {
      looked = now;
      const { bavail, bsize } = statfsSync(folder);
      const room = bavail * bsize;
      if (room < LEAST_BYTES && !full)
        process.emitWarning(`The data folder's disk has ${room} bytes left: the database waits for more.`);
      full = room < LEAST_BYTES;
    }
    if (full) throw new GuicheError('unavailable', 'The disk of the data folder is full.');
  };
}
