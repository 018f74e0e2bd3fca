import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Starts a file of this folder that answers what the product is compared with, and says its port. */
export async function startBare(file: string, args: readonly string[]) {
  const child = fork(join(import.meta.dirname, file), args);
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended`)));
  ended.catch(() => undefined);
  const [{ port }] = (await Promise.race([once(child, 'message'), ended])) as [{ port: number }];
  return { url: `http://127.0.0.1:${port}`, stop: () => child.disconnect() };
}
