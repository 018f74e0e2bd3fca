import { expect, test } from './own-product.ts';
import { button, newReference, openPayments, panel, watchSent } from './support/payments-page.ts';
import { SHORT_LIMITS } from './support/provider.ts';

test.use({ more: SHORT_LIMITS });

test.describe.configure({ timeout: 240_000 });

test('a transfer to an account number: checked, asked once, told with its state', { tag: '@smoke' }, async ({
  signedIn,
  checkA11y,
}) => {
  const page = await signedIn('finance');
  await openPayments(page, '/pix/transfers?open=new');
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
  await button(page, 'Transferir R$ 80,00').dblclick();
  await expect(
    panel(page, /A transferência pedida/).getByText(/O dinheiro está (a caminho da|na) outra conta/),
  ).toBeVisible();
  expect(sent.keys).toHaveLength(1);
});

test('back from the last look changes nothing and sends nothing', async ({ signedIn }) => {
  const page = await signedIn('finance');
  await openPayments(page, '/pix/transfers?open=new');
  const sent = watchSent(page, /\/transfers$/);
  await page.getByLabel('Conta que recebe').fill('204618');
  await page.getByLabel('Valor', { exact: true }).fill('81');
  await button(page, 'Conferir transferência').click();
  await button(page, 'Voltar').click();
  await expect(page.getByLabel('Conta que recebe')).toBeEnabled();
  await expect(page.getByLabel('Valor', { exact: true })).toHaveValue('81,00');
  expect(sent.keys).toEqual([]);
});

/** It fixes R$ 200.50 and names a key of another account. */
const CODE =
  '00020126380014br.gov.bcb.pix0116loja@example.com5204000053039865406200.505802BR5910Loja Norte6009SAO PAULO62140510PEDIDO4829630475F6';

test('D: a Hub transfer takes a pasted code: it is read, its amount stands, and that amount is sent', async ({
  signedIn,
  checkA11y,
}) => {
  const page = await signedIn('finance');
  await openPayments(page, '/hub/transfers?open=new');
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/transfers$/.test(request.url()))
      bodies.push(request.postDataJSON());
  });
  const receiver = page.getByLabel('Chave Pix ou código da conta que recebe');
  const amount = page.getByLabel('Valor', { exact: true });
  await receiver.fill(CODE.slice(0, -4));
  await button(page, 'Conferir transferência').click();
  await expect(page.getByText(/O código está incompleto/)).toBeVisible();
  await receiver.fill(CODE);
  await expect(page.getByText('R$ 200,50, fixo')).toBeVisible();
  await expect(amount).toHaveValue('200,50');
  await expect(amount).toBeDisabled();
  await button(page, 'Conferir transferência').click();
  const check = panel(page, 'Conferir');
  await expect(check.getByText(CODE)).toBeVisible();
  await expect(check.locator('dd b').first()).not.toHaveText(/não informado/);
  await checkA11y(page);
  await button(page, 'Transferir R$ 200,50').click();
  await expect(panel(page, /A transferência pedida/)).toBeVisible();
  expect(bodies).toEqual([expect.objectContaining({ amount: 20_050, receiver: CODE })]);
});

test('a viewer reads transfers and has no form', async ({ signedIn }) => {
  const page = await signedIn('viewer');
  await openPayments(page, '/pix/transfers?open=new');
  await expect(panel(page, 'Transferências')).toBeVisible();
  await expect(page.getByText('Nova transferência')).toHaveCount(0);
});
