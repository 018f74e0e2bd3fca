import type { Page } from '@playwright/test';
import { expect, test } from './own-product.ts';
import { hydrated } from './support/hydrated.ts';

test.use({ more: { simulator: { transactions: 400 } } });
test.describe.configure({ timeout: 180_000 });

/** Tag and name of what has the focus. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return `${element?.localName} ${element?.getAttribute('aria-label') ?? element?.textContent ?? ''}`;
  });
const inGrid = (page: Page) => page.getByRole('grid').locator('tr:focus');

test('U12: by keyboard alone: a dispute is found, opened, written and sent', async ({
  signedIn,
  dispute,
  infraction,
}) => {
  const { id } = await dispute({ hours: 3 });
  const page = await signedIn('analyst');
  await page.goto('/pix/overview');
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/\/pix\/disputes$/);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Buscar e executar' }).fill(id);
  const found = page.getByRole('option', { name: /^Disputa / }).first();
  await expect(found).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('option', { name: /^Copiar / })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/pix/disputes/${id}`));
  const sale = page.getByRole('textbox', { name: /^\d Venda/ });
  await expect(sale).toBeFocused();
  // In a field a letter is a letter.
  await page.keyboard.type('Pedido pago e entregue; j k x ? g t ficam no texto.');
  await expect(page.getByText(/^Salvo às/)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/pix/disputes/${id}$`));
  const send = page.getByRole('button', { name: 'Enviar defesa…' });
  for (
    let steps = 0;
    steps < 60 && !(await send.evaluate((one) => one === document.activeElement));
    steps += 1
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const confirm = page.getByRole('dialog').getByRole('button', { name: /^Enviar defesa da / });
  await expect(confirm).not.toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Voltar' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(send).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(confirm).not.toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Defesa enviada' })).toBeVisible();
  await expect.poll(() => focused(page)).not.toMatch(/^body/);
  expect((await infraction(id)).defenseHistory[0]?.defense).toContain('j k x ? g t ficam no texto.');
});

test('U12: the focus stays where the operator was: filter menu, chips, drawer', async ({ signedIn }) => {
  const page = await signedIn('analyst');
  await page.goto('/pix/transactions');
  const add = page.getByRole('button', { name: 'Adicionar filtro' });
  const line = (name: string) => page.getByRole('menuitem', { name, exact: true });
  await add.focus();
  await page.keyboard.press('Enter');
  await expect(line('Estado')).toBeFocused();
  for (const [key, name] of [
    ['ArrowDown', 'Tipo'],
    ['End', 'Nome'],
    ['ArrowDown', 'Estado'],
    ['v', 'Valor'],
    ['Home', 'Estado'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(line(name)).toBeFocused();
  }
  await page.keyboard.press('Enter');
  const first = page.getByRole('dialog', { name: 'Adicionar filtro' }).getByRole('checkbox').first();
  await expect(first).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/status=/);
  // A layer has the focus: a letter moves nothing below it.
  await page.keyboard.press('j');
  await expect(first).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(add).toBeFocused();
  await page.getByRole('button', { name: 'Remover filtro Estado' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/status=/);
  await expect(add).toBeFocused();
  await page.keyboard.press('j');
  await expect(inGrid(page)).toHaveCount(1);
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('complementary', { name: /^Transação / });
  await drawer.getByRole('button', { name: 'Fechar' }).focus();
  await page.keyboard.press('Enter');
  await expect(drawer).toHaveCount(0);
  await expect(inGrid(page)).toHaveCount(1);
  // Every letter that works here is listed.
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Atalhos de teclado' });
  for (const key of ['j', 'k', 'x', '/', '?'])
    await expect(help.locator('kbd').getByText(key, { exact: true }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(inGrid(page)).toHaveCount(1);
});

test('`/` leads to the search of the page, and where it has none to the palette', async ({ signedIn }) => {
  const page = await signedIn('admin');
  const slash = async (address: string) => {
    await page.goto(address);
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
    await hydrated(page);
    await page.keyboard.press('/');
  };
  await slash('/hub/statement');
  const text = page.getByRole('textbox', { name: 'Texto' });
  await expect(text).toBeFocused();
  // A slash is a letter of what is looked for, and no second search.
  await page.keyboard.type('a/b');
  await expect(text).toHaveValue('a/b');
  await slash('/settings/audit');
  await expect(page.getByRole('textbox', { name: 'Objeto' })).toBeFocused();
  await page.keyboard.type('txn-1');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/target=txn-1/);
  await slash('/pix/operations');
  await expect(page.getByRole('textbox', { name: 'Referência' })).toBeFocused();
  await slash('/pix/transactions');
  await expect(page.getByRole('combobox', { name: 'Buscar nas transações' })).toBeFocused();
  await slash('/pix/disputes');
  await expect(page.getByRole('searchbox', { name: /^Buscar por pagador/ })).toBeFocused();
  await slash('/pix/overview');
  await expect(page.getByRole('combobox', { name: 'Buscar e executar' })).toBeFocused();
  await expect(page.getByRole('combobox', { name: 'Buscar e executar' })).toHaveValue('');
});
