import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../scripts/port.ts';
import { HUB_SNIPPETS, type Language } from './receiver-code.tsx';

const SECRET = `whsec_${randomBytes(32).toString('base64url')}`;
const BODY = '{"event": "PAYMENT_PAID", "id": "dlv_1", "data": {"name": "ação"}}';
const folder = mkdtempSync(join(tmpdir(), 'guiche-hub-snippet-'));
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const signed = (secret: string, body: string, at = Date.now()) => ({
  'x-service-timestamp': String(at),
  'x-service-signature': `sha256=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`,
});
const runs = (command: string) => spawnSync(command, ['--version']).status === 0;

type Program = {
  language: Language;
  file: string;
  command: string;
  args: (file: string, port: number) => string[];
};
const PROGRAMS: Program[] = [
  { language: 'node', file: 'hub.mjs', command: process.execPath, args: (file) => [file] },
  { language: 'python', file: 'hub.py', command: 'python3', args: (file) => [file] },
  {
    language: 'php',
    file: 'hub.php',
    command: 'php',
    args: (file, port) => ['-S', `127.0.0.1:${port}`, file],
  },
];

/** The code as an operator would run it: a file, the secret in the environment, a port. */
async function start({ language, file, command, args }: Program) {
  const path = join(folder, file);
  writeFileSync(path, HUB_SNIPPETS[language]);
  const port = await freePort();
  const env = { ...process.env, HUB_WEBHOOK_SECRET: SECRET, PORT: String(port) };
  started.push(spawn(command, args(path, port), { env, stdio: 'ignore' }));
  const status = (headers: Record<string, string>, body = BODY) =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body }).then(
      (answer) => answer.status,
      () => 0,
    );
  await expect.poll(() => status({}), { timeout: 15_000 }).toBe(401);
  return status;
}

describe.each(PROGRAMS.filter(({ command }) => runs(command)))('$language', (program) => {
  test('takes what is signed within five minutes and refuses the rest', { timeout: 30_000 }, async () => {
    const status = await start(program);
    expect(await status(signed(SECRET, BODY))).toBe(204);
    expect(await status(signed('another', BODY))).toBe(401);
    expect(await status(signed(SECRET, BODY.replaceAll(' ', '')))).toBe(401);
    expect(await status(signed(SECRET, BODY, Date.now() - 301_000))).toBe(401);
    expect(await status(signed(SECRET, BODY, Date.now() - 290_000))).toBe(204);
    const right = signed(SECRET, BODY);
    const bare = right['x-service-signature'].replace('sha256=', '');
    expect(await status({ ...right, 'x-service-signature': bare })).toBe(401);
    expect(await status({ ...right, 'x-service-timestamp': 'now' })).toBe(401);
  });
});
