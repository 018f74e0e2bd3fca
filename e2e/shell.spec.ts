import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { hydrated } from './support/hydrated.ts';
import type { Role } from './support/product.ts';

/** Other files look at the shared product's people in their first choices: these change their own. */
test.use({ productOptions: { simulator: { transactions: 500 } } });

const me = (page: Page) =>
  page.getByRole('button', { name: /(suas preferências|your preferences|your choices)$/ });

async function choose(
  page: Page,
  name: string | RegExp,
  kind: 'menuitemradio' | 'menuitemcheckbox' = 'menuitemradio',
) {
  await me(page).click();
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/session/preferences'));
  await page.getByRole(kind, { name, exact: typeof name === 'string' }).click();
  expect((await saved).ok()).toBe(true);
  await page.keyboard.press('Escape');
}

test('theme, language, density and single keys are remembered: reload, sign-out, sign-in', async ({
  page,
  product,
}) => {
  const enter = async (role: Role) => {
    const one = product.signIns.find((signIn) => signIn.role === role);
    await page.goto('/sign-in');
    await page.getByRole('textbox', { name: 'E-mail' }).fill(one?.email ?? '');
    await page.locator('#password').fill(one?.password ?? '');
    await page.getByRole('button', { name: /^(Continuar|Continue)$/ }).click();
    await expect(page).toHaveURL(/\/pix\/overview$/);
    await hydrated(page);
  };
  const root = page.locator('html');
  await enter('viewer');
  await choose(page, 'Escuro');
  await choose(page, 'Confortável');
  await choose(page, 'Atalhos de uma tecla', 'menuitemcheckbox');
  await choose(page, 'English');
  const holds = async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    await expect(root).toHaveAttribute('lang', 'en');
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await expect(root).toHaveAttribute('data-density', 'comfortable');
    // With single keys off, `?` opens nothing.
    await page.keyboard.press('?');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await holds();
  await page.reload();
  await holds();
  await me(page).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await enter('viewer');
  await holds();
  // Another person's choices are their own.
  await me(page).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await enter('analyst');
  await expect(root).toHaveAttribute('data-density', 'compact');
});

test('the band says with which money one works, on every page', async ({ signedIn }) => {
  const page = await signedIn('admin');
  for (const address of ['/pix/overview', '/pix/transactions', '/pix/sandbox']) {
    await page.goto(address);
    const band = page.getByRole('region', { name: 'Ambiente' });
    await expect(band).toContainText('SANDBOX');
    await expect(band).toContainText('Simulador: nenhum dinheiro se move');
  }
});

test('the account switcher names the account and leads to the same page of another', async ({ signedIn }) => {
  const page = await signedIn('admin');
  await page.goto('/pix/transactions');
  await page.getByRole('button', { name: /: trocar de conta$/ }).click();
  const items = page.getByRole('menuitem');
  // The simulator's three accounts, and all of them together.
  await expect(items).toHaveCount(4);
  await expect(items.first()).toHaveAttribute('aria-current', 'true');
  await expect(items.first()).toHaveAttribute('href', '/pix/transactions');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /: trocar de conta$/ })).toBeFocused();
});

test('the palette finds what is pasted and opens it', async ({ signedIn, product }) => {
  const { pix } = product.simulator ?? {};
  const answer = await fetch(`${pix?.baseUrl}/user/transactions?limit=100&status=COMPLETED&type=DEPOSIT`, {
    headers: { authorization: `Bearer ${pix?.accessToken}`, 'content-type': 'application/json' },
  });
  const { transactions } = (await answer.json()) as { transactions: Record<string, string>[] };
  const one = transactions.find(({ clientReference }) => clientReference);
  const page = await signedIn('admin');
  for (const pasted of [one?.endToEndId, one?.clientReference, one?.id]) {
    await page.goto('/pix/overview');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Buscar e executar' }).fill(pasted ?? '');
    // Another account may hold the same reference: this account's stands first.
    const found = page.getByRole('option', { name: `Transação ${one?.clientReference}` }).first();
    await expect(found).toBeVisible();
    await expect(found).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/pix/transactions/${one?.id}$`));
  }
});

test('U12: the palette goes to pages of other accounts, and begins things from anywhere', async ({
  signedIn,
}) => {
  const page = await signedIn('finance');
  for (const [typed, option, address] of [
    ['extrato', /^Extrato .*Hub/, /\/hub\/statement$/],
    ['nova cobr', /^Nova cobrança/, /\/hub\/charges\?open=new$/],
  ] as const) {
    if (typed === 'extrato') await page.goto('/pix/overview');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Buscar e executar' }).fill(typed);
    await page.getByRole('option', { name: option }).click();
    await expect(page).toHaveURL(address);
  }
});

test('U12: the palette changes the account, on the same page, and the theme', async ({ signedIn }) => {
  const page = await signedIn('finance');
  const choose = async (typed: string, option: string | RegExp) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Buscar e executar' }).fill(typed);
    await page.getByRole('option', { name: option }).click();
  };
  await page.goto('/pix/charges');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await choose('ir para', /^Ir para .*Hub/);
  await expect(page).toHaveURL(/\/hub\/charges$/);
  await choose('tema', 'Tema escuro');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await choose('tema', 'Tema do sistema');
});

test('the palette goes to pages, and g with a letter too', async ({ signedIn }) => {
  const page = await signedIn('admin');
  await page.goto('/pix/overview');
  await page.getByRole('button', { name: 'Buscar Ctrl K' }).click();
  await page.getByRole('combobox', { name: 'Buscar e executar' }).fill('transa');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/pix\/transactions$/);
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/\/pix\/withdrawals$/);
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(page).toHaveURL(/\/settings\/accounts$/);
  await page.goBack();
  await page.getByRole('link', { name: 'Controles do simulador' }).click();
  await expect(page).toHaveURL(/\/pix\/sandbox$/);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Atalhos de teclado' });
  await expect(help).toContainText('Buscar e executar');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
});

test('on a phone the bell stands in the first line, nothing of a panel’s head is cut, and a failed sign-out is read', async ({
  signedIn,
  expectFault,
}) => {
  expectFault(/session\/end/);
  const page = await signedIn('finance');
  await page.setViewportSize({ width: 360, height: 740 });
  const main = page.getByRole('main');
  for (const at of ['/pix/transactions', '/pix/deliveries', '/pix/webhooks', '/pix/statement', '/inbox']) {
    await page.goto(at);
    await hydrated(page);
    const middle = async (part: Locator) => {
      const box = await part.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0) / 2;
    };
    const title = main.getByRole('heading', { level: 1 });
    const bell = main.getByRole('button', { name: /^Caixa de entrada, / });
    // The two are measured one after the other: what moves between them is not where they stand.
    const apart = async () => Math.abs((await middle(title)) - (await middle(bell)));
    await expect.poll(apart, { message: at }).toBeLessThan(12);
  }
  await page.goto('/pix/withdrawals');
  const file = main.getByRole('button', { name: 'Exportar CSV' });
  await file.scrollIntoViewIfNeeded();
  await expect(file).toBeInViewport({ ratio: 1 });
  await page.route('**/api/session/end', (route) => route.abort());
  await page.getByRole('button', { name: 'Mais', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  const said = await page.getByText(/^Não foi possível sair/).boundingBox();
  const band = await page.getByText('SANDBOX', { exact: true }).first().boundingBox();
  expect(said?.y).toBeGreaterThan((band?.y ?? 0) + (band?.height ?? 0));
  expect(said?.x).toBeGreaterThanOrEqual(8);
});

test('text is drawn as it was written: no arrow for a hyphen and a bracket, no product for an x', async ({
  signedIn,
}) => {
  const page = await signedIn('viewer');
  await page.goto('/pix/overview');
  await page.evaluate(() => document.fonts.ready);
  const widths = await page.evaluate(() =>
    ['->', '10x10', '<-', '14:58'].map((text) => {
      const widthOf = (...parts: string[]) => {
        const line = document.createElement('span');
        line.style.whiteSpace = 'pre';
        for (const part of parts)
          line.append(Object.assign(document.createElement('i'), { textContent: part }));
        for (const part of line.children)
          (part as HTMLElement).style.cssText = 'display:inline-block;font-style:normal';
        document.body.append(line);
        const { width } = line.getBoundingClientRect();
        line.remove();
        return Math.round(width * 10);
      };
      return { text, joined: widthOf(text), apart: widthOf(...text) };
    }),
  );
  for (const { text, joined, apart } of widths) expect(joined, text).toBe(apart);
});
