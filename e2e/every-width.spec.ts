import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { test } from './own-product.ts';
import { DISPUTES } from './support/disputes.ts';
import { FULL } from './support/full.ts';
import { LOOKS, looked } from './support/looks.ts';
import { approvalAbove, requestWaiting } from './support/payments.ts';
import { MANY_ROWS } from './support/provider.ts';
import { at, PAGES, type Walked } from './support/walked-pages.ts';
import { faultsOfLayout, type LayoutFaults, resized } from './support/widths.ts';

test.use({ more: MANY_ROWS });

// One walk, judged four times: each page is opened once and taken through all widths. Files begin by their names, and
// the longest of them must not begin last.
test.describe.configure({ mode: 'serial', timeout: FULL ? 1_800_000 : 480_000 });
test.use({
  // Nothing takes its mail; that there is a way to send some shows the page of a forgotten password.
  more: {
    simulator: { transactions: 600 },
    env: { SMTP_URL: 'smtp://127.0.0.1:9', SMTP_FROM: 'Guichê <guiche@example.com>' },
  },
});

const PASSWORD = 'lilás bigorna tatu 7';
const SETTINGS_TEAM = '/api/settings/team';

async function asked<T = { id: string }>(api: APIRequestContext, address: string, data?: object): Promise<T> {
  const headers = { 'idempotency-key': randomUUID() };
  const answer = await api.post(address, { headers, ...(data && { data }) });
  expect(answer.ok(), `${address}: ${await answer.text()}`).toBe(true);
  return (answer.status() === 204 ? {} : await answer.json()) as T;
}
async function firstOf(api: APIRequestContext, list: string) {
  const answer = await api.get(`/api/accounts/${list}`);
  expect(answer.ok(), `${list}: ${await answer.text()}`).toBe(true);
  return (await answer.json()).items[0];
}

type Dispute = { id: string; transactionId: string };
type Money = { dispute: Dispute; approval: string };

/** A rule that is weakened waits for another administrator: its panel stands among the policies. */
async function weaker(api: APIRequestContext): Promise<void> {
  const { items } = await (await api.get('/api/settings/accounts')).json();
  const answer = await api.patch(`/api/settings/accounts/${items[0].id}`, {
    headers: { 'idempotency-key': randomUUID() },
    data: { settings: { approvalAbove: 500_000 }, reason: 'Fornecedores subiram de preço.' },
  });
  expect(answer.status(), await answer.text()).toBe(202);
}

/** The pages that one record each has of its own: of the Pix account's dispute and approval, and the first of the rest. */
async function ownPages(api: APIRequestContext, { dispute, approval }: Money): Promise<Walked[]> {
  const { id, transactionId } = dispute;
  await expect.poll(async () => (await api.get(`${DISPUTES}/${id}`)).status(), { timeout: 30_000 }).toBe(200);
  await asked(api, '/api/accounts/pix/charges', { amount: 4_321 });
  const selection = { scope: 'selection', transactionIds: [transactionId], everything: true };
  const resend = await asked(api, '/api/accounts/pix/resends', selection);
  const deposit = await firstOf(api, 'hub/statement?type=DEPOSIT&limit=1');
  return [
    `/pix/disputes/${id}`,
    `/pix/transactions/${transactionId}`,
    `/pix/resends/${resend.id}`,
    `/pix/operations/${approval}`,
    `/pix/deliveries/${(await firstOf(api, 'pix/deliveries?limit=1')).id}`,
    `/hub/disputes/${(await firstOf(api, 'hub/disputes?limit=1')).id}`,
    `/hub/deposits/${encodeURIComponent(deposit.transactionId)}`,
  ].map((page) => at(page));
}

/** The pages before anybody is known; two people are invited, of whom one comes and then forgets the password. */
async function doors(api: APIRequestContext, nobody: APIRequestContext): Promise<Walked[]> {
  const invite = (name: string) =>
    asked<{ id: string; invitation: { url: string } }>(api, SETTINGS_TEAM, {
      email: `${name}@transportes-e-logistica.example`,
      roles: [{ account: 'pix', role: 'analyst' }],
    });
  const [comes, waits] = [await invite('bia.rocha.de.albuquerque'), await invite('caio.montenegro')];
  const token = new URL(comes.invitation.url).hash.slice(1);
  await asked(nobody, '/api/invitation', { token, name: 'Bia Rocha de Albuquerque', password: PASSWORD });
  const reset = await asked<{ url: string }>(api, `${SETTINGS_TEAM}/${comes.id}/reset`);
  const of = (link: string) => new URL(link).pathname + new URL(link).hash;
  return [
    '/sign-in',
    '/sign-in?error=CredentialsSignin',
    '/forgotten',
    of(waits.invitation.url),
    `/invitation#${'x'.repeat(32)}`,
    of(reset.url),
    '/set-up?token=none',
    '/proved',
  ].map((page) => at(page));
}

/** Each page in both looks; in `npm test` the first half of them in one, the second in the other. */
async function walk(page: Page, pages: readonly Walked[]): Promise<void> {
  let looks = [...LOOKS];
  let shown = LOOKS[0] as (typeof LOOKS)[number];
  for (const [n, { name, see }] of pages.entries()) {
    await see(page);
    for (const look of FULL ? looks : [LOOKS[n < pages.length / 2 ? 0 : 1]]) {
      if (look !== shown) await looked(page, look);
      shown = look;
      for (const width of look.widths) {
        await resized(page, width);
        const faults = await faultsOfLayout(page);
        for (const kind of ['tall', 'unread', 'wide', 'lost'] as const)
          found[kind].push(...faults[kind].map((fault) => `${name} at ${width}, ${look.language}: ${fault}`));
      }
    }
    looks = looks.reverse();
  }
}

/** As somebody whom the product does not know. */
async function asStranger(browser: Browser, baseURL: string, pages: readonly Walked[]): Promise<void> {
  const context = await browser.newContext({ baseURL, locale: 'pt-BR' });
  await walk(await context.newPage(), pages);
  await context.close();
}

test('U17: on a phone the search, the count of disputes and what "Mais" holds are found', async ({
  signedIn,
  dispute,
}) => {
  await dispute();
  const page = await signedIn('admin');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/pix/overview');
  const bar = page.getByRole('navigation', { name: 'Principal, tela pequena' });
  await expect(bar.getByRole('link', { name: /^Disputas.*\d/ })).toBeVisible();
  await bar.getByRole('button', { name: 'Mais' }).click();
  const menu = page.getByRole('menu', { name: 'Mais' });
  await expect(menu).toBeVisible();
  const entries = menu.locator('.cap, [role^=menuitem]');
  const words = await entries.allInnerTexts();
  const places = ['Páginas', 'Configurações', 'Contas', 'Suas preferências', 'Sair'].map((word) =>
    words.indexOf(word),
  );
  expect(places).toEqual([...places].sort((one, other) => one - other));
  expect(places).not.toContain(-1);
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('button', { name: 'Buscar' }).click();
  await expect(page.getByRole('dialog', { name: 'Buscar e executar' })).toBeVisible();
  // Of a strip of pages the open one is in sight, though it be the last.
  await page.goto('/settings/profile');
  const strip = page.getByRole('navigation', { name: 'Configurações' });
  await expect(strip.getByRole('link', { name: 'Meu perfil' })).toBeInViewport({ ratio: 0.95 });
});

test('U23: nothing is fetched early that the page does not use, at first and after going on', async ({
  signedIn,
}) => {
  const page = await signedIn('admin');
  await page.goto('/pix/overview');
  const early = () =>
    page.evaluate(() => {
      const used = new Set(
        [...document.querySelectorAll('link[rel=stylesheet], script[src], img[src]')].map(
          (node) => (node as HTMLLinkElement).href ?? (node as HTMLScriptElement).src,
        ),
      );
      // Every page is set in the one font that is fetched early.
      const fonts = [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=font]')];
      const set = [...document.fonts].filter(({ status }) => status === 'loaded').length;
      return [
        ...document.querySelectorAll<HTMLLinkElement>('link[rel=preload]:not([as=font])'),
        ...fonts.slice(Math.min(set, 1)),
      ]
        .map(({ href }) => href)
        .filter((href) => !used.has(href));
    });
  for (const next of ['Transações', 'Disputas']) {
    const link = page.getByRole('link', { name: next }).first();
    await link.hover();
    await page.waitForLoadState('load');
    expect(await early(), `before ${next}`).toEqual([]);
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: next })).toBeVisible();
    expect(await early(), next).toEqual([]);
  }
});

/** The first three of them in `npm test`. */
const sampled = (pages: readonly Walked[]) => (FULL ? pages : pages.slice(0, 3));

const found: LayoutFaults = { tall: [], unread: [], wide: [], lost: [] };

test('U16: every page fits from 360 to 1440 px, in both languages and themes', async ({
  signedIn,
  api,
  dispute,
  sql,
  browser,
  product,
}) => {
  const [admin, finance, viewer] = [await signedIn('admin'), await api('finance'), await signedIn('viewer')];
  await approvalAbove(sql, finance, 1_000);
  const [approval] = [await requestWaiting(finance), await requestWaiting(finance)];
  const request = await api('admin');
  await weaker(request);
  const knocked = await doors(request, await api(null));
  await walk(admin, [...sampled(await ownPages(request, { dispute: await dispute(), approval })), ...PAGES]);
  await sql(
    `insert into sign_in_policies values ('all', 'required', 720, 168, '[]', 12, now(), 'ready-admin')`,
  );
  await asStranger(browser, product.url, sampled(knocked));
  // The product caches policies for some seconds; nothing after this needs them as they were.
  const watching = await api('viewer');
  await expect.poll(async () => (await watching.get('/api/accounts/pix/balance')).status()).toBe(403);
  await walk(viewer, [at('/second-factor')]);
  await expect(viewer).toHaveURL(/second-factor$/);
  expect(found.wide).toEqual([]);
});

test('U1: no page is taller than what scrolls, and all of it is scrolled to', () => {
  expect([...found.tall, ...found.unread.filter((fault) => fault.includes('never scrolled to'))]).toEqual([]);
});

test('U2: no time and no amount is cut or covered', () => {
  expect(found.unread).toEqual([]);
});

test('U16: every list keeps amount, time, state and who in sight, with and without its drawer', () => {
  expect(found.lost).toEqual([]);
});
