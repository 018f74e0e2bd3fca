import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../scripts/port.ts';
import { expect, test } from './fixtures.ts';
import { command, filesOf, imageFiles, imageInstructions, layImage, named } from './support/image.ts';
import { signIn } from './support/sign-in.ts';

// The second test takes the build out of the tree that the first one ran.
test.describe.configure({ timeout: 240_000, mode: 'serial' });

const KEEPER = { email: 'keeper@example.test', password: 'onze-barcos-no-cais' };

/** Nothing of the test's own environment. */
const only = (env: Record<string, string>) =>
  ({ PATH: process.env.PATH ?? '', ...env }) as unknown as NodeJS.ProcessEnv;

/** An installation's process: what it printed, and its end. */
async function run(tree: string, env: Record<string, string>) {
  const [, ...args] = command(imageInstructions('CMD')[0]);
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: tree,
    env: only(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'exit') as Promise<[number | null]>;
  await new Promise<void>((ready, failed) => {
    const heard = (part: Buffer) => {
      output += String(part);
      if (/Guichê ready at/.test(output)) ready();
    };
    child.stdout?.on('data', heard);
    child.stderr?.on('data', heard);
    void ended.then(([code]) => failed(new Error(`It ended with ${code}:\n${output}`)));
  });
  return {
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
  };
}

let tree = '';
test.beforeAll(() => {
  tree = layImage();
});
test.afterAll(() => rmSync(tree, { recursive: true }));

test('what the image holds is all that runs: it starts, is healthy, signs in, ends, and writes only its data', async ({
  playwright,
}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-image-'));
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const env = {
    ...named(imageInstructions('ENV')),
    PORT: port,
    GUICHE_URL: url,
    GUICHE_DATA_DIR: dataDir,
    GUICHE_ADMIN_EMAIL: KEEPER.email,
    GUICHE_ADMIN_PASSWORD: KEEPER.password,
  };
  const before = filesOf(tree);
  const there = new Set(before.map((line) => line.split(' ')[0]));
  expect(imageFiles().filter((path) => !there.has(path))).toEqual([]);
  const installation = await run(tree, env);
  const health = command(imageInstructions('HEALTHCHECK')[0]);
  const healthy = () =>
    spawnSync(process.execPath, health.slice(1), { cwd: tree, env: only({ PORT: port }) }).status;
  expect(healthy()).toBe(0);
  const request = await playwright.request.newContext({ baseURL: url });
  await signIn(request, { url, signIns: [{ role: 'admin', ...KEEPER }], simulator: null }, 'admin');
  expect((await request.get('/pix/overview')).status()).toBe(200);
  expect((await request.get('/api/accounts/pix/transactions?limit=5')).status()).toBe(200);
  await request.dispose();
  // As `docker compose exec` runs them, and as `npm run` does. Where nothing can be written, nothing compiled is kept.
  const own = only({ ...env, LANG: 'en_US.UTF-8', NODE_COMPILE_CACHE: join(dataDir, 'compiled') });
  const keeper = (...args: string[]) =>
    spawnSync(process.execPath, args, { cwd: tree, env: own, encoding: 'utf8' });
  const verified = keeper('scripts/admin.ts', 'verify-audit');
  expect(verified.stdout, verified.stderr).toContain('the chain holds');
  const examined = keeper('scripts/run.mjs', 'doctor', 'pix');
  expect(examined.stdout, examined.stderr).toMatch(/1 account/);
  expect(await installation.stop()).toBe(0);
  const alone = keeper('scripts/run.mjs', 'admin', 'verify-audit');
  expect(alone.stdout, alone.stderr).toContain('the chain holds');
  expect(healthy()).toBe(1);
  expect(filesOf(tree)).toEqual(before);
  rmSync(dataDir, { recursive: true });
});

test('what runs without a build says how to make one', () => {
  rmSync(join(tree, '.next'), { recursive: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-image-'));
  const [, ...args] = command(imageInstructions('CMD')[0]);
  const env = only({ PORT: '0', GUICHE_DATA_DIR: dataDir });
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: tree, env, encoding: 'utf8' });
  expect({ status, said: stderr.trim() }).toEqual({
    status: 1,
    said: 'Nothing is built here: run `npm run build` first.',
  });
  rmSync(dataDir, { recursive: true });
});
