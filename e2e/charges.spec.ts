import { expect, test } from './api/payment-kit.ts';
import { button, drawer, newReference, openPayments, panel, watchSent } from './support/payments-page.ts';

test.describe.configure({ timeout: 120_000 });

const CREATE = '/pix';
const amount = (page: import('@playwright/test').Page) => page.getByLabel('Valor', { exact: true });

test('a charge from its form to its payment, live, with code and receipt of what happened', async ({
  signedIn,
  held,
  control,
  checkA11y,
}) => {
  const page = await signedIn('finance');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPayments(page, '/pix/charges');
  const reference = newReference('cobranca');
  await amount(page).fill('1249');
  await page.getByLabel('Sua referência').fill(reference);
  await expect(amount(page)).toHaveValue('1.249,00');
  await button(page, 'Criar cobrança de R$ 1.249,00').click();

  const live = panel(page, new RegExp(reference));
  await expect(live.getByText('Aguardando pagamento')).toBeVisible();
  await expect(live.getByRole('img', { name: `QR code da cobrança ${reference}` })).toBeVisible();
  await button(live, 'Copiar código').click();
  await expect(live.getByText('Código copiado por você')).toBeVisible();
  const [charge] = await held(reference);
  expect(charge?.amount).toBe(1249);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^0002/);
  await checkA11y(page);
  // The form is blank again: the next charge is another intent.
  await expect(amount(page)).toHaveValue('');

  await control('/pay', { transactionId: charge?.id ?? '' });
  await expect(live.getByText('Paga', { exact: true }).first()).toBeVisible({ timeout: 30_000 });
  await expect(live.getByText('+R$ 1.249,00')).toBeVisible();
});

test('above R$ 2.000,00 the document is asked for at its field, and judged there', async ({ signedIn }) => {
  const page = await signedIn('finance');
  await openPayments(page, '/pix/charges');
  const sent = watchSent(page, /\/charges$/);
  await amount(page).fill('2000,01');
  const document = page.getByLabel('CPF ou CNPJ');
  await expect(page.getByText('Com este valor o documento de quem paga é obrigatório.')).toBeVisible();
  await button(page, /^Criar cobrança/).click();
  await expect(document).toHaveAttribute('aria-invalid', 'true');
  await document.fill('111.444.777-36');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Os dígitos verificadores não conferem.')).toBeVisible();
  await document.fill('12ABC34501DE35');
  await page.keyboard.press('Tab');
  await expect(document).toHaveValue('12.ABC.345/01DE-35');
  await expect(page.getByText('CNPJ válido, com letras')).toBeVisible();
  await amount(page).fill('50000,01');
  await button(page, /^Criar cobrança/).click();
  await expect(page.getByText('O maior valor é R$ 50.000,00.')).toBeVisible();
  expect(sent.keys).toEqual([]);
});

test('Enter twice is one charge; a used reference is told at its field and nothing typed is lost', async ({
  signedIn,
  held,
  provider,
  expectFault,
}) => {
  expectFault(/status of (409|422)/);
  const page = await signedIn('finance');
  await openPayments(page, '/pix/charges');
  const reference = newReference('dupla');
  await provider.fault({ kind: 'slow', method: 'POST', path: CREATE, ms: 800 });
  await amount(page).fill('15,50');
  await page.getByLabel('Sua referência').fill(reference);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(panel(page, new RegExp(reference))).toBeVisible();
  expect(await held(reference)).toHaveLength(1);

  await button(page, 'Repetir a última').click();
  await expect(page.getByLabel('Sua referência')).toHaveValue(reference);
  await amount(page).fill('16');
  await button(page, 'Criar cobrança de R$ 16,00').click();
  await expect(page.getByLabel('Sua referência')).toHaveAttribute('aria-invalid', 'true');
  await expect(amount(page)).toHaveValue('16,00');
  expect(await held(reference)).toHaveLength(1);
});

test('a lost answer is told as unknown, found by its reference, and then shown live', async ({
  signedIn,
  provider,
  held,
}) => {
  const page = await signedIn('finance');
  await openPayments(page, '/pix/charges');
  const reference = newReference('perdida');
  await provider.fault({ kind: 'apply-reset', method: 'POST', path: CREATE });
  await amount(page).fill('31,10');
  await page.getByLabel('Sua referência').fill(reference);
  await button(page, 'Criar cobrança de R$ 31,10').click();
  const result = panel(page, /A cobrança pedida|perdida/);
  await expect(result.first()).toBeVisible();
  await expect(panel(page, new RegExp(reference)).getByText('Aguardando pagamento')).toBeVisible({
    timeout: 40_000,
  });
  expect(await held(reference)).toHaveLength(1);
});

test('filters stand in the address; a look-up opens the charge by reference and by E2E', async ({
  signedIn,
  provider,
  checkA11y,
  expectFault,
}) => {
  expectFault(/404.*lookup/);
  const { transactions } = await provider.list({ type: 'DEPOSIT', status: 'COMPLETED', limit: 50 });
  const one = transactions.find((row) => row.clientReference !== null && row.endToEndId !== null);
  const reference = one?.clientReference ?? '';
  const page = await signedIn('viewer');
  await openPayments(page, '/pix/charges?status=COMPLETED');
  await expect(page.getByRole('button', { name: 'Estado: Paga' })).toBeVisible();
  const search = page.getByRole('textbox', { name: 'Procurar cobrança' });
  await search.fill(reference);
  await search.press('Enter');
  await expect(drawer(page, `Cobrança ${reference}`)).toBeVisible();
  await expect(page).toHaveURL(/open=/);
  await checkA11y(page);
  await page.keyboard.press('Escape');
  await expect(drawer(page, `Cobrança ${reference}`)).toHaveCount(0);
  await search.fill(one?.endToEndId ?? '');
  await search.press('Enter');
  await expect(drawer(page, `Cobrança ${reference}`)).toBeVisible();
  await page.keyboard.press('Escape');
  await search.fill('nao-existe-aqui');
  await search.press('Enter');
  await expect(page.getByText('Nada com nao-existe-aqui nesta conta.')).toBeVisible();
});

test('who may not charge sees the list and no form; keyboard alone reaches a row', async ({ signedIn }) => {
  const page = await signedIn('analyst');
  await openPayments(page, '/pix/charges');
  await expect(page.getByRole('table', { name: /^Cobranças/ })).toBeVisible();
  await expect(page.getByText('Nova cobrança')).toHaveCount(0);
  const first = page
    .getByRole('table', { name: /^Cobranças/ })
    .getByRole('button')
    .first();
  await first.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: /^Cobrança / })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(first).toBeFocused();
});

test('360 px: form, list and charge fit, nothing scrolls sideways', async ({ signedIn, checkA11y }) => {
  const page = await signedIn('finance');
  await page.setViewportSize({ width: 360, height: 740 });
  await openPayments(page, '/pix/charges');
  await expect(page.getByRole('table', { name: /^Cobranças/ })).toBeVisible();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  await checkA11y(page);
});
