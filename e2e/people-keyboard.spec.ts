import type { Locator, Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { expect, test } from './fixtures.ts';
import { hydrated } from './support/hydrated.ts';

// A product of its own: who is invited here would stand in others' lists.
test.use({ productOptions: { simulator: { transactions: 50 } } });
test.describe.configure({ timeout: 180_000 });

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
  await checkA11y(teo);
  await tabTo(teo, teo.getByRole('link', { name: 'Ligar segundo fator' }));
  await teo.keyboard.press('Enter');
  await expect(teo.getByRole('heading', { level: 1, name: 'Meu perfil' })).toBeVisible();
  await hydrated(teo);
  const secret = await withApp(teo);

  await context.clearCookies();
  await teo.goto('/sign-in');
  await tabTo(teo, teo.getByRole('textbox', { name: 'E-mail' }));
  await teo.keyboard.type('teo@casa.example');
  await tabTo(teo, teo.locator('#password'));
  await teo.keyboard.type(PASSWORD);
  await teo.keyboard.press('Enter');
  await expect(teo.getByRole('heading', { level: 1, name: 'Segundo passo' })).toBeVisible();
  await hydrated(teo);
  await expect(teo.getByRole('textbox', { name: 'Código do aplicativo' })).toBeFocused();
  await teo.keyboard.type(codeOf(secret));
  await expect(teo.getByRole('heading', { level: 1, name: 'Primeira vez neste aparelho' })).toBeVisible();
  await tabTo(teo, teo.getByRole('link', { name: 'Continuar' }));
  await teo.keyboard.press('Enter');
  await expect(teo).toHaveURL(/\/overview$/);
  await context.close();
});

const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: (Math.floor(Date.now() / 30_000) + steps) * 30 });

/** Sets a code app up by keyboard; its secret. */
async function withApp(page: Page): Promise<string> {
  await tabTo(page, button(page, /^Ligar$/));
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('complementary', { name: 'Ligar aplicativo de códigos' });
  await expect(sheet.locator('code')).toBeVisible();
  const secret = ((await sheet.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await tabTo(page, sheet.getByRole('textbox', { name: 'Código que o aplicativo mostra' }));
  await page.keyboard.type(codeOf(secret, -1));
  await tabTo(page, sheet.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await tabTo(page, button(page, 'Concluir'));
  await page.keyboard.press('Enter');
  await expect(sheet).toHaveCount(0);
  return secret;
}
