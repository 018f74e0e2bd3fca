import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Runs a file of this folder in a process that may load the server's files; gives what it wrote. */
export async function runInside(file: string, args: readonly string[], env: object = {}): Promise<string> {
  const node = ['--disable-warning=ExperimentalWarning', '--conditions=react-server'];
  const path = join(import.meta.dirname, file);
  const { stdout } = await promisify(execFile)(process.execPath, [...node, path, ...args], {
    env: { ...process.env, ...env },
  });
  return stdout;
}
