import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../scripts/port.ts';
import { SNIPPETS } from './receiver-code.tsx';

const SECRET = randomBytes(32).toString('base64url');
const BODY = '{"id": "txn_1", "status": "COMPLETED", "name": "ação"}';
const folder = mkdtempSync(join(tmpdir(), 'guiche-snippet-'));
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const sign = (secret: string, body: string, at = Date.now()) => {
  const t = Math.floor(at / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
};
const runs = (command: string) => spawnSync(command, ['--version']).status === 0;

/** The code as an operator would run it: a file, the secret in the environment, a port. */
async function start(name: string, command: string, args: (file: string, port: number) => string[]) {
  const file = join(folder, name);
  writeFileSync(file, SNIPPETS[name.startsWith('node') ? 'node' : name.startsWith('py') ? 'python' : 'php']);
  const port = await freePort();
  const env = { ...process.env, PIX_WEBHOOK_SECRET: SECRET, PORT: String(port) };
  started.push(spawn(command, args(file, port), { env, stdio: 'ignore' }));
  const url = `http://127.0.0.1:${port}/`;
  const post = (headers: Record<string, string>, body = BODY) =>
    fetch(url, { method: 'POST', headers, body });
  await expect
    .poll(
      () =>
        post({}).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 8_000 },
    )
    .toBe(401);
  return post;
}

const LANGUAGES = [
  { name: 'node.mjs', command: process.execPath, args: (file: string) => [file] },
  { name: 'python.py', command: 'python3', args: (file: string) => [file] },
  {
    name: 'php.php',
    command: 'php',
    args: (file: string, port: number) => ['-S', `127.0.0.1:${port}`, file],
  },
];

describe.each(LANGUAGES.filter(({ command }) => runs(command)))('$name', ({ name, command, args }) => {
  test('answers the challenge, takes what is signed, refuses the rest', { timeout: 20_000 }, async () => {
    const post = await start(name, command, args);
    const challenge = await post({ 'x-callback-challenge': 'token-1' }, '{}');
    expect([challenge.status, await challenge.json()]).toEqual([200, { challenge: 'token-1' }]);
    const status = async (signature: string, body = BODY) =>
      (await post({ 'x-callback-signature': signature }, body)).status;
    expect(await status(sign(SECRET, BODY))).toBe(204);
    expect(await status(sign('another', BODY))).toBe(401);
    expect(await status(sign(SECRET, BODY.replaceAll(' ', '')))).toBe(401);
    expect(await status(sign(SECRET, BODY, Date.now() - 301_000))).toBe(401);
    expect(await status(sign(SECRET, BODY, Date.now() - 290_000))).toBe(204);
    expect(await status(sign(SECRET, BODY).replace('v1=', 'v0='))).toBe(401);
    expect(await status('')).toBe(401);
  });
});
