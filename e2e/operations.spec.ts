import type { Page } from '@playwright/test';
import { expect, test } from './own-product.ts';
import { hydrated } from './support/hydrated.ts';
import { change } from './support/payments.ts';
import { WEBHOOK_LIMITS, WEBHOOKS } from './support/webhooks.ts';

test.use({ more: WEBHOOK_LIMITS });

test.describe.configure({ timeout: 180_000 });

const ROTATE = '/user/webhooks/:id/rotate-secret';
const REGISTER = '/user/webhooks';
const table = (page: Page, name: 'Em andamento' | 'Encerradas') => page.getByRole('table', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function openPage(page: Page, query = ''): Promise<void> {
  await page.goto(`/pix/operations${query}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Operações' })).toBeVisible();
  await hydrated(page);
}

test('an unknown operation stands first, with its attempts, until it is asked again and ends', async ({
  signedIn,
  registered,
  api,
  provider,
  checkA11y,
}) => {
  const { id } = await registered();
  await provider.fault({ kind: 'reset', path: ROTATE });
  const lost = await change(await api('developer'), 'post', `${WEBHOOKS}/${id}/rotate-secret`);
  expect(lost.status()).toBe(202);
  const page = await signedIn('developer');
  await openPage(page);
  const row = table(page, 'Em andamento').getByRole('row').filter({ hasText: 'Troca de segredo' });
  await expect(row.getByText('Sem resposta')).toBeVisible();
  await row.getByRole('button', { name: 'Troca de segredo' }).click();
  const drawer = page.getByRole('complementary', { name: 'Operação Troca de segredo' });
  await expect(drawer.getByText(/Envio 1/)).toBeVisible();
  // A rotation cannot be read back: looking up is not offered, asking again is.
  await expect(drawer.getByRole('button', { name: 'Consultar agora' })).toHaveCount(0);
  await checkA11y(page);
  await drawer.getByRole('button', { name: 'Pedir de novo…' }).click();
  await expect(page.getByRole('dialog')).toContainText('o segredo que vier é o que o serviço usa');
  await button(page, 'Pedir de novo').click();
  await expect(drawer.getByText('Confirmada')).toBeVisible();
  await expect(drawer.getByText(/Envio 2/)).toBeVisible();
  await expect(
    table(page, 'Encerradas').getByRole('row').filter({ hasText: 'Troca de segredo' }),
  ).not.toHaveCount(0);
});

test('a lost registration is looked up now, and turns out to be there', async ({
  signedIn,
  endpoint,
  api,
  provider,
}) => {
  await provider.fault({ kind: 'apply-reset', method: 'POST', path: REGISTER });
  const lost = await change(await api('developer'), 'post', WEBHOOKS, { url: endpoint.url });
  expect(lost.status()).toBe(202);
  const { operation } = (await lost.json()) as { operation: { id: string } };
  const page = await signedIn('developer');
  await openPage(page, `?open=${operation.id}`);
  const drawer = page.getByRole('complementary', { name: 'Operação Registro de endereço' });
  const look = drawer.getByRole('button', { name: 'Consultar agora' });
  // The schedule may have been faster; then it is confirmed already.
  await expect(look.or(drawer.getByText('Confirmada'))).toBeVisible();
  if (await look.isVisible()) await look.click().catch(() => undefined);
  await expect(drawer.getByText('Confirmada')).toBeVisible();
  await expect(drawer.getByText(endpoint.url.replace('http://', '')).first()).toBeVisible();
});

test('a refused one says why, with the provider’s codes; the filter shows it alone', async ({
  signedIn,
  registered,
  api,
  provider,
}) => {
  const { id } = await registered();
  await provider.fault({ kind: 'status', status: 403, errorCode: 'PZA204', path: ROTATE });
  await change(await api('developer'), 'post', `${WEBHOOKS}/${id}/rotate-secret`);
  const page = await signedIn('viewer');
  await openPage(page);
  await page.getByText('Recusadas', { exact: true }).click();
  await expect(page).toHaveURL(/show=rejected/);
  await expect(table(page, 'Em andamento')).toHaveCount(0);
  const row = table(page, 'Encerradas').getByRole('row').filter({ hasText: 'Troca de segredo' }).first();
  await expect(row.getByText('Recusada')).toBeVisible();
  await row.click();
  const drawer = page.getByRole('complementary', { name: 'Operação Troca de segredo' });
  await expect(drawer.getByText('PZA204').first()).toBeVisible();
  await page.goBack();
  await expect(drawer).toHaveCount(0);
});

test('both tables are narrowed alike by when, by whom and by reference, and the address keeps it', async ({
  signedIn,
  registered,
  api,
  provider,
}) => {
  const { id } = await registered();
  await provider.fault({ kind: 'reset', path: ROTATE });
  await change(await api('developer'), 'post', `${WEBHOOKS}/${id}/rotate-secret`);
  const page = await signedIn('viewer');
  await openPage(page);
  const open = table(page, 'Em andamento').getByRole('row').filter({ hasText: 'Troca de segredo' });
  const ended = table(page, 'Encerradas').getByRole('row').filter({ hasText: 'Registro de endereço' });
  await expect(open.first()).toBeVisible();
  await expect(ended.first()).toBeVisible();
  await page.getByRole('button', { name: /^Quem: / }).click();
  await page.getByRole('menuitemradio').nth(1).click();
  await expect(page).toHaveURL(/operator=/);
  await expect(open.first()).toBeVisible();
  await page.getByRole('button', { name: /^Período: / }).click();
  await page.getByRole('dialog').getByText('Ontem', { exact: true }).click();
  await expect(page).toHaveURL(/from=/);
  await expect(open).toHaveCount(0);
  await expect(ended).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Nada neste filtro')).toBeVisible();
  for (const filter of ['Quem', 'Período']) await page.getByTitle(`Remover filtro ${filter}`).click();
  await expect(ended.first()).toBeVisible();
  await page.keyboard.press('/');
  await page.getByRole('textbox', { name: 'Referência' }).fill('no-such-reference');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/clientReference=no-such-reference/);
  await expect(open).toHaveCount(0);
});

test('a reader sees an unknown one, and may do nothing about it', async ({
  signedIn,
  registered,
  api,
  provider,
}) => {
  const { id } = await registered();
  await provider.fault({ kind: 'reset', path: ROTATE });
  const lost = await change(await api('developer'), 'post', `${WEBHOOKS}/${id}/rotate-secret`);
  const { operation } = (await lost.json()) as { operation: { id: string } };
  const page = await signedIn('viewer');
  await openPage(page, `?open=${operation.id}`);
  const drawer = page.getByRole('complementary', { name: 'Operação Troca de segredo' });
  await expect(drawer.getByText('Sem resposta').first()).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Pedir de novo…' })).toHaveCount(0);
});

test('360 px: rows in two lines, nothing scrolls sideways', async ({
  browser,
  product,
  stateOf,
  registered,
  checkA11y,
}) => {
  await registered();
  const context = await browser.newContext({
    baseURL: product.url,
    storageState: await stateOf('viewer'),
    locale: 'pt-BR',
    viewport: { width: 360, height: 740 },
  });
  const page = await context.newPage();
  await openPage(page);
  await expect(page.getByText('Registro de endereço').first()).toBeVisible();
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await checkA11y(page);
  await page.getByRole('button', { name: 'Registro de endereço' }).first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Operação Registro de endereço' })).toBeVisible();
  expect(await overflow()).toBeLessThanOrEqual(0);
  await context.close();
});
