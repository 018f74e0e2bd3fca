import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { hydrated } from './support/hydrated.ts';
import { RECEIVER } from './support/payments.ts';
import type { Ready } from './support/product.ts';
import { signInAs } from './support/sign-in.ts';

// A product of its own: who is invited here would stand in others' lists.
test.use({ productOptions: { simulator: { transactions: 500 } } });
test.describe.configure({ mode: 'serial' });

const PASSWORD = 'lilás bigorna tatu 7';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

async function openTeam(page: Page, query = ''): Promise<void> {
  await page.goto(`/settings/team${query}`);
  await expect(page.getByRole('heading', { level: 1, name: /^(Equipe|Team)$/ })).toBeVisible();
  await hydrated(page);
}

/** Invites by the page; the link it shows. */
async function invitedBy(page: Page, email: string, role: string, account: string): Promise<string> {
  await openTeam(page);
  await button(page, 'Convidar pessoa').click();
  const sheet = page.getByRole('complementary', { name: 'Convidar pessoa' });
  await sheet.getByLabel('E-mail').fill(email);
  await sheet.getByLabel('Conta do papel 1').selectOption({ label: account });
  await sheet.getByLabel('Papel 1', { exact: true }).selectOption({ label: role });
  await button(page, 'Convidar').click();
  const link = (await sheet.locator('output').textContent()) ?? '';
  expect(link).toMatch(/\/invitation#[\w-]{32}$/);
  return link;
}

const stranger = async (browser: Browser, product: Ready) =>
  (await browser.newContext({ baseURL: product.url, locale: 'pt-BR' })).newPage();
const seesAccounts = async (request: APIRequestContext) =>
  ((await (await request.get('/api/session')).json()) as { accounts: { slug: string }[] }).accounts.map(
    ({ slug }) => slug,
  );

test('who is invited comes in by the link, sees what the role gives, and is out within 5 s', async ({
  signedIn,
  browser,
  product,
  checkA11y,
}) => {
  const admin = await signedIn('admin');
  const link = await invitedBy(admin, 'bia@casa.example', 'Análise', 'Aroeira testes');
  await checkA11y(admin);
  await button(admin, 'Pronto').click();
  const row = admin.getByRole('row', { name: /bia@casa\.example/ });
  await expect(row).toContainText('Com convite');
  await checkA11y(admin);

  const bia = await stranger(browser, product);
  await bia.goto(link);
  await expect(bia.getByRole('heading', { name: 'Aceitar convite' })).toBeVisible();
  await expect(bia.getByText('Análise em Aroeira testes')).toBeVisible();
  await checkA11y(bia);
  await bia.getByLabel('Nome').fill('Bia Rocha');
  await bia.getByLabel('Senha', { exact: true }).fill('bia rocha casa');
  const rules = bia.getByRole('list', { name: 'O que a senha precisa ter' });
  await expect(rules.getByRole('listitem').nth(0)).toContainText(': cumprida');
  await expect(rules.getByRole('listitem').nth(1)).toContainText(': não cumprida');
  await expect(rules.getByRole('listitem').nth(3)).toContainText(': ainda não');
  await button(bia, 'Aceitar e entrar').click();
  await expect(bia.getByText('As duas não são iguais.')).toBeVisible();
  await bia.getByLabel('Senha de novo').fill('bia rocha casa');
  await button(bia, 'Aceitar e entrar').click();
  await expect(bia.getByText(/^Fácil de adivinhar/)).toBeVisible();
  await expect(bia.getByLabel('Senha', { exact: true })).toBeFocused();
  await checkA11y(bia);
  await bia.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await bia.getByLabel('Senha de novo').fill(PASSWORD);
  await button(bia, 'Aceitar e entrar').click();
  await expect(bia.getByRole('heading', { name: 'Pronto, Bia Rocha' })).toBeFocused();
  await expect(bia.getByRole('link', { name: 'Ligar segundo fator' })).toHaveAttribute(
    'href',
    '/settings/profile',
  );
  await checkA11y(bia);
  await bia.getByRole('link', { name: 'Entrar sem ligar agora' }).click();
  await expect(bia).toHaveURL(/\/pix\/overview$/);
  expect(await seesAccounts(bia.request)).toEqual(['pix']);
  await expect(bia.getByRole('link', { name: 'Pagar' })).toHaveCount(1);
  await bia.getByRole('link', { name: 'Configurações' }).click();
  await expect(bia.getByRole('heading', { level: 1, name: 'Meu perfil' })).toBeVisible();
  await expect(bia.getByRole('navigation', { name: 'Configurações' }).getByRole('link')).toHaveCount(2);
  await bia.goto('/pix/overview');

  const again = await stranger(browser, product);
  await again.goto(link);
  await expect(again.getByRole('heading', { name: 'Este convite terminou' })).toBeVisible();
  await checkA11y(again);

  await admin.reload();
  await admin.getByRole('button', { name: 'Bia Rocha' }).click();
  const drawer = admin.getByRole('complementary', { name: 'Bia Rocha' });
  await expect(drawer.getByText('1 sessão aberta')).toBeVisible();
  const sessions = drawer.getByRole('listitem').filter({ hasText: '127.0.0.1' });
  await expect(sessions).toHaveCount(1);
  await expect(drawer.getByRole('list', { name: /^Últimas ações/ })).toContainText('Aceitou o convite');
  await checkA11y(admin);
  const phone = await stranger(browser, product);
  await signInAs(phone.request, { email: 'bia@casa.example', password: PASSWORD });
  await admin.reload();
  await expect(sessions).toHaveCount(2);
  await expect(sessions.first()).toContainText(/Chrome.*127\.0\.0\.1.*usada/);
  await sessions.first().getByRole('button', { name: 'Encerrar' }).click();
  await expect(admin.getByText('Sessão encerrada')).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await expect
    .poll(async () => (await phone.request.get('/api/session')).status(), { timeout: 5_000 })
    .toBe(401);
  expect((await bia.request.get('/api/session')).status(), 'the other goes on').toBe(200);
  await phone.context().close();
  await drawer.getByRole('button', { name: 'Tirar acesso…' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Tirar o acesso de Bia Rocha' });
  await expect(dialog).toContainText('1 sessão aberta termina em até 5 s');
  await checkA11y(admin);
  await dialog.getByRole('button', { name: 'Tirar acesso', exact: true }).click();
  await expect(drawer.getByText('Sem acesso')).toBeVisible();
  await expect
    .poll(async () => (await bia.request.get('/api/session')).status(), { timeout: 5_000 })
    .toBe(401);
  await Promise.all([bia.context().close(), again.context().close()]);
});

test('a person is changed by keyboard alone; the simulator’s cannot be, and says so', async ({
  signedIn,
}) => {
  const page = await signedIn('admin');
  await invitedBy(page, 'caio@casa.example', 'Leitura', 'Todas as contas');
  await openTeam(page);
  await page.getByRole('button', { name: 'caio', exact: true }).focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('complementary', { name: 'caio', exact: true });
  await expect(drawer).toBeFocused();
  await drawer.getByRole('button', { name: 'Mudar…' }).focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('complementary', { name: 'Nome e papéis de caio' });
  await sheet.getByLabel('Nome', { exact: true }).fill('Caio Fontes');
  await sheet.getByLabel('Papel 1', { exact: true }).selectOption({ label: 'Financeiro' });
  await sheet.getByRole('button', { name: 'Salvar' }).press('Enter');
  await expect(page.getByRole('row', { name: /caio@casa/ })).toContainText('Financeiro');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary', { name: 'Caio Fontes' })).toHaveCount(0);
  await openTeam(page, '?open=person&of=ready-viewer');
  await expect(page.getByText('Esta entrada vem com o simulador')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Tirar acesso…' })).toHaveCount(0);
});

test('a renewed invitation is shown once, and the earlier link is over', async ({
  signedIn,
  browser,
  product,
  checkA11y,
}) => {
  const page = await signedIn('admin');
  const first = await invitedBy(page, 'rita@casa.example', 'Integração', 'Aroeira testes');
  await button(page, 'Pronto').click();
  await button(page, 'Reenviar convite: rita').click();
  const dialog = page.getByRole('dialog', { name: 'Novo convite para rita' });
  await dialog.getByRole('button', { name: 'Criar link novo' }).click();
  const next = (await dialog.locator('output').textContent()) ?? '';
  expect(next).not.toBe(first);
  await dialog.getByRole('button', { name: 'Pronto' }).click();
  await expect(page.getByText(next)).toHaveCount(0);
  const rita = await stranger(browser, product);
  await rita.context().addCookies([{ name: 'locale', value: 'en', url: product.url }]);
  await rita.goto(first);
  await expect(rita.getByRole('heading', { name: 'This invitation has ended' })).toBeVisible();
  await expect(rita.getByText(/^It was valid until /)).toBeVisible();
  await expect(rita.getByText(/^Ask .+, who gave you this one, for another\.$/)).toBeVisible();
  await checkA11y(rita);
  await rita.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await rita.getByRole('button', { name: /^Copy request for / }).click();
  const request = await rita.evaluate(() => navigator.clipboard.readText());
  expect(request).toMatch(/^Hello \S+\. The Guichê invitation for rita@casa\.example ended at /);
  expect(request).not.toContain(first.split('#')[1]);
  await rita.goto(next);
  await expect(rita.getByRole('heading', { name: 'Accept invitation' })).toBeVisible();
  await expect(rita.getByText('Developer on Aroeira testes')).toBeVisible();
  await rita.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await rita.getByLabel('Password again').fill(PASSWORD);
  await rita.getByRole('button', { name: 'Accept and sign in' }).click();
  await rita.getByRole('link', { name: 'Go in without it for now' }).click();
  await expect(rita).toHaveURL(/\/pix\/overview$/);
  await page.getByRole('button', { name: 'rita', exact: true }).waitFor();
  await openTeam(page);
  await page.getByRole('button', { name: 'rita', exact: true }).click();
  await button(page, 'Link de senha…').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Criar link' }).click();
  const reset = (await page.getByRole('dialog').locator('output').textContent()) ?? '';
  await rita.goto(reset);
  await expect(rita.getByRole('heading', { name: 'New password' })).toBeVisible();
  await checkA11y(rita);
  const proved = await stranger(browser, product);
  await proved.goto('/proved');
  await expect(proved.getByRole('heading', { level: 1 })).toBeVisible();
  await checkA11y(proved);
  // No mail server is set here: the page says who can help, and names nobody.
  await proved.goto('/forgotten');
  await expect(proved.getByText('Quem administra a equipe cria um link de senha nova')).toBeVisible();
  await expect(proved.getByRole('textbox')).toHaveCount(0);
  await proved.context().close();
  await rita.getByLabel('Password', { exact: true }).fill(`${PASSWORD} e mais`);
  await rita.getByLabel('Password again').fill(`${PASSWORD} e mais`);
  await rita.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(rita).toHaveURL(/\/pix\/overview$/);
  await rita.context().close();
});

test('policies: one is changed, what would shut one out is told at it, and both pages fit', async ({
  signedIn,
  checkA11y,
  expectFault,
}) => {
  expectFault(/409/);
  const page = await signedIn('admin');
  await page.goto('/settings/policies');
  await expect(page.getByRole('heading', { level: 1, name: 'Regras' })).toBeVisible();
  await hydrated(page);
  await checkA11y(page);
  await page.getByRole('button', { name: 'Mudar: Sessão sem uso' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('4');
  await button(page, 'Salvar').click();
  await expect(dialog.getByText('Um número inteiro dentro dos limites.')).toBeVisible();
  await dialog.getByRole('textbox').fill('45');
  await checkA11y(page);
  await button(page, 'Salvar').click();
  await expect(page.getByText('45 minutos')).toBeVisible();
  await page.getByRole('button', { name: 'Mudar: Redes permitidas' }).click();
  await dialog.getByRole('textbox').fill('192.0.2.0/24');
  await button(page, 'Salvar').click();
  await expect(
    dialog.getByText(/^Deixaria você de fora: você está em (127\.0\.0\.1|::1|::ffff:127)/),
  ).toBeVisible();
  await dialog.getByRole('textbox').fill('192.0.2');
  expectFault(/400/);
  await button(page, 'Salvar').click();
  await expect(dialog.getByText(/^Uma das linhas não é uma rede/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Descartar' }).click();
  await page.getByRole('button', { name: 'Mudar: Segundo fator' }).click();
  await dialog.getByText('Obrigatório').click();
  await button(page, 'Salvar').click();
  await expect(dialog.getByText(/você ainda não tem segundo fator/)).toBeVisible();
  await checkA11y(page);
});

test('a weaker rule that waits stands on the policies page too, before and after', async ({
  signedIn,
  api,
  checkA11y,
}) => {
  const admin = await api('admin');
  const { items } = (await (await admin.get('/api/settings/accounts')).json()) as { items: { id: string }[] };
  const change = (approvalAbove: number | null) =>
    admin.patch(`/api/settings/accounts/${items[0]?.id}`, {
      data: { settings: { approvalAbove }, reason: 'Fornecedores subiram de preço.' },
      headers: { 'idempotency-key': `policies-page-${approvalAbove}-limit` },
    });
  expect((await change(1_000_000)).status()).toBe(200);
  expect((await change(2_500_000)).status()).toBe(202);
  const page = await signedIn('admin');
  await page.goto('/settings/policies');
  const waiting = page.getByRole('region', { name: 'Aroeira testes: regra mais fraca à espera' });
  await expect(waiting).toContainText('R$ 10.000,00');
  await expect(waiting).toContainText('R$ 25.000,00');
  await expect(waiting).toContainText('“Fornecedores subiram de preço.”');
  await checkA11y(page);
  await hydrated(page);
  await waiting.getByRole('button', { name: 'Retirar pedido' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retirar pedido' }).click();
  await expect(waiting).toHaveCount(0);
  const limited = await admin.patch(`/api/settings/accounts/${items[0]?.id}`, {
    data: { settings: { approvalAboveDaily: 40_000 } },
    headers: { 'idempotency-key': 'policies-page-daily-limit' },
  });
  expect(limited.status()).toBe(200);
  const paid = await (await api('finance')).post('/api/accounts/pix/withdrawals', {
    data: { amount: 30_000, ...RECEIVER },
    headers: { 'idempotency-key': 'policies-page-withdrawal' },
  });
  expect(paid.status(), await paid.text()).toBe(201);
  await page.reload();
  const limits = page.getByRole('region', { name: 'Segunda pessoa' });
  await expect(limits).toContainText(/Hoje, até \d\d:\d\d/);
  await expect(limits).toContainText(/R\$\s300,00 de R\$\s400,00/);
  await expect(limits.getByRole('img', { name: /^R\$\s300,00 pagos e R\$\s0,00 abertos/ })).toBeVisible();
  await checkA11y(page);
  await hydrated(page);
  await page.getByRole('button', { name: 'Mudar os limites de Aroeira testes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Segunda pessoa em Aroeira testes' });
  await dialog.getByRole('textbox', { name: /o dia de alguém/ }).fill('350,00');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await expect(dialog).toBeHidden();
  await expect(limits).toContainText(/R\$\s300,00 de R\$\s350,00/);
});

test('the team in English, narrow and dark', async ({ signedIn, api, product, checkA11y }) => {
  const preferences = { language: 'en', theme: 'dark' };
  const request = await api('admin');
  const page = await signedIn('admin');
  await page.context().addCookies([{ name: 'locale', value: 'en', url: product.url }]);
  await request.put('/api/session/preferences', { data: preferences });
  await openTeam(page);
  await checkA11y(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await expect(page.getByRole('columnheader', { name: 'Roles', exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: /caio@casa/ })).toContainText('All accounts Finance');
  await checkA11y(page);
});
