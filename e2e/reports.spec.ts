import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './own-product.ts';
import { hydrated } from './support/hydrated.ts';
import { MANY_ROWS } from './support/provider.ts';

test.use({ more: MANY_ROWS });

test.describe.configure({ timeout: 180_000 });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rows = (page: Page) => page.getByRole('table', { name: 'Relatórios' }).locator('tbody tr');

async function open(page: Page): Promise<void> {
  await page.goto('/pix/reports?open=new');
  await expect(page.getByRole('heading', { level: 1, name: 'Relatórios' })).toBeVisible();
  await hydrated(page);
  await expect(page.getByRole('heading', { name: 'Novo relatório' })).toBeVisible();
}

test('ordered once, watched without a press, saved as a file', { tag: '@smoke' }, async ({
  signedIn,
  control,
  checkA11y,
}) => {
  const page = await signedIn('finance');
  // Without the picker for files (headless browsers have none to show) the page falls back to a download.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await open(page);
  // Others of this product may have asked for some.
  const before = await rows(page).count();
  await button(page, 'Ontem').click();
  await page.getByRole('checkbox', { name: 'Depósito' }).check();
  await page.reload();
  await expect(button(page, 'Ontem')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('checkbox', { name: 'Depósito' })).toBeChecked();
  await button(page, 'Pedir relatório').dblclick();
  await expect(page.getByText('Relatório pedido')).toBeVisible();
  await expect(rows(page)).toHaveCount(before + 1);
  await expect(rows(page).first()).toContainText('Depósito');
  await control('/time', { advanceMs: 600_000 });
  await expect(rows(page).first()).toContainText('Pronto', { timeout: 30_000 });
  await checkA11y(page);
  const downloading = page.waitForEvent('download');
  await rows(page)
    .first()
    .getByRole('button', { name: /^Baixar o relatório/ })
    .click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^relatorio-pix-\d{4}-\d\d-\d\d.*\.csv$/);
  const said = await rows(page).first().locator('td[data-number]').innerText();
  const written =
    readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n').length - 1;
  expect(said).toContain(written.toLocaleString('pt-BR'));
});

test('what matches nothing, and a file that was removed, are said in words', async ({
  signedIn,
  control,
  expectFault,
}) => {
  expectFault(/status of 4(?:22|10)/);
  const page = await signedIn('finance');
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await open(page);
  await page.getByLabel('De', { exact: true }).fill('2001-01-01');
  await page.getByLabel('Até', { exact: true }).fill('2001-01-02');
  await button(page, 'Pedir relatório').click();
  const refused = page.getByRole('alert').filter({ hasText: 'O serviço não gerou este relatório' });
  await expect(refused).toContainText('nenhuma transação corresponde');
  await page.getByLabel('Até', { exact: true }).fill('2000-01-01');
  await button(page, 'Pedir relatório').click();
  await expect(page.getByText('O início vem depois do fim.')).toBeVisible();
  await button(page, 'Hoje').click();
  await button(page, '7 dias').click();
  await button(page, 'Pedir relatório').click();
  await expect(page.getByText('Relatório pedido')).toBeVisible();
  await control('/time', { advanceMs: 600_000 });
  await expect(rows(page).first()).toContainText('Pronto', { timeout: 30_000 });
  // The page does not know yet that the file went in the meantime: its next read waits until the press.
  let pressed = () => {};
  const press = new Promise<void>((done) => {
    pressed = done;
  });
  await page.route(/\/reports(\?|$)/, async (route) => {
    if (route.request().method() === 'GET') await press;
    await route.fallback();
  });
  await control('/time', { advanceMs: 8 * 86_400_000 });
  await page
    .getByRole('button', { name: /^Baixar o relatório/ })
    .first()
    .click();
  pressed();
  await expect(page.getByRole('dialog')).toContainText('O arquivo deste relatório já foi removido');
  await page.keyboard.press('Escape');
  await expect(rows(page).first()).toContainText('Arquivo removido');
  await rows(page).first().getByRole('button', { name: 'Pedir de novo' }).click();
  await expect(page.getByLabel('De', { exact: true })).toBeFocused();
  await expect(button(page, '7 dias')).toHaveAttribute('aria-pressed', 'true');
});

test('an order whose answer was lost is followed until it is found', async ({ signedIn, provider }) => {
  const page = await signedIn('admin');
  await open(page);
  await provider.fault({ kind: 'apply-reset', method: 'POST', path: '/user/report' });
  await button(page, '30 dias').click();
  await page.getByRole('checkbox', { name: 'Saque' }).check();
  await button(page, 'Pedir relatório').click();
  // Nobody presses anything: it is looked for, and the page says how it ended.
  await expect(page.getByText('Pedido de relatório: o serviço confirmou.')).toBeVisible({ timeout: 30_000 });
  await expect(rows(page).filter({ hasText: 'Saque' }).first()).toBeVisible();
});

test('roles without it see neither entry nor page', async ({ signedIn, expectFault }) => {
  expectFault(/404/);
  const page = await signedIn('analyst');
  await page.goto('/pix/overview');
  await expect(page.getByRole('link', { name: 'Extrato' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Relatórios' })).toHaveCount(0);
  await page.goto('/pix/reports');
  await expect(page.getByRole('heading', { name: 'Novo relatório' })).toHaveCount(0);
});

test('on a phone the form stands over the list', async ({ signedIn, checkA11y }) => {
  const page = await signedIn('finance');
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(360);
  await checkA11y(page);
});
