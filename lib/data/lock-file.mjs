// Plain JavaScript: the install step uses it too, before anything but Node 20 is there.

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
/** A holder in another container cannot be asked; one that has not touched its file for so long is gone. */
export const FOREIGN_SILENCE_MS = 20_000;
const CLAIM_MS = 10_000;

const PLACE = `${hostname()}|${link('/proc/self/ns/pid') ?? ''}`;

/**
 * Takes the lock file or says who holds it. A lock whose process is gone (or whose number another process
 * has now) is taken over; of several that try, one wins. Throws what the file system throws.
 * `onLost`: after a long pause another may have taken it over, and whoever goes on writes beside it.
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
      if (linked(candidate, file)) return held(file, own.nonce, onLost);
      const found = read(file);
      if (found === null) continue;
      if (isAlive(found, file)) return { release: null, holder: found };
      if (takeOver(file, found, candidate)) return held(file, own.nonce, onLost);
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

function held(file, nonce, onLost) {
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

/** A folder that went away, or cannot be read now, is nobody else's. */
function isOurs(file, nonce) {
  try {
    const found = read(file);
    return found === null || found.nonce === nonce;
  } catch {
    return true;
  }
}

/** One claimer for each stale lock, by its nonce: nobody can remove the fresh lock of whoever was faster. */
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

/** @returns {Holder | null} null when it has just gone; an unreadable file counts as a foreign holder */
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
 * Start time and boot, which tell a process from a later one with the same number; null when there is none.
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
    // The folder went away; the next start says so.
  }
}

function pause(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
