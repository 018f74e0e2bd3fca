import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { hydrated } from './support/hydrated.ts';

test.describe.configure({ timeout: 180_000 });

const lines = (page: Page) => page.getByRole('table', { name: 'Lançamentos' }).locator('tr[data-id]');
const fees = (page: Page) => page.getByRole('button', { name: /^Tarifa \d/ });
/** Lines on screen: rows, and fees in the rows of their payments. */
const read = async (page: Page) => (await lines(page).count()) + (await fees(page).count());
const drawer = (page: Page) => page.getByRole('complementary', { name: /^Lançamento: / });

async function open(page: Page, query = '', account = 'pix'): Promise<void> {
  await page.goto(`/${account}/statement${query}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Extrato' })).toBeVisible();
  await hydrated(page);
}

test('a line is read with the balance after it, and opened by keyboard and by press', {
  tag: '@smoke',
}, async ({ signedIn, checkA11y }) => {
  const page = await signedIn('viewer');
  await open(page);
  await expect(lines(page).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Extrato' }).first()).toHaveAttribute('aria-current', 'page');
  // Words, not the provider's codes; the code stays in the title.
  await expect(lines(page).locator('[title="PIX_DEPOSIT"]').first()).toHaveText('Pix recebido');
  await checkA11y(page);
  // Behind the newest line there may be no payment, as behind an automatic deposit.
  const texts = await lines(page).allInnerTexts();
  const paid = texts.findIndex((text) => text.includes('Pix recebido'));
  expect(paid).toBeGreaterThanOrEqual(0);
  for (let line = 0; line <= paid; line += 1) await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(drawer(page)).toBeVisible();
  await expect(drawer(page).getByText('Saldo depois')).toBeVisible();
  await expect(drawer(page).getByRole('link', { name: 'Abrir transação' })).toHaveAttribute(
    'href',
    /\/pix\/transactions\//,
  );
  await checkA11y(page);
  const here = page.url();
  expect(here).toMatch(/[?&]open=/);
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toHaveCount(0);
  await page.goto(here);
  await expect(drawer(page)).toBeVisible();
});

test('a fee stands in its payment’s row and opens its own line; each day tells its balances', async ({
  signedIn,
  checkA11y,
}) => {
  const page = await signedIn('viewer');
  // Wide enough that the column of fees stands beside the drawer.
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page);
  const row = lines(page)
    .filter({ hasText: 'Pix recebido', has: fees(page) })
    .first();
  const fee = row.getByRole('button', { name: /^Tarifa \d/ });
  const amount = (await fee.innerText()).replace(/^Tarifa\s*/, '');
  await fee.click();
  await expect(drawer(page).getByRole('heading', { level: 2, name: 'Tarifa' })).toBeVisible();
  await expect(drawer(page).getByText('SERVICE_FEE')).toBeVisible();
  await expect(row).toHaveAttribute('data-open', 'true');
  await checkA11y(page);
  await drawer(page)
    .locator('section')
    .filter({ hasText: 'Ligados a este' })
    .getByRole('button')
    .first()
    .click();
  await expect(drawer(page).getByRole('button', { name: 'Tarifa, linha própria' })).toBeVisible();
  await expect(drawer(page)).toContainText(`−R$ ${amount}`);
  await page.keyboard.press('Escape');
  // The newest day ends with the balance that the strip tells; the day that is shown in part claims no opening one.
  const table = page.getByRole('table', { name: 'Lançamentos' });
  const days = table.locator('tr[data-day]');
  await expect(days.first()).toContainText(/\d lançamentos?, \d+ tarifas?( até aqui)?.*final/s);
  // The sums are read on: each day tells all of its lines, the last one too, of which only some are shown.
  await expect(page.getByText(/lendo… /)).toHaveCount(0);
  await expect(days.last()).not.toContainText('até aqui');
  await expect(page.getByText('Saldo inicial do dia')).toHaveCount((await days.count()) - 1);
  await expect(page.getByText('por lançamento, São Paulo')).toBeVisible();
  await expect.poll(() => table.evaluate((one) => one.getBoundingClientRect().top)).toBeLessThan(220);
});

test('filters stand in the address; more lines follow; what the service does not take is not offered', async ({
  signedIn,
}) => {
  const page = await signedIn('finance');
  await open(page);
  await expect.poll(() => read(page)).toBe(100);
  await page.getByRole('button', { name: 'Mostrar mais' }).click();
  await expect.poll(() => read(page)).toBe(200);
  await page.getByRole('button', { name: /^Sentido/ }).click();
  await page.getByRole('menuitemradio', { name: 'saídas' }).click();
  await expect(page).toHaveURL(/direction=out/);
  await expect(lines(page).first()).toContainText('−');
  await expect(lines(page).filter({ hasText: 'Pix recebido' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Estado/ })).toHaveCount(0);
  await page.getByRole('button', { name: /^Valor/ }).click();
  await page.getByLabel('De', { exact: true }).fill('1.000,00');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page).toHaveURL(/amountFrom=100000/);
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  await expect(page).not.toHaveURL(/amountFrom|direction/);
  await page.goBack();
  await expect(page).toHaveURL(/amountFrom=100000/);
});

test('who may export takes the filter away as CSV; who may not, sees no way to', async ({ signedIn }) => {
  const page = await signedIn('analyst');
  // Without the picker for files (headless browsers have none to show) the page falls back to a download.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await open(page, '?direction=out');
  await expect(lines(page).first()).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Exportar CSV' });
  await dialog.getByText('Para sistemas').click();
  await dialog.getByRole('button', { name: 'Exportar', exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^statement-pix-[\d-]+\.csv$/);
  const [head, ...rows] = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  const at = head?.split(',').indexOf('amount') ?? -1;
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.every((row) => row.split(',')[at]?.startsWith('-'))).toBe(true);
  const other = await signedIn('viewer');
  await open(other);
  await expect(other.getByRole('button', { name: 'Exportar CSV' })).toHaveCount(0);
});

test('the statement of a Hub account: a person searched without a trace in the address', async ({
  signedIn,
  control,
}) => {
  await control('/deposit', { api: 'hub', amount: 15_300, payerName: 'Nara Vilela' });
  const page = await signedIn('finance');
  await open(page, '', 'hub');
  await expect(page.getByRole('link', { name: 'Depósitos em espera' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Adicionar filtro' }).click();
  await page.getByRole('menuitem', { name: 'Texto' }).click();
  await page.getByLabel('Texto').fill('Nara Vilela');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page).toHaveURL(/[?&]f=[\w-]+/);
  expect(page.url()).not.toMatch(/Nara/i);
  await expect(lines(page)).toHaveCount(1);
  await expect(lines(page).first()).toContainText('Pix sem cobrança');
  await expect(lines(page).first()).toContainText('Nara Vilela');
  await lines(page).first().click();
  await expect(drawer(page).getByText('Um Pix chegou direto a uma chave da conta')).toBeVisible();
});

test('deposits that wait: what it means, and in clear only for who may', async ({ signedIn, checkA11y }) => {
  const page = await signedIn('analyst');
  await open(page);
  await page.getByRole('link', { name: 'Depósitos em espera' }).click();
  const table = page.getByRole('table', { name: 'Depósitos em espera' });
  await expect(table.locator('tbody tr').first()).toBeVisible();
  await page.getByRole('button', { name: /^Estado/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Recusado' }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/status=REJECTED/);
  const row = table.locator('tbody tr').first();
  await expect(row).toContainText('Recusado');
  await row.getByRole('button').click();
  const detail = page.getByRole('complementary', { name: /^Depósito de/ });
  await expect(detail.getByText('O serviço recusou; o valor não entra no seu saldo.')).toBeVisible();
  const hidden = /\*{3}\.\d{3}\.\d{3}-\*{2}|\*{2}\.\d{3}\.\d{3}\/\*{4}-\*{2}/;
  await expect(detail.getByText(hidden).first()).toBeVisible();
  await checkA11y(page);
  await detail.getByRole('button', { name: 'Mostrar dados pessoais' }).click();
  await expect(detail.getByText('Dados visíveis; a consulta fica na auditoria')).toBeVisible();
  await expect(detail.getByText(hidden)).toHaveCount(0);
  const other = await signedIn('viewer');
  await other.goto(page.url());
  await expect(other.getByRole('complementary', { name: /^Depósito de/ })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Mostrar dados pessoais' })).toHaveCount(0);
});

test('a service that fails says so, and leaves what was read on screen', async ({
  signedIn,
  control,
  expectFault,
}) => {
  expectFault(/status of 403/);
  const page = await signedIn('viewer');
  await open(page);
  await expect(lines(page).first()).toBeVisible();
  // The fault is for the list, not for the sums.
  await expect(page.getByText(/lendo… /)).toHaveCount(0);
  await control('/fault', {
    kind: 'status',
    status: 403,
    errorCode: 'PZA204',
    path: '/user/bank-statements',
  });
  await page.getByRole('button', { name: 'Atualizar' }).click();
  await expect(page.getByText('PZA204')).toBeVisible();
  await expect(lines(page).first()).toBeVisible();
});

test('on a phone a line is one card, and nothing runs out of the screen', async ({ signedIn, checkA11y }) => {
  const page = await signedIn('viewer');
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page);
  await expect(lines(page).first()).toBeVisible();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(360);
  await checkA11y(page);
  await lines(page).first().click();
  await expect(drawer(page)).toBeVisible();
  await drawer(page).getByRole('button', { name: 'Fechar (Esc)' }).click();
  await expect(drawer(page)).toHaveCount(0);
});

test('U10: while names are read no row says that there is none; on a phone a held line has no balance before it', async ({
  signedIn,
}) => {
  const page = await signedIn('viewer');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/statement/names?**', async (route) => {
    await held;
    await route.continue();
  });
  await open(page);
  await expect(lines(page).first()).toBeVisible();
  await expect(page.getByText('nome só na transação')).toHaveCount(0);
  release();
  await page.setViewportSize({ width: 360, height: 740 });
  const line = lines(page)
    .filter({ hasText: 'do bloqueado' })
    .or(lines(page).filter({ hasText: 'no bloqueado' }))
    .first();
  await expect(line).toBeVisible();
  await expect(line).not.toContainText('Saldo depois');
  await expect(lines(page).filter({ hasText: 'Saldo depois' }).first()).toBeVisible();
});
