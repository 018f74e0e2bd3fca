import { randomBytes } from 'node:crypto';
import { expect, test } from '../own-product.ts';
import type { ApiClient } from '../support/api-client.ts';
import { invite, PASSWORD, withApp } from '../support/people.ts';

test('a second step on a device that never saw the person leads by way of a page that says so, once', async ({
  api,
  product,
}) => {
  const { email, request } = await invite(api);
  const { codes } = await withApp(request);
  const form = async (on: ApiClient, otp: string) => {
    const { csrfToken } = (await (await on.get('/api/auth/csrf')).json()) as { csrfToken: string };
    const given = { email, password: PASSWORD, otp, csrfToken, callbackUrl: '/pix/overview?x=1' };
    const answer = await on.post('/api/auth/callback/credentials', { form: given, maxRedirects: 0 });
    expect(answer.status()).toBe(302);
    return answer.headers().location?.replace(product.url, '');
  };
  const other = await api(null);
  const way = '/sign-in/new-device?callbackUrl=%2Fpix%2Foverview%3Fx%3D1';
  expect(await form(other, codes[0] ?? '')).toBe(way);
  const page = await other.get(way);
  expect(page.status()).toBe(200);
  expect(await page.text()).toContain('href="/pix/overview?x=1"');
  for (const odd of [
    'https://elsewhere.example',
    '/.//elsewhere.example',
    encodeURIComponent(`${product.url}//elsewhere.example`),
  ]) {
    const text = await (await other.get(`/sign-in/new-device?callbackUrl=${odd}`)).text();
    expect(text, odd).not.toMatch(/href="(https:)?\/\/elsewhere/);
  }
  expect(await form(other, codes[1] ?? ''), 'the device is known now').toBe('/pix/overview?x=1');
  const nobody = await (await api(null)).get(way, { maxRedirects: 0 });
  expect(nobody.headers().location).toMatch(/^\/sign-in\?callbackUrl=/);
});

test('403 second_factor_required: who has none may enrol and no more', async ({ api, sql }) => {
  const finance = await api('finance');
  await sql(
    `insert into sign_in_policies (second_factor, idle_minutes, absolute_hours, allowed_networks, password_length, changed_at, changed_by)
      values ('required', 720, 168, '[]', 12, now(), 'ready-admin')`,
  );
  const read = async () => {
    const answer = await finance.get('/api/accounts/pix/balance');
    return answer.status() === 200 ? 'in' : ((await answer.json()) as { code: string }).code;
  };
  await expect.poll(read, { timeout: 15_000 }).toBe('second_factor_required');
  expect((await finance.get('/api/settings/profile')).status()).toBe(200);
  const begun = await finance.post('/api/settings/profile/totp', {
    headers: { 'idempotency-key': randomBytes(16).toString('hex') },
  });
  expect(begun.status(), await begun.text()).toBe(200);
  const page = await finance.get('/pix/overview', { maxRedirects: 0 });
  expect(page.headers().location).toContain('/second-factor');
  await sql(`update sign_in_policies set second_factor = 'optional'`);
  await expect.poll(read, { timeout: 15_000 }).toBe('in');
});
