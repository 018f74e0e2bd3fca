import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { Ready } from './support/product.ts';

// Enough rows for the words that one dialect makes up to be among them; time stands still.
test.use({ productOptions: { simulator: { transactions: 3000, speed: 0 } } });

type Told = { id: string; status: string; type: string; refundAmount: unknown };

/** Transactions that the simulator tells now, in the dialect in force. */
async function told(product: Ready, query: string): Promise<Told[]> {
  const { pix } = product.simulator ?? {};
  const answer = await fetch(`${pix?.baseUrl}/user/transactions?limit=100&${query}`, {
    headers: { authorization: `Bearer ${pix?.accessToken}`, 'content-type': 'application/json' },
  });
  return ((await answer.json()) as { transactions: Told[] }).transactions;
}

const rows = (page: Page) => page.locator('tr[data-index]:not([data-unread])');

test.afterAll(async ({ product }) => {
  await fetch(`${product.simulator?.controlUrl}/reset`, {
    method: 'POST',
    headers: { 'x-sandbox-control': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ scope: 'normal' }),
  });
});

for (const dialect of ['plain', 'nested', 'sparse', 'wrapped', 'lean'])
  test(`${dialect}: overview, list and detail say the same`, async ({ signedIn, control, product }) => {
    await control('/state', { dialect });
    const page = await signedIn('admin');
    await page.goto('/pix/overview');
    await expect(page.getByRole('region', { name: 'Saldo' })).toContainText(/R\$\s[\d.]+,\d\d/);
    await expect(page.getByRole('region', { name: 'Limite de saque hoje' })).toContainText(/R\$\s50\.000,00/);
    const recent = page.getByRole('table', { name: 'As dez transações mais novas' });
    await expect(recent.getByRole('link')).toHaveCount(10);
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
    await recent.getByRole('link').first().click();
    const drawer = page.getByRole('complementary', { name: /^Transação / });
    await expect(drawer.getByRole('heading', { name: 'Todos os campos' })).toBeVisible();
    await expect(rows(page).nth(20)).toBeVisible();
    const [refunded] = (await told(product, 'status=REFUNDED')).filter((one) => one.refundAmount);
    expect(typeof refunded?.refundAmount).toBe(dialect === 'nested' ? 'number' : 'string');
    await page.goto(`/pix/transactions/${refunded?.id}`);
    const amount = Number(refunded?.refundAmount).toLocaleString('pt-BR', { minimumFractionDigits: 2 });
    const fields = page.getByRole('region', { name: 'Todos os campos' });
    await expect(fields.getByText('Valor devolvido').locator('xpath=following-sibling::dd[1]')).toContainText(
      amount,
    );
  });

test('fields that nobody knows are shown as they came', async ({ signedIn, control, product }) => {
  await control('/state', { dialect: 'nested' });
  const [one] = await told(product, 'status=COMPLETED');
  const page = await signedIn('admin');
  await page.goto(`/pix/transactions/${one?.id}`);
  const other = page.getByRole('region', { name: 'Outros campos' });
  await expect(other.getByText('riskScore')).toBeVisible();
  await expect(other.getByText('tags')).toBeVisible();
});

test('words that nobody knows are shown as they came', async ({ signedIn }) => {
  const page = await signedIn('admin');
  await page.goto('/pix/transactions');
  const odd = { status: 'HELD_BY_BANK', type: 'CASHBACK', method: 'CARRIER_PIGEON' };
  // The simulator has no words of its own making: these are put into what the server answers.
  await page.route(/\/api\/accounts\/pix\/transactions\?/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { items: object[] };
    await route.fulfill({
      response: answer,
      json: { ...body, items: body.items.map((item) => ({ ...item, ...odd })) },
    });
  });
  await page.getByRole('button', { name: 'Atualizar' }).click();
  await expect(rows(page).first()).toContainText(odd.status);
  await expect(rows(page).first()).toContainText(odd.type);
});
