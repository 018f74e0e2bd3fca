import { expect, test } from './api/payment-kit.ts';
import { button, newReference, openPayments, panel, watchSent } from './support/payments-page.ts';

test.describe.configure({ timeout: 120_000 });

test('a transfer to an account number: checked, asked once, told with its state', async ({
  signedIn,
  checkA11y,
}) => {
  const page = await signedIn('finance');
  await openPayments(page, '/pix/transfers');
  const sent = watchSent(page, /\/transfers$/);
  const receiver = page.getByLabel('Conta que recebe');
  await receiver.fill('12345');
  await page.getByLabel('Valor', { exact: true }).fill('80');
  await button(page, 'Conferir transferência').click();
  await expect(page.getByText('O número da conta tem 6 dígitos.')).toBeVisible();
  await receiver.fill('204618');
  await page.getByLabel('Sua referência').fill(newReference('transf'));
  await button(page, 'Conferir transferência').click();
  const check = panel(page, 'Conferir');
  await expect(check.getByText('204618')).toBeVisible();
  await checkA11y(page);
  await button(check, 'Transferir R$ 80,00').dblclick();
  await expect(
    panel(page, /A transferência pedida/).getByText('O serviço tem a transferência.'),
  ).toBeVisible();
  expect(sent.keys).toHaveLength(1);
});

test('back from the last look changes nothing and sends nothing', async ({ signedIn }) => {
  const page = await signedIn('finance');
  await openPayments(page, '/pix/transfers');
  const sent = watchSent(page, /\/transfers$/);
  await page.getByLabel('Conta que recebe').fill('204618');
  await page.getByLabel('Valor', { exact: true }).fill('81');
  await button(page, 'Conferir transferência').click();
  await button(page, 'Voltar').click();
  await expect(page.getByLabel('Conta que recebe')).toBeEnabled();
  await expect(page.getByLabel('Valor', { exact: true })).toHaveValue('81,00');
  expect(sent.keys).toEqual([]);
});

test('a viewer reads transfers and has no form', async ({ signedIn }) => {
  const page = await signedIn('viewer');
  await openPayments(page, '/pix/transfers');
  await expect(panel(page, 'Transferências')).toBeVisible();
  await expect(page.getByText('Nova transferência')).toHaveCount(0);
});
