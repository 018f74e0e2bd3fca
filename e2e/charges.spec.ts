import { expect, test } from './own-product.ts';
import { hydrated } from './support/hydrated.ts';
import { type Answer, change, nextAmount, PIX } from './support/payments.ts';
import { button, drawer, newReference, openPayments, panel, watchSent } from './support/payments-page.ts';
import { SHORT_LIMITS } from './support/provider.ts';

test.use({ more: SHORT_LIMITS });

test.describe.configure({ timeout: 240_000 });

const CREATE = '/pix';
const amount = (page: import('@playwright/test').Page) => page.getByLabel('Valor', { exact: true });

test('U9: a charge from its form to its payment, live, with code and receipt of what happened', {
  tag: '@smoke',
}, async ({ signedIn, recordsOf, control, checkA11y }) => {
  const page = await signedIn('finance');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openPayments(page, '/pix/charges?open=new');
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
  const [charge] = await recordsOf(reference);
  expect(charge?.amount).toBe(1249);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^0002/);
  await checkA11y(page);
  // The form is blank again: the next charge is another intent.
  await expect(amount(page)).toHaveValue('');
  // U9: the result stands in the address: a reload, or a colleague with the link, sees the same.
  await expect(page).toHaveURL(/asked=op_/);
  await page.reload();
  await expect(live.getByRole('img', { name: `QR code da cobrança ${reference}` })).toBeVisible();

  await control('/pay', { transactionId: charge?.id ?? '' });
  await expect(live.getByText('Paga', { exact: true }).first()).toBeVisible({ timeout: 30_000 });
  await expect(live.getByText('+R$ 1.249,00')).toBeVisible();

  // U9: its drawer is the transaction's own: timeline, notices, actions; a part that went back is said everywhere.
  await button(live, 'Detalhes').click();
  const beside = drawer(page, `Cobrança ${reference}`);
  await expect(beside.getByRole('heading', { name: 'Linha do tempo' })).toBeVisible();
  await expect(beside.getByRole('button', { name: 'Copiar link' })).toBeVisible();
  await button(beside, 'Devolver…').click();
  const refund = page.getByRole('dialog');
  await refund.getByText('Uma parte').click();
  await refund.getByLabel('Valor', { exact: true }).fill('249');
  await button(refund, 'Devolver R$ 249,00').click();
  await button(refund, 'Fechar').last().click();
  await expect(beside.getByText(/evolvida em parte$/).first()).toBeVisible({ timeout: 30_000 });
});

test('above R$ 2.000,00 the document is asked for at its field, and judged there', async ({ signedIn }) => {
  const page = await signedIn('finance');
  await openPayments(page, '/pix/charges?open=new');
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
  recordsOf,
  provider,
  expectFault,
}) => {
  expectFault(/status of (409|422)/);
  const page = await signedIn('finance');
  await openPayments(page, '/pix/charges?open=new');
  const reference = newReference('dupla');
  await provider.fault({ kind: 'slow', method: 'POST', path: CREATE, ms: 800 });
  await amount(page).fill('15,50');
  await page.getByLabel('Sua referência').fill(reference);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(panel(page, new RegExp(reference))).toBeVisible();
  expect(await recordsOf(reference)).toHaveLength(1);

  await button(page, 'Repetir a última').click();
  await expect(page.getByLabel('Sua referência')).toHaveValue(reference);
  await amount(page).fill('16');
  await button(page, 'Criar cobrança de R$ 16,00').click();
  await expect(page.getByLabel('Sua referência')).toHaveAttribute('aria-invalid', 'true');
  await expect(amount(page)).toHaveValue('16,00');
  expect(await recordsOf(reference)).toHaveLength(1);
});

test('a lost answer is told as unknown, found by its reference, and then shown live', async ({
  signedIn,
  provider,
  recordsOf,
}) => {
  const page = await signedIn('finance');
  await openPayments(page, '/pix/charges?open=new');
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
  expect(await recordsOf(reference)).toHaveLength(1);
});

test('D: the address asked for stands beside what came back, on every later read', async ({
  signedIn,
  api,
}) => {
  // No name that the simulator answers for.
  const asked = 'https://avisos.guiche-nao-existe-4829.com.br/pix';
  const answer = await change(await api('finance'), 'post', `${PIX}/charges`, {
    amount: nextAmount(),
    callbackUrl: asked,
  });
  const { result } = (await answer.json()) as Answer;
  const id = result?.payment?.id ?? '';
  const page = await signedIn('viewer');
  await openPayments(page, `/pix/charges?open=${id}`);
  const beside = drawer(page, /Cobrança/);
  await expect(beside.getByText(asked)).toBeVisible();
  const unseen = 'Só endereços públicos recebem avisos.';
  await expect(beside.getByText(unseen)).toBeVisible({ timeout: 30_000 });
  await page.goto(`/pix/transactions/${id}`);
  await expect(page.getByText(unseen)).toBeVisible({ timeout: 30_000 });
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
  await openPayments(page, '/pix/charges?open=new');
  await expect(page.getByRole('table', { name: /^Cobranças/ })).toBeVisible();
  await expect(page.getByRole('complementary', { name: /Nova cobrança|A cobrança pedida/ })).toHaveCount(0);
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

test('360 px: the list and the form over it fit, nothing scrolls sideways', async ({
  signedIn,
  checkA11y,
}) => {
  const page = await signedIn('finance');
  await page.setViewportSize({ width: 360, height: 740 });
  await openPayments(page, '/pix/charges');
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect(page.getByRole('table', { name: /^Cobranças/ })).toBeVisible();
  expect(await wide()).toBeLessThanOrEqual(0);
  await checkA11y(page);
  await button(page, /^Nova cobrança/).click();
  await expect(page).toHaveURL(/open=new/);
  await expect(amount(page)).toBeFocused();
  await expect(button(page, 'Criar cobrança')).toBeInViewport();
  expect(await wide()).toBeLessThanOrEqual(0);
  await checkA11y(page);
});

test('n opens the sheet with the cursor in its first field; Esc gives the list its place back', async ({
  signedIn,
}) => {
  const page = await signedIn('finance');
  await openPayments(page, '/pix/charges');
  await hydrated(page);
  await page.keyboard.press('n');
  await expect(drawer(page, 'Nova cobrança')).toBeVisible();
  await expect(amount(page)).toBeFocused();
  await expect(amount(page)).toHaveValue('');
  await page.keyboard.type('12');
  await page.keyboard.press('Escape');
  await expect(drawer(page, 'Nova cobrança')).toHaveCount(0);
  await expect(page).toHaveURL('/pix/charges');
  // What was typed is there when the sheet is opened again.
  await button(page, /^Nova cobrança/).click();
  await expect(amount(page)).toHaveValue(/^12/);
});

test('U11: the funnel says what became of the charges of a period, step by step, and adds up', async ({
  signedIn,
  api,
  checkA11y,
}) => {
  const page = await signedIn('viewer');
  await openPayments(page, '/pix/charges');
  await page
    .getByRole('navigation', { name: 'Páginas de Cobranças' })
    .getByRole('link', { name: 'Funil' })
    .click();
  await expect(page).toHaveURL(/show=funnel/);
  const funnel = panel(page, /^Das [\d.]+ cobranças criadas$/);
  await expect(funnel).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('das criadas no período, pagas até agora')).toBeVisible({ timeout: 30_000 });
  const viewer = await api('viewer');
  const days = (await page.getByRole('button', { name: /^Período/ }).textContent()) ?? '';
  expect(days).toContain('7 dias');
  const counted = (await funnel.getByRole('heading').textContent())?.replace(/\D/g, '');
  const from = new Date(Date.now() - 6 * 86_400_000 - 3 * 3_600_000).toISOString().slice(0, 10);
  let sum = 0;
  let cursor: string | null = null;
  do {
    const query: string = `from=${from}&limit=200${cursor === null ? '' : `&cursor=${cursor}`}`;
    const list = await (await viewer.get(`/api/accounts/pix/charges?${query}`)).json();
    sum += list.items.length;
    cursor = list.nextCursor;
  } while (cursor !== null);
  expect(Number(counted)).toBe(sum);
  await expect(funnel.getByText(/^Pagas/)).toBeVisible();
  const hours = panel(page, 'Por hora do dia').getByRole('table');
  await expect(hours.getByRole('rowheader')).toHaveCount(24);
  await checkA11y(page);
  await page.goBack();
  await expect(panel(page, 'Cobranças')).toBeVisible();
});

test('U11: the funnel is narrowed by what its charges tell: a virtual account, where there are some', async ({
  signedIn,
}) => {
  const page = await signedIn('viewer');
  await openPayments(page, '/pix/charges?show=funnel');
  const funnel = panel(page, /^D[ao]s? [\d.]+ cobranças? criadas?$/);
  const settled = page.getByText('das criadas no período, pagas até agora');
  await expect(settled).toBeVisible({ timeout: 30_000 });
  const counted = async () => Number((await funnel.getByRole('heading').textContent())?.replace(/\D/g, ''));
  const all = await counted();
  // This service tells no end of a charge: there is no such choice.
  await expect(page.getByRole('button', { name: /^Prazo/ })).toHaveCount(0);
  await page.getByRole('button', { name: /^Conta virtual/ }).click();
  const first = page.getByRole('menuitemradio').nth(1);
  const name = (await first.textContent())?.trim() ?? '';
  await first.click();
  await expect(page).toHaveURL(new RegExp(`account=${encodeURIComponent(name)}`));
  await expect(settled).toBeVisible({ timeout: 30_000 });
  await expect.poll(counted).toBeLessThan(all);
  await page.reload();
  await expect(page.getByRole('button', { name: /^Conta virtual/ })).toContainText(name);
  await page.getByRole('button', { name: 'Remover filtro Conta virtual' }).click();
  await expect.poll(counted, { timeout: 30_000 }).toBeGreaterThanOrEqual(all);
});
