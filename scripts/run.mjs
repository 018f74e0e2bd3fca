// `node scripts/run.mjs NAME [arguments]`: package.json's scripts call it. It starts on plain Node 20 with
// nothing installed, installs the packages, runs the script under Node 24 and stays as its parent.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, nodePath, ROOT } from './install.mjs';

const SCRIPTS = {
  start: ['scripts/product.ts', 'start'],
  build: ['scripts/product.ts', 'build'],
  serve: ['scripts/product.ts', 'serve'],
  dev: ['scripts/product.ts', 'dev'],
  test: ['scripts/test.ts'],
  verify: ['scripts/test.ts', 'verify'],
  admin: ['scripts/admin.ts'],
  doctor: ['scripts/doctor.ts'],
  sandbox: ['sandbox/main.ts'],
  bench: ['bench/main.ts'],
  faults: ['scripts/faults/main.ts'],
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs one of our scripts under Node 24 and ends with its exit code. Signals reach the child. If this process
 * is killed, the child sees its channel close; if npm is killed, this process sees its parent gone.
 * @param {string} script
 * @param {string[]} args
 */
function relay(script, args) {
  const child = spawn(nodePath(), ['--disable-warning=ExperimentalWarning', join(ROOT, script), ...args], {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      // Compiled code is cached across starts; without write access Node does without the cache.
      NODE_COMPILE_CACHE: join(ROOT, '.cache/compiled'),
      ...process.env,
      PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`,
    },
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

/**
 * A killed npm sends no signal, so this watches it and the shell between. A parent other than npm may exit on
 * purpose.
 */
function endWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const above = [process.ppid, parentOf(process.ppid)].filter((pid) => pid > 1);
  const watch = setInterval(() => {
    if (above.every(exists)) return;
    clearInterval(watch);
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 30_000).unref();
  }, 1_000);
  watch.unref();
}

function parentOf(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[1]);
  } catch {
    return 0;
  }
}

function exists(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return cause.code === 'EPERM';
  }
}

const [name, ...args] = process.argv.slice(2);
const [script, ...first] = SCRIPTS[name] ?? [];
if (script === undefined) {
  process.stderr.write(`One of: ${Object.keys(SCRIPTS).join(', ')}\n`);
  process.exit(1);
}
ensureInstalled();
relay(script, [...first, ...args]);
