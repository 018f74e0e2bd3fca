import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { acquireDataLock, DataFolderError } from '#lib/data/data-lock.ts';
import { startOf, takeLock } from '#lib/data/lock-file.mjs';

let dir = '';
const children: ChildProcess[] = [];
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'guiche-lock-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

/** A process that tries for the lock, prints `held` or `refused`, and stays. */
function contender(): Promise<string> {
  const module = join(import.meta.dirname, 'lock-file.mjs');
  const code = `import { takeLock } from ${JSON.stringify(module)};
    console.log(takeLock(${JSON.stringify(join(dir, 'lock'))}).holder === null ? 'held' : 'refused');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code]);
  children.push(child);
  return new Promise((resolve) => child.stdout.once('data', (text) => resolve(String(text).trim())));
}

async function killed(child: ChildProcess | undefined): Promise<void> {
  const gone = new Promise((resolve) => child?.once('exit', resolve));
  child?.kill('SIGKILL');
  await gone;
}

test('the same process gets the same lock; after release the folder is free', async () => {
  const first = await acquireDataLock(dir);
  expect(await acquireDataLock(dir)).toBe(first);
  first.release();
  expect(readdirSync(dir)).toEqual([]);
});

test('a second process is refused with a sentence', async () => {
  expect(await contender()).toBe('held');
  await expect(acquireDataLock(dir)).rejects.toThrow(
    /^The data folder .* is in use by another Guichê process \(\d+\): /,
  );
});

test('of eight processes that race for a stale lock one gets it', async () => {
  expect(await contender()).toBe('held');
  await killed(children.shift());
  const answers = await Promise.all(Array.from({ length: 8 }, contender));
  expect(answers.toSorted()).toEqual(['held', ...Array(7).fill('refused')]);
});

test('a lock whose process number another process has now is stale', () => {
  const own = takeLock(join(dir, 'lock'));
  const holder = JSON.parse(readFileSync(join(dir, 'lock'), 'utf8'));
  own.release?.();
  // Process 1 runs, but did not start then.
  writeFileSync(join(dir, 'lock'), JSON.stringify({ ...holder, pid: process.ppid, started: 'long ago' }));
  expect(startOf(process.ppid)).not.toBeNull();
  const taken = takeLock(join(dir, 'lock'));
  expect(taken.holder).toBeNull();
  taken.release?.();
});

test('a holder in another container counts as alive while it touches its file', () => {
  const file = join(dir, 'lock');
  writeFileSync(file, JSON.stringify({ pid: 1, started: 'x', place: 'elsewhere|', nonce: 'n' }));
  expect(takeLock(file).holder).toMatchObject({ place: 'elsewhere|' });
  utimesSync(file, new Date(0), new Date(0));
  const taken = takeLock(file);
  expect(taken.holder).toBeNull();
  taken.release?.();
});

test('M17: a process that stood still until another took its lock over ends, and does not go on beside it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const lock = await acquireDataLock(dir);
    vi.advanceTimersByTime(60_000);
    expect(exit, 'while it is its own').not.toHaveBeenCalled();
    const other = JSON.stringify({ pid: 1, started: 'x', place: 'elsewhere|', nonce: 'the other' });
    writeFileSync(join(dir, 'lock'), other);
    vi.advanceTimersByTime(5_000);
    expect(exit).toHaveBeenCalledWith(1);
    expect(String(stderr.mock.calls[0]?.[0])).toMatch(/was taken over by another process/);
    lock.release();
    expect(readFileSync(join(dir, 'lock'), 'utf8'), 'the other keeps it').toBe(other);
  } finally {
    vi.restoreAllMocks();
    vi.useRealTimers();
  }
});

test('a folder that cannot be made is refused with a sentence', async () => {
  writeFileSync(join(dir, 'file'), '');
  await expect(acquireDataLock(join(dir, 'file', 'data'))).rejects.toThrow(DataFolderError);
  await expect(acquireDataLock(join(dir, 'file', 'data'))).rejects.toThrow(/cannot be written \(ENOTDIR\)/);
});

test.runIf(process.platform === 'linux')('a folder below /proc is refused, not tried for ever', async () => {
  await expect(acquireDataLock('/proc/guiche')).rejects.toThrow(/cannot be written \(ENOENT\)/);
});
