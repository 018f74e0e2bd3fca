// Plain JavaScript: the install step uses it too, when only Node 20 is there.

import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  constants,
  copyFileSync,
  linkSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';

/** @typedef {{ pid: number, started: string | null, place: string, nonce: string }} Holder */

const HEARTBEAT_MS = 5_000;
/**
 * A holder in another container cannot be checked; after so many ms without touching its file it counts as
 * gone.
 */
export const FOREIGN_SILENCE_MS = 20_000;
const CLAIM_MS = 10_000;

const PLACE = `${hostname()}|${link('/proc/self/ns/pid') ?? ''}`;

/**
 * Takes the lock file or returns its holder. Takes over a lock whose process is gone or whose number belongs
 * to another process now; if several try, one wins. Throws file system errors.
 * `onLost` is called when another process took the lock over after a long pause: to continue would write next
 * to it.
 * @param {string} file
 * @param {() => void} [onLost]
 * @returns {{ release: () => void, holder: null } | { release: null, holder: Holder }}
 */
export function takeLock(file, onLost = () => undefined) {
  const own = { pid: process.pid, started: startOf(process.pid), place: PLACE, nonce: randomUUID() };
  const candidate = `${file}.${own.nonce}`;
  writeFileSync(candidate, JSON.stringify(own), { mode: 0o600 });
  try {
    for (;;) {
      if (linked(candidate, file)) return holdLock(file, own.nonce, onLost);
      const found = read(file);
      if (found === null) continue;
      if (isAlive(found, file)) return { release: null, holder: found };
      if (takeOver(file, found, candidate)) return holdLock(file, own.nonce, onLost);
      pause(10);
    }
  } finally {
    rmSync(candidate, { force: true });
  }
}

/** @param {Holder} holder @returns {boolean} whether it runs where its process cannot be seen */
export function isElsewhere(holder) {
  return holder.place !== PLACE;
}

function holdLock(file, nonce, onLost) {
  const beat = setInterval(() => {
    if (isOurs(file, nonce)) return touch(file);
    clearInterval(beat);
    onLost();
  }, HEARTBEAT_MS);
  beat.unref();
  const release = () => {
    clearInterval(beat);
    process.off('exit', release);
    if (read(file)?.nonce === nonce) rmSync(file, { force: true });
  };
  process.on('exit', release);
  return { release, holder: null };
}

/** A missing folder, or one that cannot be read now, does not mean that another process took the lock. */
function isOurs(file, nonce) {
  try {
    const found = read(file);
    return found === null || found.nonce === nonce;
  } catch {
    return true;
  }
}

/**
 * One process claims each stale lock, by its nonce, so that nobody removes the fresh lock of a faster one.
 */
function takeOver(file, stale, candidate) {
  const claim = `${file}.claim-${stale.nonce}`;
  try {
    writeFileSync(claim, String(process.pid), { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    if (cause.code !== 'EEXIST') throw cause;
    if (age(claim) > CLAIM_MS) rmSync(claim, { force: true });
    return false;
  }
  try {
    if (read(file)?.nonce !== stale.nonce) return false;
    renameSync(candidate, file);
    return true;
  } finally {
    rmSync(claim, { force: true });
  }
}

function linked(candidate, file) {
  try {
    linkSync(candidate, file);
    return true;
  } catch (cause) {
    if (cause.code === 'EEXIST') return false;
    if (cause.code !== 'EPERM' && cause.code !== 'ENOTSUP' && cause.code !== 'ENOSYS') throw cause;
  }
  try {
    // File systems without hard links.
    copyFileSync(candidate, file, constants.COPYFILE_EXCL);
    return true;
  } catch (cause) {
    if (cause.code === 'EEXIST') return false;
    throw cause;
  }
}

/** @returns {Holder | null} null if the file is gone; an unreadable file counts as a holder elsewhere */
function read(file) {
  try {
    const text = readFileSync(file, 'utf8');
    const holder = parsed(text);
    return holder ?? { pid: 0, started: null, place: '', nonce: `unreadable-${statSync(file).ino}` };
  } catch (cause) {
    if (cause.code === 'ENOENT') return null;
    throw cause;
  }
}

function parsed(text) {
  try {
    const holder = JSON.parse(text);
    return typeof holder?.pid === 'number' && typeof holder.nonce === 'string' ? holder : null;
  } catch {
    return null;
  }
}

function isAlive(holder, file) {
  if (isElsewhere(holder)) return age(file) < FOREIGN_SILENCE_MS;
  const started = startOf(holder.pid);
  return started !== null && (holder.started === null || holder.started === started);
}

/**
 * Start time and boot id, which distinguish a process from a later one with the same number; null if it does
 * not run.
 * @param {number} pid
 * @returns {string | null}
 */
export function startOf(pid) {
  try {
    process.kill(pid, 0);
  } catch (cause) {
    if (cause.code !== 'EPERM') return null;
  }
  try {
    if (process.platform === 'linux') {
      const [state, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      return state === 'Z' ? null : `${boot} ${fields[18]}`;
    }
    if (process.platform === 'win32') return 'running';
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

function link(path) {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

function age(file) {
  try {
    return Date.now() - statSync(file).mtimeMs;
  } catch {
    return 0;
  }
}

function touch(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // The folder is gone; the next start reports it.
  }
}

function pause(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
