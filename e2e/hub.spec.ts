import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { hydrated } from './support/hydrated.ts';
import { pressWhileItsCodeComes } from './support/press.ts';

test.describe.configure({ timeout: 240_000 });

/** Calls of a page that were refused: a page must not ask for what its account has not. */
function refusals(page: Page): string[] {
  const found: string[] = [];
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url());
    if (pathname.startsWith('/api/') && answer.status() >= 400)
      found.push(`${answer.status()} ${answer.request().method()} ${pathname}`);
  });
  return found;
}

const NAV = {
  hub: ['overview', 'disputes', 'charges', 'withdrawals', 'statement', 'webhooks'],
  card: ['overview', 'card'],
};

for (const kind of ['hub', 'card'] as const)
  test(`every page that a ${kind} account offers works, and asks for nothing it has not`, async ({
    signedIn,
  }) => {
    const page = await signedIn('developer');
    const refused = refusals(page);
    await page.goto(`/${kind}/overview`);
    const links = page.getByRole('navigation', { name: 'Principal' }).getByRole('link');
    const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    const own = [...new Set(paths.filter((path) => path.startsWith(`/${kind}/`)))];
    expect(own.map((path) => path.split('/')[2])).toEqual(NAV[kind]);
    const tabs = page.getByRole('navigation', { name: /^Páginas de/ }).getByRole('link');
    const seen: string[] = [];
    for (const path of own)
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
        for (const tab of await tabs.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '')))
          if (!own.includes(tab)) seen.push(tab);
      });
    for (const path of new Set(seen))
      await test.step(path, async () => {
        await page.goto(path);
        await expect(tabs.and(page.locator('[aria-current=page]'))).toHaveAttribute('href', path);
        await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
      });
    for (const absent of ['transactions', 'deliveries', 'resends'])
      for (const path of [...own, ...seen]) expect(path).not.toContain(`/${absent}`);
    expect(refused).toEqual([]);
  });

test('the Hub’s overview has what the Hub tells, and nothing else', { tag: '@smoke' }, async ({
  signedIn,
  api,
  checkA11y,
}) => {
  const page = await signedIn('viewer');
  await page.goto('/hub/overview');
  for (const name of [
    'Saldo',
    'O que a conta pode',
    'Últimos lançamentos',
    'Números do serviço',
    'Saúde da conta',
  ])
    await expect(page.getByRole('region', { name })).toBeVisible();
  for (const name of ['Limite de saque hoje', 'Transações recentes', 'Hoje por estado', 'Volume por dia'])
    await expect(page.getByRole('region', { name })).toHaveCount(0);
  await expect(page.getByRole('row', { name: /^Saque por chave/ })).toContainText('R$ 1,00');
  const answer = await (await api('viewer')).get('/api/accounts/hub/balance');
  const { breakdown } = (await answer.json()) as { breakdown: { kind: string }[] };
  expect(breakdown.map(({ kind }) => kind)).toContain('security');
  await expect(page.getByRole('region', { name: 'Saldo' })).toContainText('retido por disputa');
  await checkA11y(page);
});

test('from one account to another: the same page where it has it, else its overview', async ({
  signedIn,
}) => {
  const page = await signedIn('viewer');
  const change = async (name: RegExp) => {
    await hydrated(page, 'aside');
    await page.getByRole('button', { name: /trocar de conta/ }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await page.goto('/pix/disputes');
  await hydrated(page, 'aside');
  await pressWhileItsCodeComes(page, page.getByRole('button', { name: /trocar de conta/ }));
  await page.getByRole('menuitem', { name: /Hub/ }).click();
  await expect(page).toHaveURL(/\/hub\/disputes$/);
  await page.goto('/pix/transactions');
  await change(/Hub/);
  await expect(page).toHaveURL(/\/hub\/overview$/);
});

test('a Hub endpoint: 18 events, a secret shown once, no rotation, and pausing where removal is refused', {
  tag: '@smoke',
}, async ({ signedIn, checkA11y, expectFault }) => {
  expectFault(/409.*webhooks/);
  const page = await signedIn('developer');
  await page.goto('/hub/webhooks?open=new');
  await hydrated(page, 'main aside');
  const url = `https://loja.example/hub-${Date.now()}`;
  const form = page.getByRole('complementary', { name: 'Novo endereço' });
  await form.getByRole('textbox', { name: 'Endereço' }).fill(url);
  await expect(form.getByText('18 de 18')).toBeVisible();
  await form.getByText('Escolher', { exact: true }).click();
  await form.getByLabel(/^Prazo da disputa perto/).check();
  await checkA11y(page);
  await page.getByRole('button', { name: 'Conferir', exact: true }).click();
  await page.getByRole('button', { name: 'Registrar endereço' }).click();
  const started = page.getByRole('complementary', { name: `Endereço registrado: ${url}` });
  await started.getByRole('button', { name: 'Mostrar', exact: true }).click();
  await expect(page.locator('output')).toHaveText(/^whsec_/);
  await page.getByLabel('Guardei o segredo no cofre da aplicação').check();
  await page.getByRole('button', { name: 'Concluir' }).click();
  await page.goto('/hub/webhooks');
  await hydrated(page, 'main');
  await page.getByRole('button', { name: `Ver ${url}` }).click();
  const drawer = page.getByRole('complementary', { name: `Endereço ${url}` });
  await expect(drawer.getByText(/com o PIN de operações/)).toBeVisible();
  await expect(drawer.getByRole('button', { name: /Trocar segredo/ })).toHaveCount(0);
  const act = async (of: string, action: string) => {
    await page
      .getByRole('button', { name: `Ações de ${of}` })
      .first()
      .click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await act(url, 'Remover…');
  await page.getByRole('button', { name: 'Remover endereço' }).click();
  await expect(page.getByRole('button', { name: `Ver ${url}` })).toHaveCount(0);
  // One of the simulator's own that had deliveries since it began.
  await act('https://api.aroeira.example/hub/avisos', 'Remover…');
  await page.getByRole('button', { name: 'Remover endereço' }).click();
  // The row says it too, once the list was read again.
  const refused = /^Este endereço já teve entregas e não pode ser excluído/;
  await expect(page.getByRole('heading', { name: refused })).toBeVisible();
  await page.getByRole('button', { name: 'Pausar em vez de remover…' }).click();
  await expect(page.getByRole('button', { name: 'Pausar endereço' })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('who looks for a missing notice of the Hub is told how it delivers', async ({ signedIn }) => {
  const page = await signedIn('viewer');
  await page.goto('/hub/deliveries');
  await expect(page).toHaveURL(/\/hub\/webhooks\?open=missing$/);
  const sheet = page.getByRole('complementary', { name: 'Quando um aviso não chega' });
  await expect(sheet.getByText(/10 tentativas/)).toBeVisible();
  await expect(sheet.getByText(/na ordem em que aconteceram/)).toBeVisible();
});

test('a Hub dispute is read here and answered in the service’s panel', async ({ signedIn, checkA11y }) => {
  const page = await signedIn('analyst');
  await page.goto('/hub/disputes');
  await expect(page.getByText('ao vivo')).toBeVisible();
  await page.locator('tbody .row-open').nth(3).click();
  await expect(page.getByText('Responda no painel do serviço')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Avisos de prazo' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Notas da equipe' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Enviar/ })).toHaveCount(0);
  await checkA11y(page);
});
