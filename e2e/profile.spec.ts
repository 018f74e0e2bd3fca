import type { Browser, Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { expect, test } from './own-product.ts';
import { hydrated } from './support/hydrated.ts';
import { virtualDevice } from './support/passkeys.ts';
import type { Ready, Role } from './support/product.ts';
import { operatorIdOf } from './support/product.ts';

test.describe.configure({ timeout: 240_000 });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const codeOf = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: (Math.floor(Date.now() / 30_000) + steps) * 30 });

async function enter(page: Page, product: Ready, role: Role): Promise<void> {
  const one = product.signIns.find((signIn) => signIn.role === role);
  await page.goto('/sign-in');
  await page.getByRole('textbox', { name: 'E-mail' }).fill(one?.email ?? '');
  await page.locator('#password').fill(one?.password ?? '');
  await button(page, /^Continuar$/).click();
}

async function signOut(page: Page): Promise<void> {
  await hydrated(page);
  await button(page, /suas preferências$/).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await expect(page).toHaveURL(/\/sign-in/);
}

async function profile(page: Page): Promise<void> {
  await page.goto('/settings/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Meu perfil' })).toBeVisible();
  await hydrated(page);
}

const opened = async (browser: Browser, product: Ready) =>
  (await browser.newContext({ baseURL: product.url, locale: 'pt-BR' })).newPage();

test('a code app: set up with a proof, asked for at sign-in, a recovery code in its place', {
  tag: '@smoke',
}, async ({ page, product, checkA11y, expectFault }) => {
  expectFault(/400/);
  await enter(page, product, 'analyst');
  await expect(page).toHaveURL(/\/pix\/overview$/);
  await profile(page);
  await checkA11y(page);
  await button(page, 'Ligar').click();
  const sheet = page.getByRole('complementary', { name: 'Ligar aplicativo de códigos' });
  await expect(sheet.getByRole('img', { name: 'Código QR para o aplicativo' })).toBeVisible();
  const secret = ((await sheet.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await checkA11y(page);
  const field = sheet.getByRole('textbox', { name: 'Código que o aplicativo mostra' });
  await field.fill('000000');
  await expect(sheet.getByRole('alert')).toHaveText('Código recusado: errado ou já usado. Espere o próximo.');
  await field.fill(codeOf(secret, -1));
  const codes = sheet.getByRole('listitem').filter({ hasText: /^\w{4}-\w{4}$/ });
  await expect(codes).toHaveCount(10);
  const spare = (await codes.first().textContent()) ?? '';
  await page.evaluate(() => {
    window.print = () => {
      document.title = `${document.querySelectorAll('div[data-paper] ol li').length} on paper`;
    };
  });
  await button(page, 'Imprimir').click();
  await expect(page).toHaveTitle('10 on paper');
  await expect(page.locator('div[data-paper]')).toHaveCount(0);
  await expect(button(page, 'Concluir')).toBeDisabled();
  await sheet.getByRole('checkbox').check();
  await button(page, 'Concluir').click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByText('restam 10 de 10')).toBeVisible();

  await signOut(page);
  await enter(page, product, 'analyst');
  await expect(page.getByRole('heading', { level: 1, name: 'Segundo passo' })).toBeVisible();
  await hydrated(page);
  await checkA11y(page);
  await page.getByRole('textbox', { name: 'Código do aplicativo' }).fill('000000');
  await expect(page.getByRole('alert').filter({ hasText: 'Código recusado' })).toBeVisible();
  await hydrated(page);
  await page.getByRole('textbox', { name: 'Código do aplicativo' }).fill(codeOf(secret));
  await expect(page).toHaveURL(/\/pix\/overview$/);

  await signOut(page);
  await enter(page, product, 'analyst');
  await hydrated(page);
  await button(page, 'Usar código de reserva').click();
  await page.getByRole('textbox', { name: 'Um dos dez que você guardou' }).fill(spare.toUpperCase());
  await button(page, 'Entrar com código de reserva').click();
  await expect(page).toHaveURL(/\/pix\/overview$/);
  await profile(page);
  await expect(page.getByText('restam 9 de 10')).toBeVisible();
  await button(page, 'Remover…').click();
  await button(page, 'Remover').last().click();
  await expect(button(page, 'Ligar')).toBeVisible();
});

test('a passkey: made, signs in at the second step, proves a step-up, is removed', async ({
  page,
  product,
  sql,
}) => {
  const device = await virtualDevice(page);
  await enter(page, product, 'finance');
  await expect(page).toHaveURL(/\/pix\/overview$/);
  await profile(page);
  await button(page, 'Chave de acesso').click();
  await expect(page.getByText(/^Chave criada: Chrome/)).toBeVisible();
  expect(await device.keys()).toBe(1);
  await signOut(page);
  await enter(page, product, 'finance');
  await hydrated(page);
  await button(page, 'Usar chave de acesso').click();
  await expect(page).toHaveURL(/\/pix\/overview$/);
  // The sign-in's own proof is too old: the device is asked again, by the press alone.
  await sql(`update sessions set proved_at = now() - interval '1 hour' where operator_id = $1`, [
    operatorIdOf('finance'),
  ]);
  await profile(page);
  await button(page, 'Dez novos…').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Em branco, o aparelho pergunta pela chave de acesso.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Criar dez códigos' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Concluir' }).click();
  await expect(page.getByText('restam 10 de 10')).toBeVisible();
  await button(page, /^Remover Chrome/).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remover', exact: true }).click();
  await expect(page.getByText('Nenhum ainda')).toBeVisible();
  await device.remove();
});

test('where a second factor is required, a session without one opens that page alone', async ({
  page,
  product,
  sql,
  checkA11y,
}) => {
  const device = await virtualDevice(page);
  await sql(
    `insert into sign_in_policies values ('all', 'required', 720, 168, '[]', 12, now(), 'ready-admin')
     on conflict (id) do update set second_factor = 'required'`,
  );
  try {
    await enter(page, product, 'viewer');
    await expect(page.getByRole('heading', { level: 1, name: 'Falta o segundo fator' })).toBeVisible({
      timeout: 15_000,
    });
    await hydrated(page);
    await checkA11y(page);
    const refused = await page.request.get('/api/accounts/pix/balance');
    expect(refused.status()).toBe(403);
    expect(await refused.json()).toMatchObject({ code: 'second_factor_required' });
    await page.goto('/pix/transactions');
    await expect(page).toHaveURL(/\/second-factor$/);
    await hydrated(page);
    await button(page, 'Criar').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Chave criada' })).toBeVisible();
    await button(page, 'Criar códigos de reserva').click();
    await page.getByRole('checkbox').check();
    await button(page, 'Concluir e abrir o Guichê').click();
    await expect(page).toHaveURL(/\/pix\/overview$/);
    const { items } = await (await page.request.get('/api/settings/profile/passkeys')).json();
    const last = await page.request.delete(`/api/settings/profile/passkeys/${items[0].id}`, {
      headers: { origin: product.url, 'idempotency-key': 'a-key-of-the-test-1' },
    });
    expect(last.status()).toBe(409);
  } finally {
    await sql('delete from sign_in_policies');
    await sql('delete from passkeys');
    await device.remove();
  }
});

test('sessions: another one is seen and ended; a new password ends the rest', async ({
  browser,
  product,
  sql,
  expectFault,
}) => {
  expectFault(/400|401/);
  // Other files share this product, and its people.
  await sql('update sessions set ended_at = now() where operator_id = $1', [operatorIdOf('developer')]);
  const here = await opened(browser, product);
  const there = await opened(browser, product);
  for (const page of [here, there]) {
    await enter(page, product, 'developer');
    await expect(page).toHaveURL(/\/pix\/overview$/);
  }
  await profile(here);
  const sessions = here.getByRole('region', { name: 'Sessões abertas' });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await sessions.getByRole('button', { name: 'Encerrar', exact: true }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  expect((await there.request.get('/api/session')).status()).toBe(401);

  await enter(there, product, 'developer');
  await expect(there).toHaveURL(/\/pix\/overview$/);
  const [hash] = await sql('select password_hash from operators where id = $1', [operatorIdOf('developer')]);
  const password = product.signIns.find(({ role }) => role === 'developer')?.password ?? '';
  await button(here, 'Trocar senha…').click();
  const dialog = here.getByRole('dialog');
  const change = async (current: string, next: string) => {
    await dialog.getByLabel('Senha de agora').fill(current);
    await dialog.getByLabel('Senha nova', { exact: true }).fill(next);
    await dialog.getByLabel('Senha nova de novo').fill(next);
    await dialog.getByRole('button', { name: 'Trocar senha' }).click();
  };
  await change('not this one', 'jangada turquesa violino');
  await expect(dialog.getByText('A senha de agora não confere.')).toBeVisible();
  await change(password, 'senha123senha123');
  await expect(dialog.getByText(/^Fácil de adivinhar/)).toBeVisible();
  await change(password, 'jangada turquesa violino');
  await expect(dialog).toHaveCount(0);
  expect((await there.request.get('/api/session')).status()).toBe(401);
  expect((await here.request.get('/api/session')).status()).toBe(200);
  await sql('update operators set password_hash = $1, password_at = null where id = $2', [
    hash?.password_hash,
    operatorIdOf('developer'),
  ]);
  await here.context().close();
  await there.context().close();
});

test('a new device: it says so after the second step; the notice leads to the session, which is ended there', async ({
  browser,
  product,
  sql,
  checkA11y,
  expectFault,
}) => {
  expectFault(/401/);
  await sql('update sessions set ended_at = now() where operator_id = $1', [operatorIdOf('admin')]);
  const here = await opened(browser, product);
  await enter(here, product, 'admin');
  await expect(here).toHaveURL(/\/pix\/overview$/);
  const change = (method: 'post' | 'delete', path: string, data?: object) =>
    here.request[method](`/api/settings/profile/${path}`, {
      headers: { origin: product.url, 'idempotency-key': `new-device-${method}-${path}` },
      ...(data && { data }),
    });
  const { secret } = await (await change('post', 'totp')).json();
  expect((await change('post', 'totp/confirm', { otp: codeOf(secret, -1) })).status()).toBe(200);

  const there = await opened(browser, product);
  await enter(there, product, 'admin');
  await hydrated(there);
  await there.getByRole('textbox', { name: 'Código do aplicativo' }).fill(codeOf(secret));
  await expect(there.getByRole('heading', { level: 1, name: 'Primeira vez neste aparelho' })).toBeVisible();
  await expect(there.getByText(/^Chrome.*Você recebe um aviso na caixa; se não foi você/)).toBeVisible();
  await checkA11y(there);
  await there.getByRole('link', { name: 'Continuar' }).click();
  await expect(there).toHaveURL(/\/pix\/overview$/);

  await here.goto('/inbox');
  await here
    .getByRole('link', { name: /^Foi você\? ?: Novo acesso/ })
    .first()
    .click();
  const asked = here.getByRole('region', { name: 'Foi você?' });
  await expect(asked).toContainText('Esta sessão começou em um aparelho que você não tinha usado aqui.');
  await checkA11y(here);
  await hydrated(here);
  await asked.getByRole('button', { name: 'Encerrar esta sessão' }).click();
  const ended = here.getByRole('region', { name: 'Esta sessão já terminou' });
  await expect(ended).toBeVisible();
  expect((await there.request.get('/api/session')).status()).toBe(401);
  await ended.getByRole('button', { name: 'Trocar senha…' }).click();
  await expect(here.getByRole('dialog').getByLabel('Senha nova', { exact: true })).toBeVisible();
  await here.keyboard.press('Escape');
  await ended.getByRole('button', { name: 'Fechar' }).click();
  await expect(ended).toHaveCount(0);
  await expect(here).toHaveURL(/\/settings\/profile$/);
  expect((await change('delete', 'totp')).status()).toBe(204);
  await here.context().close();
  await there.context().close();
});
