import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { hydrated } from './support/hydrated.ts';

const drawer = (page: Page) => page.getByRole('complementary', { name: /^Transação / });
const history = (page: Page) => page.getByRole('table', { name: 'Histórico' });

/** The drawer of a payment that somebody made. */
async function openPayment(page: Page): Promise<void> {
  await page.goto('/pix/transactions?type=DEPOSIT&status=COMPLETED');
  await page.locator('tr[data-index]:not([data-unread])').first().waitFor();
  await hydrated(page, 'table');
  await page.locator('tr[data-index]:not([data-unread])').first().click();
  await expect(drawer(page).getByText('Pagador')).toBeVisible();
}

test('from a payment to its payer and back; a viewer sees the name only', { tag: '@smoke' }, async ({
  signedIn,
  checkA11y,
}) => {
  const page = await signedIn('analyst');
  await openPayment(page);
  const name = drawer(page)
    .getByRole('button', { name: /./ })
    .and(page.getByTitle('Ver os pagamentos desta pessoa'));
  const who = await name.innerText();
  await name.click();
  await expect(page).toHaveURL(/\/pix\/customers\/[\w-]{16}$/);
  await expect(page.getByRole('heading', { level: 1, name: who })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Transações' }).first()).toHaveAttribute(
    'aria-current',
    'page',
  );
  await expect(history(page).getByRole('link', { name: 'Pagamento' }).first()).toBeVisible();
  await hydrated(page);
  await checkA11y(page);

  const document = page.getByText(/^\*[*.\w]+[-/][-*/\w]+$/).first();
  await expect(document).toBeVisible();
  await page.getByRole('button', { name: 'Mostrar dados pessoais' }).click();
  await expect(page.getByText('Dados visíveis; a consulta fica na auditoria')).toBeVisible();
  await expect(document).toHaveCount(0);

  await page.locator('label', { hasText: /^Pagamentos/ }).click();
  await expect(page).toHaveURL(/show=payment/);
  const here = page.url();
  await history(page).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/pix\/transactions\//);
  await page.goBack();
  await expect(page).toHaveURL(here);
  await expect(page.getByRole('radio', { name: /^Pagamentos/ })).toBeChecked();
  await page.getByRole('link', { name: 'ver em Transações' }).click();
  await expect(page).toHaveURL(/\/pix\/transactions\?f=/);

  const viewer = await signedIn('viewer');
  await openPayment(viewer);
  await expect(viewer.getByTitle('Ver os pagamentos desta pessoa')).toHaveCount(0);
  await viewer.goto(here);
  await expect(viewer.getByRole('heading', { level: 1 })).not.toHaveText('Pagador');
  await expect(viewer.getByRole('button', { name: 'Mostrar dados pessoais' })).toHaveCount(0);
});

test('who may not look for people is told so on the page', async ({ signedIn }) => {
  const page = await signedIn('viewer');
  await page.goto('/pix/customers/no-such-filter');
  await expect(page.getByRole('heading', { name: 'Filtro não encontrado' })).toBeVisible();
});
