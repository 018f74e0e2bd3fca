import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { perProcess } from '#lib/core/per-process.ts';
import { FOREIGN_SILENCE_MS, isElsewhere, takeLock } from '#lib/data/lock-file.mjs';

/** The data folder cannot be used. The message is one sentence for the person who started Guichê. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

export type DataLock = { release: () => void };

/** The start script and the bundled server are two copies of this module in one process. */
const locks = () => perProcess('guicheDataLocks', () => new Map<string, DataLock>());

/**
 * Creates and locks the folder for this process: a second one would lose rows of the embedded database.
 * Repeats return the same lock. Throws DataFolderError if it is locked or cannot be written.
 */
export async function acquireDataLock(dir: string): Promise<DataLock> {
  const folder = resolve(dir);
  const existing = locks().get(folder);
  if (existing !== undefined) return existing;
  const release = await take(folder, dir);
  const lock = {
    release: () => {
      locks().delete(folder);
      release();
    },
  };
  locks().set(folder, lock);
  return lock;
}

async function take(folder: string, shown: string): Promise<() => void> {
  const until = Date.now() + FOREIGN_SILENCE_MS + 2_000;
  for (;;) {
    const taken = attempt(folder, shown);
    if (taken.release !== null) return taken.release;
    // After a crash in a container, only its silence shows that a lock's process is gone.
    if (!isElsewhere(taken.holder) || Date.now() > until) {
      const who = taken.holder.pid > 0 ? `another Guichê process (${taken.holder.pid})` : 'another process';
      throw new DataFolderError(
        `The data folder ${shown} is in use by ${who}: stop it, or name another folder in GUICHE_DATA_DIR.`,
      );
    }
    await sleep(500);
  }
}

function attempt(folder: string, shown: string): ReturnType<typeof takeLock> {
  try {
    makeFolder(folder);
    return takeLock(join(folder, 'lock'), () => endAtOnce(shown));
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
    throw new DataFolderError(
      `The data folder ${shown} cannot be written (${code}): allow it, or name another folder in GUICHE_DATA_DIR.`,
    );
  }
}

/** Exits without a clean shutdown: further writes would be lost or would corrupt the other process's data. */
function endAtOnce(shown: string): void {
  process.stderr.write(
    `The data folder ${shown} was taken over by another process while this one stood still: it ends.\n`,
  );
  process.exit(1);
}

/** Level by level: Node's recursive mkdir never returns where a new folder answers ENOENT (/proc). */
function makeFolder(folder: string): void {
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  }
}
