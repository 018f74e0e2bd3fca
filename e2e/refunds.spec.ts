import type { Page } from '@playwright/test';
import { expect, test } from './own-product.ts';
import { answerOf, change, endLookUps, PIX } from './support/payments.ts';
import { button, watchSent } from './support/payments-page.ts';
import { SHORT_LIMITS } from './support/provider.ts';

test.use({ more: SHORT_LIMITS });

test.describe.configure({ timeout: 240_000 });

const dialog = (page: Page) => page.getByRole('dialog');

async function openRefund(page: Page, id: string): Promise<void> {
  await page.goto(`/pix/transactions/${id}`);
  await button(page, 'Devolver…').click();
  await expect(dialog(page).getByText('Ainda pode devolver')).toBeVisible();
}

test('a part, then the rest: never more than what is left', { tag: '@smoke' }, async ({
  signedIn,
  paid,
  checkA11y,
}) => {
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

test('one that nobody can tell is ended by a person’s word, with the keyboard, and the next one may go', {
  tag: '@smoke',
}, async ({ signedIn, api, provider, paid, sql, checkA11y }) => {
  const id = await paid(5_000);
  await provider.fault({ kind: 'reset', method: 'POST', path: '/refund/{id}' });
  const request = await api('finance');
  const asked = change(request, 'post', `${PIX}/transactions/${id}/refunds`, { amount: 1_000 });
  const { operation } = await answerOf(await asked, 202);
  await endLookUps(sql, operation.id);
  const address = `/pix/operations/${operation.id}`;
  const other = await signedIn('analyst');
  await other.goto(address);
  await expect(other.getByText(/O Guichê não consegue saber/)).toBeVisible();
  await expect(button(other, 'Registrar como terminou…')).toHaveCount(0);

  const page = await signedIn('finance');
  await page.goto(address);
  await button(page, 'Registrar como terminou…').focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('O Guichê parou de consultar')).toBeVisible();
  await expect(dialog(page).getByText(/o dinheiro sairá duas vezes/)).toBeVisible();
  await checkA11y(page);
  await button(dialog(page), 'Registrar o desfecho').focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('Diga se aconteceu.')).toBeVisible();
  await dialog(page).getByRole('radio', { name: 'Aconteceu', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(dialog(page).getByRole('radio', { name: 'Não aconteceu' })).toBeChecked();
  await dialog(page).getByLabel('Como você sabe?').fill('Não está no extrato de ontem nem no de hoje.');
  await button(dialog(page), 'Registrar o desfecho').focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  const said = page.getByRole('status').filter({ hasText: 'registrou que não aconteceu' });
  await expect(said).toContainText('Não está no extrato de ontem nem no de hoje.');
  await checkA11y(page);
  const next = change(request, 'post', `${PIX}/transactions/${id}/refunds`, { amount: 1_000 });
  await answerOf(await next, 201);
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
