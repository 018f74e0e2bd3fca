import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { adminCommand } from '../support/admin-command.ts';
import { signInAs } from '../support/sign-in.ts';

test('the admin commands beside a started product, and what it left put back into an empty folder', async ({
  start,
  playwright,
}) => {
  test.slow();
  const folder = mkdtempSync(join(tmpdir(), 'guiche-admin-'));
  const secret = { GUICHE_SECRET: 'a secret of its own, of thirty-two bytes' };
  const product = await start({ env: secret });
  const admin = (...args: string[]) => adminCommand({ dataDir: product.dataDir, args });

  const created = await admin(
    'create',
    'nora@casa.example',
    '--name',
    'Nora',
    '--role',
    'finance',
    '--account',
    'pix',
  );
  expect(created.code, created.text).toBe(0);
  const token = /#(\S+)/.exec(created.text)?.[1] ?? '';
  const nobody = await playwright.request.newContext({
    baseURL: product.url,
    extraHTTPHeaders: { origin: product.url },
  });
  const invited = await nobody.post('/api/invitation/read', { data: { token } });
  expect(await invited.json()).toMatchObject({ email: 'nora@casa.example', name: 'Nora' });
  const password = 'sete ventos na serra';
  expect((await nobody.post('/api/invitation', { data: { token, name: 'Nora', password } })).status()).toBe(
    204,
  );

  const file = join(folder, 'guiche.backup');
  const backup = await admin('backup', file);
  expect(backup.code, backup.text).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);

  // A command that needs the server stopped says so, and does nothing.
  expect((await admin('restore', file)).code).toBe(1);
  expect((await admin('move', 'postgres://127.0.0.1:9/none')).code).toBe(1);
  expect((await admin('rotate-key')).code, 'no earlier secret is named').toBe(1);
  const erased = await adminCommand({
    dataDir: product.dataDir,
    args: ['erase'],
    typed: '529.982.247-25\nno\n',
  });
  expect(erased.text).not.toContain('529.982.247-25');
  const disabled = await admin('disable', 'nora@casa.example');
  expect(disabled.code, disabled.text).toBe(0);
  await signInAs(nobody, { email: 'nora@casa.example', password });
  expect((await nobody.get('/api/session')).status()).toBe(401);
  const reset = await admin('reset', 'nobody@casa.example');
  expect(reset.code, 'nobody has this address').toBe(1);
  const verified = await admin('verify-audit');
  expect(verified.code, verified.text).toBe(0);
  await nobody.dispose();
  expect(await product.stop()).toBe(0);

  // As of the backup: Nora may come in.
  const dataDir = join(folder, 'data');
  const restored = await adminCommand({ dataDir, args: ['restore', file], env: secret });
  expect(restored.code, restored.text).toBe(0);
  const again = await start({ env: secret, dataDir });
  const request = await playwright.request.newContext({
    baseURL: again.url,
    extraHTTPHeaders: { origin: again.url },
  });
  await signInAs(request, { email: 'nora@casa.example', password });
  expect((await request.get('/api/session')).status()).toBe(200);
  expect((await adminCommand({ dataDir, args: ['verify-audit'] })).code).toBe(0);
  await request.dispose();
  await again.stop();
  rmSync(folder, { recursive: true, force: true });
});
