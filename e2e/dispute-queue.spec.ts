import type { Locator, Page } from '@playwright/test';
import { expect, test } from './own-product.ts';
import { hydrated } from './support/hydrated.ts';
import { faultsOfLayout, resized } from './support/widths.ts';

test.use({ more: { simulator: { transactions: 6_000 } } });
test.describe.configure({ timeout: 180_000 });

/** The row of a dispute that was just opened, once the queue has read it. */
async function inQueue(page: Page, id: string): Promise<Locator> {
  await page.goto('/pix/disputes');
  await hydrated(page);
  await page.getByRole('button', { name: 'Atualizar' }).click();
  const row = page.locator(`[data-id="${id}"]`);
  await expect(row).toBeVisible();
  return row;
}

test('the queue is narrowed by what the report says, by opening and by amount; how they ended goes by reason', async ({
  signedIn,
  dispute,
}) => {
  const { id } = await dispute({ hours: 20 });
  const page = await signedIn('analyst');
  const row = await inQueue(page, id);
  const ended = page.getByRole('region', { name: 'Como acabaram' });
  await expect(ended).toContainText('motivo lido do relato');
  await expect(ended.getByRole('rowheader', { name: 'Golpe', exact: true })).toHaveCount(1);

  for (const reason of ['Coerção', 'Acesso fraudulento']) {
    await page.getByRole('button', { name: /^Motivo: / }).click();
    await page.getByRole('menuitemcheckbox', { name: reason }).click();
  }
  await expect(page).toHaveURL(/situation=coercion,fraudulent_access/);
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Remover filtro Motivo' }).first().click();
  await expect(row).toBeVisible();

  await page.getByRole('button', { name: /^Valor: / }).click();
  await page.getByLabel('De', { exact: true }).fill('99.000,00');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page).toHaveURL(/amountFrom=9900000/);
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Remover filtro Valor' }).first().click();
  await expect(row).toBeVisible();

  await page.getByRole('button', { name: /^Período: / }).click();
  await page.getByRole('button', { name: 'Ontem', exact: true }).click();
  await expect(page).toHaveURL(/[?&]from=/);
  await expect(row).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: /^Período: Ontem/ })).toBeVisible();
});

test('the list begins near the top; it is searched by protocol and by payer, whose name the address does not have', async ({
  signedIn,
  dispute,
}) => {
  const { id } = await dispute({ hours: 20 });
  const page = await signedIn('analyst');
  await page.setViewportSize({ width: 1440, height: 900 });
  const row = await inQueue(page, id);
  const list = await page.getByRole('table', { name: /^Disputas/ }).boundingBox();
  expect(list?.y).toBeLessThanOrEqual(220);

  const search = page.getByRole('searchbox', { name: 'Buscar por pagador, E2E ou protocolo' });
  const others = page.locator(`tbody tr[data-id]:not([data-id="${id}"])`);
  await page.keyboard.press('/');
  await page.keyboard.type(id);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`code=${id}`));
  await expect(row).toBeVisible();
  await expect(page.getByRole('button', { name: /^Abertas ?1 ·/ })).toBeVisible();
  await page.getByRole('button', { name: 'Remover filtro Código' }).click();

  const name = (await row.locator('[data-place="who"] b').innerText()).trim();
  await search.fill(name.toLowerCase());
  await search.press('Enter');
  await expect(page).toHaveURL(/[?&]f=/);
  expect(decodeURIComponent(page.url()).toLowerCase()).not.toContain(name.toLowerCase());
  await expect(row).toBeVisible();
  await expect(others.filter({ hasNotText: name })).toHaveCount(0);
});

test('many are taken at once', async ({ signedIn, dispute }) => {
  const ids = [(await dispute({ hours: 20 })).id, (await dispute({ hours: 21 })).id];
  const page = await signedIn('analyst');
  await inQueue(page, ids[1] ?? '');
  for (const id of ids) await page.locator(`[data-id="${id}"]`).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Assumir 2 disputas' }).click();
  for (const id of ids) await expect(page.locator(`[data-id="${id}"]`)).toContainText('você');
});

test('a row keeps its scale, who has it and its draft at every width but the phone, where the deadline leads', async ({
  signedIn,
  dispute,
}) => {
  const { id } = await dispute({ hours: 20 });
  const page = await signedIn('analyst');
  const row = await inQueue(page, id);
  for (const width of [600, 768, 900, 1024, 1440]) {
    await resized(page, width);
    await expect(row.getByRole('img', { name: /de 72 h$/ })).toBeInViewport({ ratio: 1 });
    await expect(row.getByRole('button', { name: /^Assumir/ })).toBeInViewport({ ratio: 1 });
    await expect(row.getByText('sem rascunho')).toBeInViewport({ ratio: 1 });
    expect(await row.evaluate((drawn) => drawn.getBoundingClientRect().height)).toBeLessThan(110);
    expect((await faultsOfLayout(page)).unread).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(row.getByRole('img', { name: /de 72 h$/ })).toBeHidden();
  const [due, amount] = await Promise.all([
    row.locator('[data-place="time"]').boundingBox(),
    row.locator('[data-place="amount"]').boundingBox(),
  ]);
  expect(due?.y).toBeCloseTo(amount?.y ?? 0, -1);
});

test('in one column the allegation stands before the defense', async ({ signedIn, dispute }) => {
  const { id } = await dispute({ hours: 3 });
  const page = await signedIn('analyst');
  for (const width of [1023, 1100, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`/pix/disputes/${id}`);
    await expect(page.getByRole('textbox', { name: /^\d Venda/ })).toBeVisible();
    const topOf = async (name: string) =>
      (await page.getByRole('region', { name, exact: true }).boundingBox())?.y;
    const alleged = await topOf('O que foi alegado');
    expect(alleged, `${width}`).toBeLessThan((await topOf('Defesa')) ?? 0);
    expect(await topOf('Transação'), `${width}`).toBeGreaterThan((await topOf('Defesa')) ?? 0);
  }
});

test('the chips narrow the queue, and a press anywhere in a row opens it', async ({ signedIn, dispute }) => {
  const { id } = await dispute({ hours: 20 });
  // Nobody assigns anything to this person.
  const page = await signedIn('finance');
  await page.goto('/pix/disputes');
  const row = page.locator(`[data-id="${id}"]`);
  await page.getByRole('button', { name: 'Atualizar' }).click();
  await expect(row).toBeVisible();
  const assignee = page.getByRole('button', { name: /^Responsável: / });
  await assignee.click();
  await page.getByRole('menuitemradio', { name: 'você' }).click();
  await expect(page).toHaveURL(/[?&]assignee=(?!none)/);
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Nada neste filtro' })).toBeVisible();
  await page.goBack();
  await expect(row).toBeVisible();
  await assignee.click();
  await page.getByRole('menuitemradio', { name: 'ninguém' }).click();
  await expect(page).toHaveURL(/[?&]assignee=none/);
  await row.click();
  await expect(page).toHaveURL(new RegExp(`/pix/disputes/${id}$`));
});
