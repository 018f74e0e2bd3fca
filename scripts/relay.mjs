// Runs on plain Node 20: hands over to Node 24 and stays as its parent.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { nodePath, ROOT } from './install.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a script of ours under Node 24 and ends as it ends. Signals reach it; should this process be killed,
 * it notices by its channel, and should npm be killed, this one notices by its parent.
 * @param {string} script
 * @param {string[]} args
 */
export function relay(script, args) {
  const child = spawn(nodePath(), ['--disable-warning=ExperimentalWarning', join(ROOT, script), ...args], {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}` },
  });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  child.on('message', (message) => process.send?.(message));
  if (process.channel !== undefined) process.on('disconnect', () => child.kill('SIGTERM'));
  process.channel?.unref();
  endWithNpm(child);
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
    process.disconnect?.();
    process.exit();
  });
}

/** A killed npm leaves us to process 1; who started us without npm may well have gone on purpose. */
function endWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 30_000).unref();
  }, 1_000);
  watch.unref();
}
