import type { Locator, Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { expect, test } from './own-product.ts';
import { hydrated } from './support/hydrated.ts';
import { atEveryWidth, fits, inEveryVariant } from './support/looks.ts';
import { signIn } from './support/sign-in.ts';

// A product of its own: who is invited here would stand in others' lists.
test.use({ more: { simulator: { transactions: 50 } } });
test.describe.configure({ timeout: 300_000 });

const PASSWORD = 'lilás bigorna tatu 7';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Goes on by Tab, as people without a pointer do, until this has the focus. */
async function tabTo(page: Page, to: Locator): Promise<void> {
  await expect(to).toBeVisible();
  for (let steps = 0; steps < 120; steps += 1) {
    if (await to.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(to, 'reached by Tab').toBeFocused();
}

/** A layer opens by Enter with the focus in it, and Escape leads back to where it was opened. */
async function opensAndCloses(page: Page, opener: Locator, layer: Locator): Promise<void> {
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  await expect(layer).toBeVisible();
  await expect.poll(() => layer.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(layer).toHaveCount(0);
  await expect(opener).toBeFocused();
}

test('policies, channels and profile open and close by keyboard alone', async ({ signedIn }) => {
  const page = await signedIn('admin');
  const dialog = page.getByRole('dialog');
  await page.goto('/settings/policies');
  await opensAndCloses(page, button(page, 'Mudar: Segundo fator'), dialog);
  await page.goto('/settings/channels');
  await opensAndCloses(page, button(page, 'Novo canal…'), dialog);
  await page.goto('/settings/profile');
  const sheet = page.getByRole('complementary', { name: 'Ligar aplicativo de códigos' });
  await tabTo(page, button(page, /^Ligar$/));
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('textbox')).toBeVisible();
});

test('invited, with a code app, and in by the second step: by keyboard alone', async ({
  signedIn,
  browser,
  product,
  checkA11y,
}) => {
  const admin = await signedIn('admin');
  await admin.goto('/settings/team');
  await tabTo(admin, button(admin, 'Convidar pessoa'));
  await admin.keyboard.press('Enter');
  const sheet = admin.getByRole('complementary', { name: 'Convidar pessoa' });
  await tabTo(admin, sheet.getByLabel('E-mail'));
  await admin.keyboard.type('teo@casa.example');
  await tabTo(admin, sheet.getByLabel('Papel 1', { exact: true }));
  await admin.keyboard.type('An');
  await tabTo(admin, sheet.getByRole('button', { name: 'Convidar', exact: true }));
  await admin.keyboard.press('Enter');
  const link = (await sheet.locator('output').textContent()) ?? '';

  const context = await browser.newContext({ baseURL: product.url, locale: 'pt-BR' });
  const teo = await context.newPage();
  await teo.goto(link);
  await tabTo(teo, teo.getByLabel('Nome'));
  await teo.keyboard.press('Control+a');
  await teo.keyboard.type('Téo Lima');
  for (const label of ['Senha', 'Senha de novo']) {
    await tabTo(teo, teo.getByLabel(label, { exact: true }));
    await teo.keyboard.type(PASSWORD);
  }
  await teo.keyboard.press('Enter');
  await expect(teo.getByRole('heading', { name: 'Pronto, Téo Lima' })).toBeFocused();
  const seen = fits(teo, checkA11y);
  await inEveryVariant(teo, seen);
  await tabTo(teo, teo.getByRole('link', { name: 'Ligar segundo fator' }));
  await teo.keyboard.press('Enter');
  await expect(teo.getByRole('heading', { level: 1, name: 'Meu perfil' })).toBeVisible();
  await hydrated(teo);
  const { secret, spare } = await withApp(teo);

  await context.clearCookies();
  await enter(teo);
  const code = teo.getByRole('textbox', { name: 'Código do aplicativo' });
  await expect(code).toBeFocused();
  await inEveryVariant(teo, seen);
  // The right password counts as a try until its code has come.
  for (const left of ['Mais 3 códigos errados', 'Mais 2 códigos errados', 'Mais um código errado']) {
    await tabTo(teo, code);
    await teo.keyboard.type('000000');
    await expect(teo.getByText(`${left} e o seguinte espera 15 s.`)).toBeVisible();
    await hydrated(teo);
  }
  await inEveryVariant(teo, seen);
  await tabTo(teo, code);
  await teo.keyboard.type('000000');
  await expect(teo.getByText(/^Espere \d+ s para tentar de novo$/).first()).toBeVisible();
  await hydrated(teo);
  await inEveryVariant(teo, seen);
  await expect(button(teo, /^Entrar$/)).toBeEnabled({ timeout: 40_000 });
  await tabTo(teo, button(teo, 'Usar código de reserva, restam 10'));
  await teo.keyboard.press('Enter');
  await expect(teo.getByRole('textbox', { name: 'Um dos dez que você guardou' })).toBeFocused();
  await expect(teo.getByText('Depois deste restam 9.')).toBeVisible();
  await inEveryVariant(teo, seen);
  await tabTo(teo, teo.getByRole('textbox', { name: 'Um dos dez que você guardou' }));
  await teo.keyboard.type(spare);
  await teo.keyboard.press('Enter');
  await expect(teo.getByRole('heading', { level: 1, name: 'Primeira vez neste aparelho' })).toBeVisible();
  await hydrated(teo);
  await inEveryVariant(teo, seen);
  await tabTo(teo, teo.getByRole('link', { name: 'Continuar' }));
  await teo.keyboard.press('Enter');
  await expect(teo).toHaveURL(/\/overview$/);

  await context.clearCookies({ name: /session/ });
  await enter(teo);
  await expect(code).toBeFocused();
  await teo.keyboard.type(codeOf(secret));
  await expect(teo).toHaveURL(/\/overview$/);
  await context.close();
});

test('the bell’s news open, fit and close at every width by keyboard alone', async ({
  signedIn,
  playwright,
  product,
  checkA11y,
}) => {
  const page = await signedIn('admin');
  // Another browser of the same person: something has happened.
  const headers = { baseURL: product.url, extraHTTPHeaders: { origin: product.url } };
  const elsewhere = await playwright.request.newContext(headers);
  await signIn(elsewhere, product, 'admin');
  await elsewhere.dispose();
  await page.goto('/pix/overview');
  const bell = page
    .getByRole('button', { name: /^(Caixa de entrada|Inbox), / })
    .filter({ visible: true })
    .first();
  const news = page.getByRole('dialog', { name: /^(Caixa de entrada|Inbox)$/ });
  await inEveryVariant(page, async (width) => {
    await bell.focus();
    await page.keyboard.press('Enter');
    await expect(news.getByRole('listitem').first()).toBeVisible();
    await expect.poll(() => news.evaluate((one) => one.contains(document.activeElement))).toBe(true);
    const { left, right, inside } = await news.evaluate((one) => {
      const { left, right } = one.getBoundingClientRect();
      return { left, right, inside: one.scrollWidth - one.clientWidth };
    });
    expect([left >= 0, right <= width, inside], `the news at ${width}`).toEqual([true, true, 0]);
    await fits(page, checkA11y, true)(width);
    await page.keyboard.press('Escape');
    await expect(news).toHaveCount(0);
    await expect(bell).toBeFocused();
  });
});

test('a second factor that a policy demands is set up at its door by keyboard alone', async ({
  signedIn,
  sql,
  checkA11y,
  expectFault,
}) => {
  // Calls of a page that was open when the policy began to hold.
  expectFault(/403/);
  const page = await signedIn('viewer');
  await sql(
    `insert into sign_in_policies values ('all', 'required', 720, 168, '[]', 12, now(), 'ready-admin')`,
  );
  await expect(async () => {
    await page.goto('/');
    await expect(page).toHaveURL(/second-factor$/, { timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  const seen = fits(page, checkA11y);
  await inEveryVariant(page, seen);
  await tabTo(page, button(page, /^Ligar$/));
  await page.keyboard.press('Enter');
  const key = page.getByRole('main').locator('code');
  await expect(key).toBeVisible();
  await inEveryVariant(page, seen);
  const secret = ((await key.textContent()) ?? '').replaceAll(' ', '');
  await tabTo(page, page.getByRole('textbox', { name: 'Código que o aplicativo mostra' }));
  await page.keyboard.type(codeOf(secret));
  await expect(page.getByRole('listitem').filter({ hasText: SPARE })).toHaveCount(10);
  await atEveryWidth(page, seen);
  await tabTo(page, page.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await tabTo(page, button(page, 'Concluir e abrir o Guichê'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/overview$/);
});

/** A recovery code as it is shown. */
const SPARE = /^\w{4}-\w{4}$/;

const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: (Math.floor(Date.now() / 30_000) + steps) * 30 });

/** The right password; the second step stands there afterwards. */
async function enter(page: Page): Promise<void> {
  await page.goto('/sign-in');
  await tabTo(page, page.getByRole('textbox', { name: 'E-mail' }));
  await page.keyboard.type('teo@casa.example');
  await tabTo(page, page.locator('#password'));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Segundo passo' })).toBeVisible();
  await hydrated(page);
}

/** Sets a code app up by keyboard; its secret, and one of the recovery codes. */
async function withApp(page: Page): Promise<{ secret: string; spare: string }> {
  await tabTo(page, button(page, /^Ligar$/));
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('complementary', { name: 'Ligar aplicativo de códigos' });
  await expect(sheet.locator('code')).toBeVisible();
  const secret = ((await sheet.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await tabTo(page, sheet.getByRole('textbox', { name: 'Código que o aplicativo mostra' }));
  await page.keyboard.type(codeOf(secret, -1));
  const spare = (await sheet.getByRole('listitem').filter({ hasText: SPARE }).first().textContent()) ?? '';
  await tabTo(page, sheet.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await tabTo(page, button(page, 'Concluir'));
  await page.keyboard.press('Enter');
  await expect(sheet).toHaveCount(0);
  return { secret, spare };
}
