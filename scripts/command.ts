import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createTranslator } from 'next-intl';
import { controlPath } from '#lib/admin-socket/path.ts';
import { loadSettings, SettingsError } from '#lib/core/env/settings.ts';
import { readEnvFile } from './env-file.ts';
import { ROOT } from './install.mjs';

/** An error shown as one sentence, without a stack. */
export class Plain extends Error {}

/** Runs a command in the running server, or in its own process when none runs. Returns the result. */
export async function runCommand<T>(command: string, input: unknown): Promise<T> {
  process.chdir(ROOT);
  readEnvFile();
  const answer = await requestServer(loadSettings().dataDir, command, input);
  return (answer === null ? await runAlone(command, input) : answer.value) as T;
}

/** The running server's result; null when none runs. */
function requestServer(dataDir: string, command: string, input: unknown): Promise<{ value: unknown } | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(controlPath(dataDir));
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      text += part;
    });
    socket.on('error', (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT' || cause.code === 'ECONNREFUSED') resolve(null);
      else reject(cause);
    });
    socket.on('connect', () => socket.write(`${JSON.stringify({ command, input })}\n`));
    socket.on('end', () => {
      const { value, fault } = JSON.parse(text || '{}') as { value?: unknown; fault?: string };
      if (value === undefined) reject(new Plain(fault ?? 'The server ended before it answered.'));
      else resolve({ value });
    });
  });
}

/** Without a server, runs the command in a process that takes the data folder's lock. */
function runAlone(command: string, input: unknown): Promise<unknown> {
  const file = join(ROOT, 'scripts/alone.ts');
  // Server files import `server-only`; this condition lets them load outside the framework.
  const args = ['--disable-warning=ExperimentalWarning', '--conditions=react-server', file];
  const child = spawn(process.execPath, [...args, command], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(input));
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(text));
      else process.exit(code ?? 1);
    });
  });
}

/** Portuguese unless the system's language is English. */
export const locale = () => (/^en/i.test(process.env.LC_ALL || process.env.LANG || '') ? 'en' : 'pt-BR');

/** The messages of one namespace of `messages/`, for the terminal. */
export function translatorOf<Translate>(namespace: string): Translate {
  const file = join(ROOT, `messages/${locale()}/${namespace}.json`);
  const messages = { [namespace]: JSON.parse(readFileSync(file, 'utf8')) as object };
  return createTranslator({
    locale: locale(),
    messages,
    namespace: namespace as never,
  }) as unknown as Translate;
}

/** Exits the process with the command's result. */
export function endWith(running: Promise<number>): void {
  running.then(
    (code) => process.exit(code),
    (cause: unknown) => {
      const plain = cause instanceof Plain || cause instanceof SettingsError;
      process.stderr.write(`${plain ? cause.message : ((cause as Error).stack ?? cause)}\n`);
      process.exit(1);
    },
  );
}
