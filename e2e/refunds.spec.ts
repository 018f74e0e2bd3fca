import type { Page } from '@playwright/test';
import { expect, test } from './api/payment-kit.ts';
import { button, watchSent } from './support/payments-page.ts';

test.describe.configure({ timeout: 240_000 });

const dialog = (page: Page) => page.getByRole('dialog');

async function openRefund(page: Page, id: string): Promise<void> {
  await page.goto(`/pix/transactions/${id}`);
  await button(page, 'Devolver…').click();
  await expect(dialog(page).getByText('Ainda pode devolver')).toBeVisible();
}

test('a part, then the rest: never more than what is left', async ({ signedIn, paid, checkA11y }) => {
  const id = await paid(10_000);
  const page = await signedIn('finance');
  const sent = watchSent(page, /\/refunds$/);
  await openRefund(page, id);
  await dialog(page).getByText('Uma parte').click();
  await dialog(page).getByLabel('Valor').fill('100,01');
  await expect(dialog(page).getByText('Passa do que ainda pode ser devolvido.')).toBeVisible();
  await dialog(page).getByLabel('Valor').fill('40');
  await dialog(page).getByLabel('Motivo').fill('Item em falta');
  await checkA11y(page);
  await button(dialog(page), 'Devolver R$ 40,00').dblclick();
  await expect(
    dialog(page)
      .getByText(/O serviço aceitou a devolução|Devolvido/)
      .first(),
  ).toBeVisible();
  expect(sent.keys).toHaveLength(1);
  await button(dialog(page), 'Fechar').last().click();

  await openRefund(page, id);
  await expect(dialog(page).getByText('Tudo, R$ 60,00')).toBeVisible();
  await button(dialog(page), 'Devolver R$ 60,00').click();
  await expect(
    dialog(page)
      .getByText(/O serviço aceitou a devolução|Devolvido/)
      .first(),
  ).toBeVisible();
  expect(sent.keys).toHaveLength(2);
});

test('an open dispute is said before money may leave twice', async ({ signedIn, paid, control }) => {
  const id = await paid(5_000);
  await control('/dispute', { transactionId: id });
  const page = await signedIn('finance');
  await openRefund(page, id);
  await expect(dialog(page).getByText('Há uma disputa aberta sobre este pagamento')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
});

test('roles without the permission see no refund', async ({ signedIn, paid }) => {
  const id = await paid(1_000);
  const page = await signedIn('analyst');
  await page.goto(`/pix/transactions/${id}`);
  await expect(page.getByText('R$ 10,00').first()).toBeVisible();
  await expect(button(page, 'Devolver…')).toHaveCount(0);
});

test('a payment’s receipt is a PDF of the provider', async ({ signedIn, paid }) => {
  const id = await paid(2_000);
  const page = await signedIn('finance');
  await page.goto(`/pix/transactions/${id}`);
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Comprovante').click()]);
  expect(download.suggestedFilename()).toMatch(/^comprovante-.+\.pdf$/);
});
