import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../scripts/port.ts';
import { expect, test } from './fixtures.ts';

test.describe.configure({ timeout: 240_000 });

// Playwright sets these for its workers; Node would warn about the pair.
const { FORCE_COLOR: _, NO_COLOR: __, ...quiet } = process.env;

/** Runs the start to its end; all of these are refused before anything is built or opened. */
async function refused(env: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-refused-'));
  const result = spawnSync(process.execPath, ['scripts/product.ts', 'start'], {
    encoding: 'utf8',
    timeout: 60_000,
    env: {
      ...quiet,
      PIX_BASE_URL: '',
      PIX_ACCESS_TOKEN: '',
      PORT: String(await freePort()),
      GUICHE_DATA_DIR: dataDir,
      ...env,
    },
  });
  rmSync(dataDir, { recursive: true, force: true });
  return { code: result.status, said: `${result.stdout}${result.stderr}`.trim() };
}

test('a taken port is one sentence', async ({ product }) => {
  const port = new URL(product.url).port;
  const { code, said } = await refused({ PORT: port });
  expect(code).toBe(1);
  expect(said).toBe(
    `Port ${port} on 127.0.0.1 is taken by another program: stop it, or set PORT to a free one.`,
  );
});

test('a half-set group names what is missing', async () => {
  const { code, said } = await refused({ PIX_BASE_URL: 'https://pix.example/v1' });
  expect(code).toBe(1);
  expect(said).toMatch(/^PIX_ACCESS_TOKEN: missing.*$/);
});

test('an unwritable data folder is one sentence', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'guiche-file-')), 'file');
  writeFileSync(file, '');
  const { code, said } = await refused({ GUICHE_DATA_DIR: join(file, 'data') });
  expect(code).toBe(1);
  expect(said).toMatch(/^The data folder .* cannot be written \(ENOTDIR\): .*$/);
});

test('a second process on the same folder is refused; a killed one leaves it free', async ({ start }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-restart-'));
  const first = await start({ dataDir });
  const { code, said } = await refused({ GUICHE_DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(said).toMatch(/^The data folder .* is in use by another Guichê process \(\d+\): .*$/);
  await first.kill();
  const second = await start({ dataDir });
  expect(second.signIns).toEqual(first.signIns);
  const control = first.simulator?.controlUrl ?? '';
  await expect
    .poll(
      () =>
        fetch(control).then(
          () => 'alive',
          () => 'gone',
        ),
      { timeout: 10_000 },
    )
    .toBe('gone');
  expect(await second.stop()).toBe(0);
  rmSync(dataDir, { recursive: true, force: true });
});

test('with an account of the environment no simulator starts', async ({ start }) => {
  const product = await start({
    env: {
      PIX_BASE_URL: 'http://127.0.0.1:9/v1',
      PIX_ACCESS_TOKEN: 'tok_nobody',
      GUICHE_ADMIN_EMAIL: 'ana@example.test',
      GUICHE_ADMIN_PASSWORD: 'a long enough password',
    },
  });
  expect(product.simulator).toBeNull();
  expect(product.signIns).toEqual([]);
  expect(product.output()).not.toContain('Sign in');
});

test('a simulator that dies comes back at the same address', async ({ start }) => {
  const product = await start();
  const control = product.simulator?.controlUrl ?? '';
  const pid = readFileSync(`/proc/${product.pid}/task/${product.pid}/children`, 'utf8').trim();
  expect(pid).toMatch(/^\d+$/);
  process.kill(Number(pid), 'SIGKILL');
  const alive = () =>
    fetch(control, { headers: { 'x-sandbox-control': '1' } }).then(
      () => 'alive',
      () => 'gone',
    );
  await expect.poll(alive).toBe('gone');
  await expect.poll(alive, { timeout: 20_000 }).toBe('alive');
});
