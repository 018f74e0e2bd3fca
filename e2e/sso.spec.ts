import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { freePort } from '../scripts/port.ts';
import { test as base, expect } from './own-product.ts';
import { hydrated } from './support/hydrated.ts';
import { type Lie, type Person, startIssuer } from './support/issuer.ts';

type Issuer = Awaited<ReturnType<typeof startIssuer>>;

type Placed = { port: number; issuer: Issuer };

const test = base.extend<object, Placed>({
  port: [async ({ playwright: _ }, use) => use(await freePort()), { scope: 'worker' }],
  issuer: [
    async ({ port }, use) => {
      const at = `http://localhost:${port}`;
      const issuer = await startIssuer(`${at}/api/sso/callback`, `${at}/sign-in`);
      await use(issuer);
      await issuer.stop();
    },
    { scope: 'worker' },
  ],
  more: [
    async ({ issuer, port }, use) =>
      use({
        env: {
          PORT: String(port),
          OIDC_ISSUER: issuer.url,
          OIDC_CLIENT_ID: issuer.clientId,
          OIDC_CLIENT_SECRET: issuer.clientSecret,
          OIDC_ADMINS: 'boss',
        },
      }),
    { scope: 'worker' },
  ],
});

const RITA: Person = { sub: 'rita', email: 'rita@example.test', name: 'Rita Sá', roles: ['pix:analyst'] };

async function enter(page: Page, issuer: Issuer, person: Person): Promise<void> {
  issuer.be(person);
  // No page asks on while its session goes.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Entrar por localhost' }).click();
}

const said = async (page: Page, words: RegExp) =>
  expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
const NOT_DONE = /A entrada única não foi concluída/;

// The first of the file: what an issuer says of itself is kept for an hour once it was good.
test('refused with a clear page: a discovery that names another issuer; nothing of it is kept', async ({
  page,
  issuer,
}) => {
  issuer.nameIt('https://elsewhere.example');
  try {
    await enter(page, issuer, RITA);
    await said(page, /A entrada única não respondeu/);
  } finally {
    issuer.nameIt(null);
  }
  await enter(page, issuer, RITA);
  await expect(page).toHaveURL(/\/pix\/overview$/);
});

test('the issuer’s claim gives role and account; what it gives next time holds from then on', {
  tag: '@smoke',
}, async ({ page, issuer }) => {
  await enter(page, issuer, RITA);
  await expect(page).toHaveURL(/\/pix\/overview$/);
  const session = async () => (await page.request.get('/api/session')).json();
  expect(await session()).toMatchObject({
    operator: { name: 'Rita Sá', email: 'rita@example.test' },
    signOn: true,
    proofs: ['sso'],
    accounts: [{ slug: 'pix', roles: ['analyst'] }],
  });
  await enter(page, issuer, { ...RITA, roles: ['viewer', 'admin', 'staff'] });
  await expect(page).toHaveURL(/\/pix\/overview$/);
  const { accounts } = await session();
  expect(accounts.length).toBeGreaterThan(1);
  for (const account of accounts) expect(account.roles).toEqual(['viewer']);
  await enter(page, issuer, { sub: 'boss', email: 'boss@example.test', roles: 'admin' });
  await expect(page).toHaveURL(/\/pix\/overview$/);
  expect((await session()).permissions).toContain('manage');
});

type Desk = { page: Page; issuer: Issuer; sql: (text: string) => Promise<unknown> };

/** An invitation that is filled in, by an administrator whose proof is too old. */
async function invitingLate({ page, issuer, sql }: Desk, email: string) {
  await enter(page, issuer, { sub: 'boss', email: 'boss@example.test', roles: 'admin' });
  await expect(page).toHaveURL(/\/pix\/overview$/);
  await sql(`update sessions set proved_at = now() - interval '1 hour'`);
  await page.goto('/settings/team?open=invite');
  // The sheet comes by itself, after the page.
  await hydrated(page, 'main aside');
  const sheet = page.getByRole('complementary', { name: 'Convidar pessoa' });
  await sheet.getByLabel('E-mail').fill(email);
  await sheet.getByLabel('Papel 1', { exact: true }).selectOption({ label: 'Leitura' });
  return sheet;
}

test('a step-up asks the issuer anew, in a window of its own; signing out ends it there too', async ({
  page,
  issuer,
  sql,
  expectFault,
}) => {
  // 401: what the page was reading as it was signed out.
  expectFault(/40[13]/);
  const sheet = await invitingLate({ page, issuer, sql }, 'nova@casa.example');
  issuer.asked.length = 0;
  const popup = page.waitForEvent('popup');
  await sheet.getByRole('button', { name: 'Convidar', exact: true }).click();
  const window = await popup;
  await expect(window.getByRole('heading', { name: 'Confirmado' })).toBeVisible();
  await expect(sheet.locator('output')).toContainText('/invitation#', { timeout: 20_000 });
  expect(issuer.asked).toContain('login');
  const [{ fresh }] = (await sql(
    `select bool_or(proved_at > now() - interval '1 minute') as fresh from sessions`,
  )) as [{ fresh: boolean }];
  expect(fresh).toBe(true);
  await page.goto('/pix/overview');
  await page.getByRole('button', { name: /suas preferências$/ }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await expect(page).toHaveURL(new RegExp(`^${issuer.url}/session/end`));
});

test('a step-up whose window the browser kept from opening, or that was left, says so and leads to it', async ({
  page,
  issuer,
  sql,
  expectFault,
}) => {
  expectFault(/403/);
  await page.addInitScript(() => {
    window.open = () => null;
  });
  const sheet = await invitingLate({ page, issuer, sql }, 'outra@casa.example');
  await sheet.getByRole('button', { name: 'Convidar', exact: true }).click();
  const told = sheet.getByRole('alert');
  await expect(told.filter({ hasText: 'O navegador não abriu a janela da entrada única.' })).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(told.filter({ hasText: 'Ainda sem confirmação.' })).toBeVisible();
  const popup = page.waitForEvent('popup');
  await sheet.getByRole('link', { name: 'Abrir a janela' }).click();
  await expect((await popup).getByRole('heading', { name: 'Confirmado' })).toBeVisible();
  await expect(sheet.locator('output')).toContainText('/invitation#', { timeout: 20_000 });
});

test.describe('refused, each with a clear page:', () => {
  const LIES: readonly (readonly [string, Lie])[] = [
    ['a forged token', { otherKey: true }],
    ['an expired token', { claims: { exp: Math.floor(Date.now() / 1000) - 3_600 } }],
    ['a token for another audience', { claims: { aud: 'another' } }],
    ['a token of another issuer', { claims: { iss: 'https://elsewhere.example' } }],
    ['a token with another nonce', { claims: { nonce: 'of yesterday' } }],
  ];
  for (const [name, lie] of LIES)
    test(name, async ({ page, issuer, sql }) => {
      const [{ before }] = (await sql('select count(*)::int as before from sessions')) as [
        { before: number },
      ];
      issuer.lie(lie);
      await enter(page, issuer, RITA);
      await said(page, NOT_DONE);
      expect(await sql('select count(*)::int as after from sessions')).toEqual([{ after: before }]);
    });

  test('a claim without a role, a disabled person, an e-mail that somebody has', async ({
    page,
    issuer,
    sql,
    product,
  }) => {
    await enter(page, issuer, RITA);
    await expect(page).toHaveURL(/\/pix\/overview$/);
    await enter(page, issuer, { ...RITA, roles: ['staff', 'admin'] });
    await said(page, /não traz papel/);
    await enter(page, issuer, { ...RITA, sub: 'double', email: product.signIns[0]?.email ?? '' });
    await said(page, /Outra pessoa já entra aqui/);
    await sql(`update operators set disabled_at = now() where email = 'rita@example.test'`);
    await enter(page, issuer, RITA);
    await said(page, /Seu acesso ao Guichê está desligado/);
    await sql(`update operators set disabled_at = null where email = 'rita@example.test'`);
  });

  test('who lost every role at the issuer is out wherever they were in; a silent sign-on proves nothing new', async ({
    page,
    issuer,
    sql,
  }) => {
    await enter(page, issuer, { sub: 'leo', email: 'leo@example.test', roles: ['finance'] });
    await expect(page).toHaveURL(/\/pix\/overview$/);
    // The issuer did not say when it asked: what needs a proof asks for one.
    expect((await (await page.request.get('/api/session')).json()).stepUpUntil).toBeNull();
    const kept = await page.context().cookies();
    await enter(page, issuer, { sub: 'leo', email: 'leo@example.test', roles: ['staff'] });
    await said(page, /não traz papel/);
    await page.context().addCookies(kept);
    await expect
      .poll(async () => (await page.request.get('/api/session')).status(), { timeout: 15_000 })
      .toBe(401);
    expect(
      await sql(`select role from grants join identities using (operator_id) where subject = 'leo'`),
    ).toEqual([]);
  });

  test('another state, a code without its journey, a journey used twice', async ({ page, issuer, api }) => {
    const request = await api(null);
    const at = async (path: string) =>
      (await request.get(path, { maxRedirects: 0 })).headers().location ?? '';
    expect(await at('/api/sso/callback?code=x&state=y')).toMatch(/error=sso_failed$/);
    const start = new URL(await at('/api/sso/start?callbackUrl=https://evil.example/'));
    expect(start.searchParams.get('code_challenge_method')).toBe('S256');
    expect(start.searchParams.get('nonce')).toBeTruthy();
    expect(await at(`/api/sso/callback?code=x&state=${start.searchParams.get('state')}x`)).toMatch(
      /error=sso_failed$/,
    );
    let back = '';
    page.on('request', (one) => {
      if (one.url().includes('/api/sso/callback')) back = one.url();
    });
    await enter(page, issuer, RITA);
    await expect(page).toHaveURL(/\/pix\/overview$/);
    await page.goto(back);
    await said(page, NOT_DONE);
  });

  test('a code of another journey’s PKCE challenge', async ({ page, issuer, sql }) => {
    const before = await sql('select count(*)::int from sessions');
    issuer.be(RITA);
    issuer.denied.length = 0;
    const start = await page.request.get('/api/sso/start', { maxRedirects: 0 });
    const address = new URL(start.headers().location ?? '');
    const another = createHash('sha256')
      .update('a verifier of somebody else, of forty-three letters')
      .digest('base64url');
    address.searchParams.set('code_challenge', another);
    await page.goto(address.href);
    await said(page, NOT_DONE);
    expect(issuer.denied).toEqual([expect.stringContaining('code_verifier does not match code_challenge')]);
    expect(await sql('select count(*)::int from sessions')).toEqual(before);
    expect((await page.request.get('/api/session')).status()).toBe(401);
  });

  const BOSS: Person = { sub: 'boss', email: 'boss@example.test', roles: 'admin' };
  const ago = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;
  const PROOFS: readonly (readonly [string, Person, () => Lie | null])[] = [
    ['of somebody else whom Guichê knows', RITA, () => null],
    ['of somebody whom it does not', { sub: 'stranger', roles: 'admin' }, () => null],
    ['that was asked for an hour ago', BOSS, () => ({ claims: { auth_time: ago(3_600) } })],
    ['that was asked for before it was wanted', BOSS, () => ({ claims: { auth_time: ago(180) } })],
    ['that does not say when it was asked for', BOSS, () => ({ claims: { auth_time: undefined } })],
  ];
  for (const [name, person, lieOf] of PROOFS)
    test(`a step-up by a proof ${name}`, async ({ page, issuer, sql }) => {
      await enter(page, issuer, RITA);
      await expect(page).toHaveURL(/\/pix\/overview$/);
      await enter(page, issuer, BOSS);
      await expect(page).toHaveURL(/\/pix\/overview$/);
      await sql(`update sessions set proved_at = now() - interval '1 hour'`);
      const stepUp = async () => (await (await page.request.get('/api/session')).json()).stepUpUntil;
      issuer.be(person);
      const lie = lieOf();
      if (lie !== null) issuer.lie(lie);
      await page.goto('/api/sso/start?purpose=step-up&callbackUrl=/proved');
      await said(page, NOT_DONE);
      expect(await stepUp()).toBeNull();
      expect(
        await sql(
          `select count(*)::int as fresh from sessions where proved_at > now() - interval '50 minutes'`,
        ),
      ).toEqual([{ fresh: 0 }]);
      // The true one is taken after it.
      issuer.be(BOSS);
      await page.goto('/api/sso/start?purpose=step-up&callbackUrl=/proved');
      await expect(page.getByRole('heading', { name: 'Confirmado' })).toBeVisible();
      expect(await stepUp()).not.toBeNull();
    });
});
