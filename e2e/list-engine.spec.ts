import type { Page } from '@playwright/test';
import { plainBrl } from '#lib/core/money.ts';
import { expect, test } from './fixtures.ts';
import { hydrated } from './support/hydrated.ts';

test.use({ productOptions: { simulator: { transactions: 600 } } });

const rows = (page: Page) => page.locator('tbody tr[data-index]');
const views = (page: Page) => page.getByRole('button', { name: /^Vis(ões$|ão )/ });
const choice = (page: Page, name: string) => page.getByRole('menuitemradio', { name });
const params = (page: Page) => new URL(page.url()).searchParams;

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
  await hydrated(page, 'main');
}

test('a list in a page has views of every account, one’s own, and columns that one chooses', async ({
  signedIn,
}) => {
  const page = await signedIn('finance');
  await open(page, '/pix/withdrawals');
  await views(page).click();
  await choice(page, 'Em andamento').click();
  expect(params(page).get('status')).toBe('PENDING');
  await expect(views(page)).toHaveAccessibleName('Visão Em andamento');
  await views(page).click();
  await page.getByRole('menuitem', { name: 'Sair da visão, mostrar tudo' }).click();
  await page.getByRole('button', { name: 'Escolher colunas' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Referência' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Referência' })).toHaveCount(0);
  await views(page).click();
  await page.getByRole('menuitem', { name: 'Salvar como visão…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nome').fill('Sem referência');
  await dialog.getByRole('button', { name: 'Salvar visão' }).click();
  await expect(views(page)).toHaveAccessibleName('Visão Sem referência');
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Valor' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Referência' })).toHaveCount(0);
  await expect(views(page)).toHaveAccessibleName('Visão Sem referência');
});

test('rows of a list are put in order once all of them were read, and say what they come to', async ({
  signedIn,
}) => {
  const page = await signedIn('finance');
  await open(page, '/pix/statement?tab=pending');
  await expect(rows(page).first()).toBeVisible();
  const amounts = async () => {
    const texts = await rows(page).locator('td[data-place=amount]').allInnerTexts();
    return texts.map((text) => Number(text.replace(/\D/g, '')));
  };
  const sort = page.getByRole('button', { name: 'Valor', exact: true });
  await sort.click();
  await expect(page.getByRole('columnheader', { name: 'Valor' })).toHaveAttribute('aria-sort', 'descending');
  const falling = await amounts();
  expect(falling).toEqual(falling.toSorted((a, b) => b - a));
  await sort.click();
  await expect(page).toHaveURL(/sort=amount&order=asc/);
  await expect.poll(amounts).toEqual(falling.toReversed());
  const sum = falling.reduce((all, one) => all + one, 0);
  await expect
    .poll(async () =>
      Number(
        (
          await page
            .getByText(/^As \d+ linhas/)
            .locator('..')
            .innerText()
        )
          .split(':')[1]
          ?.replace(/\D/g, ''),
      ),
    )
    .toBe(sum);
  await open(page, '/pix/charges');
  await expect(page.getByRole('button', { name: 'Mostrar mais' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Valor' }).getByRole('button')).toHaveCount(0);
  await expect(page.getByText(/linhas lidas até aqui/)).toBeVisible();
});

test('disputes of whoever reads, and operations of a kind, are views that can be shared', async ({
  signedIn,
}) => {
  const page = await signedIn('admin');
  await open(page, '/pix/disputes');
  await views(page).click();
  await choice(page, 'Minhas, respondidas').click();
  await expect(page).toHaveURL(/state=answered&assignee=me/);
  await expect(page.getByRole('button', { name: 'Responsável: você' })).toBeVisible();
  await open(page, '/pix/operations');
  await views(page).click();
  await choice(page, 'Dinheiro recusado').click();
  await expect(page).toHaveURL(/show=rejected/);
  await expect(page.getByRole('button', { name: /^Tipo: Saque/ })).toBeVisible();
});

test('a list without rows says which filter hides them, how many there are without it, and takes it away', async ({
  signedIn,
}) => {
  const page = await signedIn('admin');
  for (const [address, name, left] of [
    ['/pix/statement?direction=out&amountFrom=99999999900', 'Valor', /direction=out/],
    ['/pix/statement?tab=pending&amountFrom=99999999900', 'Valor', /tab=pending/],
    ['/settings/audit?target=no-such-thing', 'Objeto', /audit$/],
  ] as const) {
    await open(page, address);
    const empty = page.locator('.empty-state');
    await expect(empty.getByRole('heading', { name: 'Nada neste filtro' })).toBeVisible();
    await expect(empty).toContainText(new RegExp(`Há [\\d.]+ sem o filtro de ${name.toLowerCase()}|Remova`));
    await empty.getByRole('button', { name: `Remover filtro ${name}` }).click();
    await expect(page).toHaveURL(left);
    await expect(rows(page).first()).toBeVisible();
  }
  await open(page, '/pix/operations?show=rejected&kind=report.create');
  await page
    .locator('.empty-state')
    .getByRole('button', { name: /^Remover filtro / })
    .click();
  await expect(page).toHaveURL(/operations\?show=rejected$/);
});

test('a filter’s question leaves with the press, once, while what stood there still stands', async ({
  signedIn,
}) => {
  const page = await signedIn('admin');
  await page.goto('/pix/transactions');
  await hydrated(page, 'table');
  const field = page.getByRole('combobox', { name: 'Buscar nas transações' });
  await field.fill('R$ 189,90');
  await expect(page.getByRole('option').first()).toBeVisible();
  // How many rows stood there when each question left.
  await page.evaluate(() => {
    const before = globalThis.fetch;
    const stood: number[] = [];
    Object.assign(globalThis, { __stood: stood });
    globalThis.fetch = (...asked) => {
      if (String(asked[0]).includes('amount=18990'))
        stood.push(document.querySelectorAll('tr[data-index]:not([data-unread])').length);
      return before(...asked);
    };
  });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?amount=18990$/);
  await expect(page.locator('tr[data-index][data-unread]')).toHaveCount(0);
  const stood = await page.evaluate(() => (globalThis as { __stood?: number[] }).__stood ?? []);
  expect(stood).toHaveLength(1);
  expect(stood[0]).toBeGreaterThan(10);
});

test('an answer that comes soon takes the place of the rows before, without bars between; a late one is waited for', async ({
  signedIn,
  api,
  product,
}) => {
  const newest = await (await api('admin')).get('/api/accounts/pix/transactions?limit=20');
  const { items } = (await newest.json()) as { items: { id: string; amount: number }[] };
  const { amount } = items.at(-1) ?? { amount: 0 };
  const words = plainBrl(Math.abs(amount));
  const page = await signedIn('admin');
  await page.goto('/pix/transactions');
  await hydrated(page, 'table');
  const field = page.getByRole('combobox', { name: 'Buscar nas transações' });
  const unread = page.locator('tr[data-index][data-unread]');
  // However slow this machine is: the patience never ends, and the second answer is held back.
  await page.evaluate(() => {
    const [wait, ask] = [globalThis.setTimeout, globalThis.fetch];
    const bars = { seen: 0, release: () => {} };
    const held = new Promise<void>((resolve) => {
      bars.release = resolve;
    });
    const never = ((run: () => void, ms?: number) => (ms === 80 ? 0 : wait(run, ms))) as typeof setTimeout;
    globalThis.setTimeout = never;
    globalThis.fetch = async (...asked) => {
      if (!String(asked[0]).includes('amount=9999999')) return ask(...asked);
      globalThis.setTimeout = wait;
      await held;
      return ask(...asked);
    };
    new MutationObserver(() => {
      bars.seen += document.querySelectorAll('tr[data-index][data-unread]').length;
    }).observe(document.body, { childList: true, subtree: true });
    Object.assign(globalThis, { __bars: bars });
  });
  const search = async (text: string) => {
    await field.fill(text);
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Enter');
  };
  await search(words);
  await expect(page).toHaveURL(`${product.url}/pix/transactions?amount=${Math.abs(amount)}`);
  await expect(page.locator('tr[data-index]').first()).toContainText(words.split(' ')[1] ?? words);
  expect(await page.evaluate(() => (globalThis as { __bars?: { seen: number } }).__bars?.seen)).toBe(0);
  await search('R$ 99.999,99');
  await expect(unread.first()).toBeVisible();
  await page.evaluate(() => (globalThis as { __bars?: { release: () => void } }).__bars?.release());
  await expect(unread).toHaveCount(0);
});

test('a filter that is applied again as it stands is no step of the history', async ({ signedIn }) => {
  const page = await signedIn('admin');
  await page.goto('/pix/transactions');
  await hydrated(page, 'table');
  await page.getByRole('button', { name: 'Adicionar filtro' }).click();
  await page.getByRole('menuitem', { name: 'Referência', exact: true }).click();
  const editor = page.getByRole('dialog');
  await editor.getByRole('textbox').fill('pedido-1');
  await editor.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page).toHaveURL(/\?clientReference=pedido-1$/);
  const steps = await page.evaluate(() => history.length);
  await page.getByRole('button', { name: 'Referência: pedido-1' }).click();
  await editor.getByRole('button', { name: 'Aplicar' }).click();
  await expect(editor).toHaveCount(0);
  // The address is written at most every 150 ms.
  await page.waitForTimeout(1_000);
  expect(await page.evaluate(() => history.length)).toBe(steps);
  await page.goBack();
  await expect(page).toHaveURL(/\/pix\/transactions$/);
});

test('back from another page, a list stands where it stood', async ({ signedIn }) => {
  const page = await signedIn('admin');
  for (const path of ['/pix/transactions', '/pix/statement']) {
    await page.goto(path);
    await expect(rows(page).first()).toBeVisible();
    await hydrated(page, 'table');
    const scrolled = () =>
      page.locator('main table').evaluate((table) => {
        let box: Element | null = table;
        while (box !== null && !/auto|scroll/.test(getComputedStyle(box).overflowY)) box = box.parentElement;
        return box?.scrollTop ?? 0;
      });
    await rows(page).first().hover();
    await page.mouse.wheel(0, 900);
    await expect.poll(scrolled).toBeGreaterThan(500);
    const stood = await scrolled();
    await page.getByRole('link', { name: /^Disputas/ }).click();
    await expect(page).toHaveURL(/disputes$/);
    await page.goBack();
    await expect(rows(page).first()).toBeVisible();
    await expect.poll(scrolled, path).toBe(stood);
    // A page that the browser loads begins at its top.
    await page.reload();
    await hydrated(page, 'table');
    expect(await scrolled(), path).toBe(0);
  }
});
