import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const PRELOAD = join(import.meta.dirname, 'with-parent.mjs');

/** A parent that starts a child as the product starts its simulator, prints its number and dies in `ms`. */
const parentOf = (ms: number) => `
  const child = require('node:child_process').spawn(
    process.execPath,
    ['--import', ${JSON.stringify(PRELOAD)}, '-e', 'setInterval(() => undefined, 1000)'],
    { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], detached: true,
      env: { ...process.env, GUICHE_PARENT_PID: String(process.pid) } });
  require('node:fs').writeSync(1, String(child.pid));
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${ms});`;

const lives = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it.each([0, 1_000])('a child ends with a parent that dies %i ms after it began', async (ms) => {
  const parent = spawn(process.execPath, ['-e', parentOf(ms)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)));
  onTestFinished(() => void (lives(pid) && process.kill(pid, 'SIGKILL')));
  expect(lives(pid)).toBe(true);
  await expect.poll(() => lives(pid), { timeout: 20_000 }).toBe(false);
});
