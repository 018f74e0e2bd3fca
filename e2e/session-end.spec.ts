import type { Page } from '@playwright/test';
import { expect, test } from './own-product.ts';
import { detailOf } from './support/disputes.ts';
import type { Ready } from './support/product.ts';
import { signIn } from './support/sign-in.ts';

test.use({ more: { simulator: { transactions: 400 } } });
test.describe.configure({ timeout: 180_000 });

const sale = (page: Page) => page.getByRole('textbox', { name: /^\d Venda/ });
const ended = (page: Page) => page.getByRole('dialog', { name: 'Sua sessão terminou' });

/** A session of this page's own: the one that the tests of a worker share must not end. */
async function own(page: Page, product: Ready): Promise<{ email: string; password: string }> {
  await page.context().clearCookies();
  await signIn(page.request, product, 'analyst');
  const found = product.signIns.find(({ role }) => role === 'analyst');
  if (found === undefined) throw new Error('There is no ready sign-in for an analyst.');
  return found;
}

/** As another tab's sign-out would. */
const endSession = (page: Page) => page.evaluate(() => fetch('/api/session/end', { method: 'POST' }));

async function write(page: Page, id: string, text: string): Promise<void> {
  await page.goto(`/pix/disputes/${id}`);
  await sale(page).fill(text);
  await expect(page.getByText(/^Salvo às/)).toBeVisible();
}

test('U6: the session ends while a defense is written: signed in again in place, nothing is lost', async ({
  signedIn,
  product,
  dispute,
  api,
  expectFault,
}) => {
  expectFault(/status of 401/);
  const { id } = await dispute({ hours: 20 });
  const page = await signedIn('analyst');
  const { password } = await own(page, product);
  await write(page, id, 'Paguei');
  await endSession(page);
  await sale(page).fill('Paguei, e a entrega foi assinada.');
  await expect(ended(page)).toBeVisible();
  await ended(page).getByLabel('Senha').fill('not the password');
  await ended(page).getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(ended(page).getByRole('alert')).toHaveText('E-mail e senha não conferem.');
  await ended(page).getByLabel('Senha').fill(password);
  await ended(page).getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(ended(page)).toHaveCount(0);
  await expect(page.getByText(/^Salvo às/)).toBeVisible();
  await expect(sale(page)).toHaveValue('Paguei, e a entrega foi assinada.');
  const draft = await (await api('analyst')).get(`/api/accounts/pix/disputes/${id}/draft`);
  expect(await draft.json()).toMatchObject({ sections: { sale: 'Paguei, e a entrega foi assinada.' } });
  expect((await detailOf(await api('analyst'), id)).state).toBe('open');
});

test('U6: what was not stored survives the way through the sign-in page', async ({
  signedIn,
  product,
  dispute,
  expectFault,
}) => {
  expectFault(/status of 401/);
  const { id } = await dispute({ hours: 20 });
  const page = await signedIn('analyst');
  const { email, password } = await own(page, product);
  await write(page, id, 'Antes');
  await endSession(page);
  await sale(page).fill('Antes, e isto ninguém guardou ainda.');
  await ended(page).getByRole('button', { name: 'Continuar sem entrar', exact: true }).click();
  await expect(ended(page)).toHaveCount(0);
  page.on('dialog', (leaving) => void leaving.accept());
  await page.goto(`/pix/disputes/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Entrar' })).toBeVisible();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page).toHaveURL(new RegExp(`/pix/disputes/${id}$`));
  await expect(sale(page)).toHaveValue('Antes, e isto ninguém guardou ainda.');
  await expect(page.getByText(/^Salvo às/)).toBeVisible();
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('unsaved'))),
  ).toEqual([]);
});

test('U7: without a network while a defense is written: one banner, nothing is live, links wait, the text stays', async ({
  signedIn,
  dispute,
  api,
  expectFault,
}) => {
  expectFault(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const { id } = await dispute({ hours: 20 });
  const page = await signedIn('analyst');
  const network = (there: boolean) => page.context().setOffline(!there);
  const banner = page.getByRole('status').filter({ hasText: /^Sem rede desde \d\d:\d\d:\d\d\./ });
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name }).first();
  await write(page, id, 'Antes');
  await network(false);
  await expect(banner).toHaveCount(1);
  await sale(page).fill('Antes, e isto sem rede.');
  await link('Webhooks').click();
  await expect(banner).toContainText('O link abre quando a conexão voltar.');
  await banner.getByRole('button', { name: 'Não abrir' }).click();
  await expect(page).toHaveURL(new RegExp(`/pix/disputes/${id}$`));
  await expect(sale(page)).toHaveValue('Antes, e isto sem rede.');
  await network(true);
  await expect(banner).toHaveCount(0);
  await expect(page.getByText(/^Salvo às/)).toBeVisible();
  const stored = async () =>
    (await (await api('analyst')).get(`/api/accounts/pix/disputes/${id}/draft`)).json();
  await expect.poll(stored).toMatchObject({ sections: { sale: 'Antes, e isto sem rede.' } });
  await link('Webhooks').click();
  await link('Entregas').click();
  await expect(page.getByText(/^ao vivo · /)).toBeVisible();
  await network(false);
  await expect(banner).toHaveCount(1);
  await expect(page.getByText(/^os dados são das \d\d:\d\d:\d\d$/)).toBeVisible();
  await expect(page.getByText(/^ao vivo · /)).toHaveCount(0);
  await link('Transações').click();
  await expect(banner).toContainText('O link abre quando a conexão voltar.');
  await expect(page).toHaveURL(/\/pix\/deliveries/);
  await network(true);
  await expect(page).toHaveURL(/\/pix\/transactions/);
  await expect(page.getByRole('grid')).toBeVisible();
});
