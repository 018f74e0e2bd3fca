import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { test as base, expect } from './own-product.ts';
import { hydrated } from './support/hydrated.ts';
import type { ProductOptions } from './support/product.ts';

/** Three days with so many rows that every kind of them was there yesterday, and time that stands still. */
const test = base.extend<object, { productOptions: ProductOptions | null }>({
  productOptions: [
    async ({ postgres }, use) => {
      const env = { DATABASE_URL: postgres.url, GUICHE_SECRET: 'for tests only, thirty-two bytes or more' };
      await use({ env, simulator: { transactions: 12_000, days: 3, speed: 0 } });
    },
    { scope: 'worker' },
  ],
});

const grid = (page: Page) => page.getByRole('grid', { name: 'Transações, da mais nova à mais antiga' });
const rows = (page: Page) => page.locator('tr[data-index]:not([data-unread])');

async function openList(page: Page, query = ''): Promise<void> {
  await page.goto(`/pix/transactions${query}`);
  await expect(rows(page).first()).toBeVisible();
  await hydrated(page, 'table');
}

test("U3, U13: yesterday's failed payments above R$ 500, for a spreadsheet in Portuguese, in six presses", {
  tag: '@smoke',
}, async ({ signedIn }) => {
  const page = await signedIn('analyst');
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await openList(page);
  let presses = 0;
  const press = async (target: Locator) => {
    presses += 1;
    await target.click();
  };
  await press(page.getByRole('button', { name: 'Visões' }));
  await press(page.getByRole('menuitemradio', { name: 'Com erro ontem' }));
  await expect(page).toHaveURL(/status=ERROR/);
  await press(page.getByRole('combobox', { name: 'Buscar nas transações' }));
  await page.keyboard.type('> 500');
  presses += 1;
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/amountFrom=50000/);
  await expect(page.getByRole('button', { name: 'Valor: de R$ 500,00' })).toBeVisible();
  const downloading = page.waitForEvent('download');
  await press(page.getByRole('button', { name: 'Exportar CSV' }));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Exportar', exact: true }));
  expect(presses).toBeLessThanOrEqual(6);
  const text = readFileSync(await (await downloading).path(), 'utf8')
    .slice(1)
    .trim();
  const [heading = [], ...lines] = text.split('\r\n').map((line) => line.split(';'));
  expect(heading).toContain('Criada em (horário de São Paulo)');
  const cells = (name: string) => lines.map((line) => line[heading.indexOf(name)] ?? '');
  const yesterday = new URL(page.url()).searchParams.get('from')?.split('-').reverse().join('/') ?? '';
  expect(lines.length).toBeGreaterThan(0);
  for (const created of cells('Criada em (horário de São Paulo)'))
    expect(created.startsWith(`${yesterday} `)).toBe(true);
  for (const status of cells('Estado')) expect(status).toBe('Erro');
  for (const amount of cells('Valor')) expect(Number(amount.replace(',', '.'))).toBeGreaterThanOrEqual(500);
});

test('U3: sums of what was read, and rows by amount once all of them were', async ({ signedIn }) => {
  const page = await signedIn('analyst');
  await openList(page);
  // A page that streams in stands twice for a moment.
  const totals = page.getByLabel('Totais do filtro inteiro').filter({ visible: true });
  await expect(totals).toContainText(/soma de 100 de \d/);
  await expect(totals).toContainText('Tarifas');
  await expect(grid(page).getByRole('button', { name: 'Valor' })).toHaveCount(0);
  await page.goto('/pix/transactions?status=EXPIRED');
  await expect(totals).not.toContainText('soma de');
  await grid(page).getByRole('button', { name: 'Valor' }).click();
  await expect(page).toHaveURL(/sort=amount/);
  await expect(grid(page).getByRole('columnheader', { name: 'Valor' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  const shown = await rows(page).locator('td:last-child').allTextContents();
  const cents = shown.map((text) => Number(text.replace(/\D/g, '')));
  expect(cents).toEqual(cents.toSorted((a, b) => b - a));
  await page.reload();
  await expect(grid(page).getByRole('columnheader', { name: 'Valor' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
});

test('U22: all of the filter, and an export of what is selected', { tag: '@smoke' }, async ({ signedIn }) => {
  const page = await signedIn('analyst');
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await openList(page);
  for (const place of [0, 2]) await rows(page).nth(place).getByRole('checkbox').click();
  const bar = page.getByRole('region', { name: 'Seleção' });
  const downloading = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Exportar seleção' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Exportar', exact: true }).click();
  const text = readFileSync(await (await downloading).path(), 'utf8').trim();
  expect(text.split('\r\n')).toHaveLength(3);
  await grid(page).getByRole('checkbox', { name: 'Selecionar as linhas lidas' }).check();
  await bar.getByRole('button', { name: /^Selecionar todas do filtro/ }).click();
  await expect(bar).toContainText('Todas do filtro: ');
  await expect(bar.getByRole('button', { name: 'Exportar CSV' })).toBeVisible();
});

test('U22: rows of a table are chosen by box and by key; their sum stands below, their file has them alone', async ({
  signedIn,
  checkA11y,
}) => {
  const page = await signedIn('finance');
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await page.goto('/pix/charges?status=COMPLETED');
  const charges = page.getByRole('table', { name: /^Cobranças/ }).locator('tr[data-id]');
  await expect(charges.first()).toBeVisible();
  await hydrated(page);
  await charges.first().getByRole('checkbox').click();
  await charges.nth(2).getByRole('button').focus();
  await page.keyboard.press('x');
  await expect(charges.nth(2)).toHaveAttribute('data-selected', 'true');
  await expect(page).not.toHaveURL(/open=/);
  const bar = page.getByRole('region', { name: 'Seleção' });
  await expect(bar).toContainText('2 selecionadas');
  const shown = await Promise.all(
    [0, 2].map((place) => charges.nth(place).locator('td:last-child').innerText()),
  );
  const sum = shown.reduce((all, text) => all + Number(text.replace(/\D/g, '')), 0);
  expect(Number((await bar.getByRole('status').innerText()).replace(/^.*selecionadas|\D/gs, ''))).toBe(sum);
  await checkA11y(page);
  const downloading = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Exportar seleção' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Exportar', exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^cobrancas-pix-(?:ate-)?[\da-]+\.csv$/);
  const [, ...lines] = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  const ids = await Promise.all([0, 2].map((place) => charges.nth(place).getAttribute('data-id')));
  for (const [at, id] of ids.entries()) expect(lines[at]).toContain(id ?? '');
  expect(lines).toHaveLength(2);
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
});

test('U22: lines of the statement are chosen too, with what they come to, and leave as a file of their own', async ({
  signedIn,
  checkA11y,
}) => {
  const page = await signedIn('finance');
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  // Few enough that none lies behind the bar.
  await page.goto('/hub/statement?type=PAYOUT_REVERSAL');
  const lines = page.locator('tr[data-id]');
  await expect(lines.nth(3)).toBeVisible();
  await hydrated(page, 'table');
  await lines.nth(1).getByRole('checkbox').click();
  await lines.nth(3).getByRole('checkbox').click();
  await expect(page).not.toHaveURL(/open=/);
  const bar = page.getByRole('region', { name: 'Seleção' });
  await expect(bar).toContainText('2 selecionadas');
  await checkA11y(page);
  const ids = await Promise.all([1, 3].map((place) => lines.nth(place).getAttribute('data-id')));
  const downloading = page.waitForEvent('download');
  await bar.getByRole('button', { name: 'Exportar seleção' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Exportar', exact: true }).click();
  const text = readFileSync(await (await downloading).path(), 'utf8').trim();
  expect(text.split('\r\n')).toHaveLength(3);
  for (const id of ids) expect(text).toContain(id ?? '');
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
});

test('U22: the cell under the pointer gives its id or amount, whole; Ctrl+C in a row too; the row stays shut', async ({
  signedIn,
}) => {
  const page = await signedIn('analyst');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const held = () => page.evaluate(() => navigator.clipboard.readText());
  await openList(page);
  const button = page.getByRole('button', { name: /^Copiar / });
  const copied = page.getByText('Copiado');
  const given = async (cell: Locator) => {
    const before = await held();
    // At the edge of the screen the press itself would scroll, and scrolling takes the button away.
    await cell.evaluate((one) => one.scrollIntoView({ block: 'center' }));
    await cell.hover();
    await expect(copied).toHaveCount(0);
    await button.click();
    await expect(copied).toHaveCount(1);
    await expect.poll(held).not.toBe(before);
    return held();
  };
  const row = rows(page).nth(1);
  const id = (await row.locator('[data-copy]').first().getAttribute('data-copy')) ?? '';
  expect(await given(row.locator('[data-copy]').first())).toBe(id);
  const amount = row.locator('[data-copy-amount]').last();
  expect(await given(amount)).toMatch(/^\d+,\d\d$/);
  await expect(page).not.toHaveURL(/open=/);
  await rows(page).nth(2).focus();
  await page.keyboard.press('ControlOrMeta+c');
  await expect
    .poll(held)
    .toBe(await rows(page).nth(2).locator('[data-copy]').first().getAttribute('data-copy'));
  // A list that stands in a page gives the same, by the same statement.
  await page.goto('/pix/charges');
  const charge = page.locator('tr[data-id]').first();
  await expect(charge).toBeVisible();
  await hydrated(page, 'table');
  const own = (await charge.getAttribute('data-id')) ?? '';
  expect(await given(charge.locator(`[data-copy="${own}"]`))).toBe(own);
  await expect(page).not.toHaveURL(/open=/);
});

test('U22: lines of the statement and all that a filter finds are chosen, and leave as a file', async ({
  signedIn,
}) => {
  const page = await signedIn('analyst');
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await page.goto('/pix/statement');
  const lines = page.getByRole('table', { name: 'Lançamentos' }).locator('tbody tr[data-index]');
  await expect(lines.first()).toBeVisible();
  await hydrated(page, 'table');
  const bar = page.getByRole('region', { name: 'Seleção' });
  const exported = async (button: string) => {
    const downloading = page.waitForEvent('download');
    await bar.getByRole('button', { name: button }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Exportar', exact: true }).click();
    return (
      readFileSync(await (await downloading).path(), 'utf8')
        .trim()
        .split('\r\n').length - 1
    );
  };
  // A fee in a payment's row leaves with it.
  const fees = page.getByRole('button', { name: /^Tarifa \d/ });
  const paid = lines.filter({ has: fees });
  const lone = lines.filter({ hasNot: fees });
  for (const line of [paid.first(), lone.first()]) await line.getByRole('checkbox').click();
  await expect(bar).toContainText('2 selecionadas');
  expect(await exported('Exportar seleção')).toBe(3);
  const read = (await lines.count()) + (await fees.count());
  await page.getByRole('checkbox', { name: 'Selecionar as linhas lidas' }).check();
  await bar.getByRole('button', { name: /^Selecionar todas do filtro/ }).click();
  await expect(bar).toContainText('Todas do filtro');
  expect(await exported('Exportar CSV')).toBeGreaterThan(read);
});
