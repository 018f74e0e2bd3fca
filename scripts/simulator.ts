import { type ChildProcess, spawn } from 'node:child_process';
import { watch as watchFolder } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { log } from '#lib/core/log.ts';
import { onEnd } from './ending.ts';

const START_MS = 60_000;
const RESTARTS = 5;
const RESTART_WINDOW_MS = 60_000;

type Options = { dataDir: string; watch: boolean };

/**
 * Starts the simulator next to the server and returns its start line (JSON). It ends with this process. If it
 * dies, it restarts on the same ports, at most five times a minute.
 */
export async function startSimulator({ dataDir, watch }: Options): Promise<string> {
  // More command-line options, for tests and for users who want another merchant.
  const extra = (process.env.GUICHE_SIMULATOR_OPTIONS ?? '').split(' ').filter((part) => part !== '');
  const args = ['--data', join(dataDir, 'simulator'), ...extra];
  let child = launch([...args, '--port', '0']);
  const line = await startLine(child);
  const ports = portsOf(line);
  let ended = false;
  const restarts: number[] = [];
  const again = () => {
    child = launch([...args, ...ports]);
    startLine(child).catch((cause: unknown) =>
      log().error({ err: cause }, 'the simulator did not start again'),
    );
    child.once('exit', onExit);
  };
  const onExit = () => {
    if (ended) return;
    const now = Date.now();
    restarts.push(now);
    if (restarts.filter((at) => at > now - RESTART_WINDOW_MS).length > RESTARTS)
      log().error('the simulator keeps dying and is left as it is: restart Guichê');
    else setTimeout(() => ended || again(), 250);
  };
  child.once('exit', onExit);
  const watcher = watch ? watchSandbox(() => stop(child)) : null;
  onEnd('simulator', () => {
    ended = true;
    watcher?.close();
    return stop(child);
  });
  return line;
}

function launch(args: string[]): ChildProcess {
  return spawn(process.execPath, ['--import', './scripts/with-parent.mjs', 'sandbox/main.ts', ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    // Its own process group, so Ctrl-C does not end it while requests still need it.
    detached: true,
    env: { ...process.env, GUICHE_PARENT_PID: String(process.pid) },
  });
}

/** A restart reuses the ports, so the accounts' addresses stay valid; the card API has its own server. */
function portsOf(line: string): string[] {
  const { controlUrl, card } = JSON.parse(line) as { controlUrl: string; card: { baseUrl: string } };
  return ['--port', new URL(controlUrl).port, '--card-port', new URL(card.baseUrl).port];
}

/** The first line that begins with `{`. Rejects when the simulator ends or prints none in time. */
function startLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('The simulator did not start within 60 s.')), START_MS);
    child.once('exit', (code) => reject(new Error(`The simulator ended with ${code} before it was ready.`)));
    child.once('error', reject);
    if (child.stdout === null) return;
    createInterface({ input: child.stdout }).on('line', (text) => {
      if (!text.startsWith('{')) return;
      clearTimeout(late);
      resolve(text);
    });
  });
}

function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  const hurry = setTimeout(() => child.kill('SIGKILL'), 5_000);
  return new Promise((resolve) => {
    child.once('exit', () => {
      clearTimeout(hurry);
      resolve();
    });
    child.kill('SIGTERM');
  });
}

function watchSandbox(changed: () => void) {
  let soon: NodeJS.Timeout | undefined;
  return watchFolder('sandbox', { recursive: true }, () => {
    clearTimeout(soon);
    soon = setTimeout(changed, 200);
  });
}
