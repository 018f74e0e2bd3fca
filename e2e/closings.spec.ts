import type { Page } from '@playwright/test';
import { addDays, type Day, saoPauloDay } from '#lib/core/dates.ts';
import { expect, test } from './own-product.ts';

test.describe.configure({ timeout: 240_000 });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const differences = (page: Page) => page.getByRole('region', { name: 'Diferenças' });

/** Explains the open differences of the day but one, as a page would. */
async function explainAllButOne(page: Page, day: Day): Promise<void> {
  await page.evaluate(async (of) => {
    const path = `/api/accounts/pix/closings/${of}/differences`;
    const headers = { 'content-type': 'application/json' };
    for (;;) {
      const list = await fetch(`${path}?state=open&limit=200`);
      const { items } = (await list.json()) as { items: { id: string }[] };
      const [, ...others] = items;
      if (others.length === 0) return;
      const body = JSON.stringify({ note: 'Conferido com o provedor.' });
      for (const { id } of others)
        await fetch(`${path}/${encodeURIComponent(id)}`, { method: 'PATCH', headers, body });
    }
  }, day);
}

test('a day is read, its differences explained, and closed with a hash', { tag: '@smoke' }, async ({
  signedIn,
  product,
  checkA11y,
}) => {
  const yesterday = addDays(saoPauloDay(Date.now()), -1);
  const page = await signedIn('finance');
  await page.goto('/pix/statement');
  await page.getByRole('link', { name: 'Fechamentos' }).click();
  await expect(page).toHaveURL(/\/pix\/closings$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Fechamentos' })).toBeVisible();
  await checkA11y(page);

  await page.goto(`/pix/closings/${yesterday}`);
  const equation = page.getByRole('region', { name: 'Equação do dia' });
  await button(page, /^Ler (agora|de novo)$/).click();
  await expect(equation).toContainText('Saldo final', { timeout: 60_000 });
  await checkA11y(page);

  await equation.getByRole('button').first().click();
  const lines = page.getByRole('complementary', { name: /^Lançamentos: / });
  await expect(lines.getByRole('row').nth(1)).toBeVisible();
  await checkA11y(page);
  await page.keyboard.press('Escape');

  // Two orders that nobody paid: each is an open difference, as are the payments without an order.
  await page.locator('input[type=file]').setInputFiles({
    name: 'pedidos.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('pedido;valor\nsem-pagamento-1;10,00\nsem-pagamento-2;25,00\n'),
  });
  const columns = page.getByRole('dialog', { name: 'Colunas do arquivo' });
  await expect(columns.getByRole('combobox', { name: 'Valor' })).toHaveValue('1');
  await checkA11y(page);
  await columns.getByRole('button', { name: 'Comparar pedidos' }).click();
  await expect(page.getByRole('region', { name: 'Pedidos' })).toContainText('2 no arquivo');
  await expect(differences(page)).toContainText('sem-pagamento-1');
  await expect(button(page, 'Assinar fechamento')).toBeDisabled();

  await explainAllButOne(page, yesterday);
  await page.reload();
  await differences(page).getByRole('button', { name: 'Abertas 1' }).click();
  await button(page, /^Explicar /).click();
  await page.getByRole('textbox', { name: /^Nota/ }).fill('Pedido cancelado.');
  await expect(page.getByText('17 de 280 caracteres')).toBeVisible();
  await checkA11y(page);
  await page.keyboard.press('Enter');
  await expect(differences(page)).toContainText('nenhuma aberta');

  await button(page, 'Assinar fechamento').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Saldo final');
  await expect(dialog).toContainText('Pedido cancelado.');
  await checkA11y(page);
  const password = dialog.getByLabel('Senha');
  if (await password.isVisible())
    await password.fill(product.signIns.find(({ role }) => role === 'finance')?.password ?? '');
  await dialog.getByRole('button', { name: 'Assinar fechamento' }).click();
  const sealed = page.getByRole('region', { name: 'Versão 1, selada' });
  await expect(sealed).toContainText('Dia selado');
  await sealed.getByRole('button', { name: 'Conferir' }).click();
  await expect(sealed).toContainText(/Conferida \d\d:\d\d/);
  await checkA11y(page);

  const downloading = page.waitForEvent('download');
  await sealed.getByRole('link', { name: /^JSON/ }).click();
  expect((await downloading).suggestedFilename()).toContain(yesterday);
  await page.goto('/pix/overview');
  await expect(page.getByText('fechado, versão 1')).toBeVisible();

  const viewer = await signedIn('viewer');
  await viewer.goto('/pix/statement');
  await expect(viewer.getByRole('link', { name: 'Lançamentos' })).toBeVisible();
  await expect(viewer.getByRole('link', { name: /^Fechamento/ })).toHaveCount(0);
  await viewer.goto(`/pix/closings/${yesterday}`);
  await expect(viewer.getByRole('heading', { level: 1 })).toContainText('Fechamentos');
});

test('list and day fit every width without sideways scroll', async ({ signedIn }) => {
  const yesterday = addDays(saoPauloDay(Date.now()), -1);
  const page = await signedIn('finance');
  for (const path of [`/pix/closings/${yesterday}`, '/pix/closings'])
    for (const width of [360, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide, `${path} at ${width} px`).toBeLessThanOrEqual(0);
    }
});
