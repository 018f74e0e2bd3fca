import type { Page } from '@playwright/test';
import { test as base, expect } from './own-product.ts';
import { hydrated } from './support/hydrated.ts';
import type { ProductOptions } from './support/product.ts';

/** Rows of its own, and time that stands still unless a test moves it. */
const test = base.extend<object, { productOptions: ProductOptions | null }>({
  productOptions: [
    async ({ postgres }, use) => {
      const env = { DATABASE_URL: postgres.url, GUICHE_SECRET: 'for tests only, thirty-two bytes or more' };
      await use({ env, simulator: { transactions: 1500, speed: 0 } });
    },
    { scope: 'worker' },
  ],
});
test.describe.configure({ timeout: 120_000 });
test.beforeEach(async ({ sql }) => void (await sql('delete from saved_views')));

const rows = (page: Page) => page.locator('tr[data-index]:not([data-unread])');
const viewButton = (page: Page) => page.getByRole('button', { name: /^Vis(ões$|ão )/ });
const item = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name });
const choice = (page: Page, name: string | RegExp) => page.getByRole('menuitemradio', { name });
const dialog = (page: Page) => page.getByRole('dialog');
const params = (page: Page) => new URL(page.url()).searchParams;

async function openList(page: Page, query = ''): Promise<void> {
  await page.goto(`/pix/transactions${query}`);
  await expect(rows(page).first()).toBeVisible();
  await hydrated(page, 'table');
}

async function save(page: Page, name: string, more: (page: Page) => Promise<unknown> = async () => {}) {
  await viewButton(page).click();
  await item(page, 'Salvar como visão…').click();
  await dialog(page).getByLabel('Nome').fill(name);
  await more(page);
  await dialog(page).getByRole('button', { name: 'Salvar visão' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(viewButton(page)).toHaveAccessibleName(`Visão ${name}`);
}

test('a view is saved, left, chosen again from the menu, and stands in the address', async ({ signedIn }) => {
  const page = await signedIn('analyst');
  await openList(page, '?status=PENDING,ERROR');
  await save(page, 'A resolver');
  expect(params(page).get('status')).toBe('PENDING,ERROR');
  const id = params(page).get('view');
  expect(id).toBeTruthy();
  await viewButton(page).click();
  await item(page, 'Sair da visão, mostrar tudo').click();
  await expect(page).toHaveURL(/\/pix\/transactions$/);
  await expect(viewButton(page)).toHaveAccessibleName('Visões');
  await viewButton(page).click();
  await choice(page, 'A resolver').click();
  await expect(page).toHaveURL(new RegExp(`status=PENDING,ERROR&view=${id}$`));
  await page.goBack();
  await expect(viewButton(page)).toHaveAccessibleName('Visões');
  await page.goForward();
  await page.reload();
  await expect(viewButton(page)).toHaveAccessibleName('Visão A resolver');
});

test('what differs from the view is told; going back and updating end that', async ({ signedIn }) => {
  const page = await signedIn('analyst');
  await openList(page, '?status=ERROR');
  await save(page, 'Falhas');
  await page.getByRole('button', { name: 'Remover filtro Estado' }).click();
  await expect(viewButton(page)).toHaveAccessibleName('Visão Falhas, alterada');
  await viewButton(page).click();
  await item(page, 'Voltar à visão').click();
  await expect(viewButton(page)).toHaveAccessibleName('Visão Falhas');
  expect(params(page).get('status')).toBe('ERROR');
  await page.getByRole('button', { name: 'Escolher colunas' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Tarifa' }).click();
  await page.keyboard.press('Escape');
  await expect(viewButton(page)).toHaveAccessibleName('Visão Falhas, alterada');
  await viewButton(page).click();
  await item(page, 'Atualizar visão…').click();
  await expect(dialog(page)).toContainText('Tarifa');
  await dialog(page).getByRole('button', { name: 'Atualizar visão' }).click();
  await expect(viewButton(page)).toHaveAccessibleName('Visão Falhas');
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Tarifa' })).toBeVisible();
  await expect(viewButton(page)).toHaveAccessibleName('Visão Falhas');
});

test('a period may move with the day, or stay', async ({ signedIn, sql }) => {
  const page = await signedIn('analyst');
  await openList(page);
  await page.getByRole('button', { name: 'Período: tudo' }).click();
  await page.getByRole('button', { name: '30 dias' }).click();
  await expect(page).toHaveURL(/from=/);
  const [from, to] = [params(page).get('from'), params(page).get('to')];
  await save(page, 'Que anda');
  await save(page, 'Que fica', async () => {
    await dialog(page)
      .getByText(/^\d+ \w+–\d+ \w+$|^\d+–\d+ \w+$/)
      .click();
    await expect(dialog(page)).toContainText('Sempre estes mesmos dias.');
  });
  const kept = await sql('select name, filter from saved_views order by name');
  expect(kept).toEqual([
    { name: 'Que anda', filter: { period: 'days30' } },
    { name: 'Que fica', filter: { from, to } },
  ]);
});

test('shared: others choose it and cannot change it; an administrator can', async ({ signedIn, sql }) => {
  const page = await signedIn('analyst');
  await openList(page, '?type=WITHDRAW');
  await save(page, 'Retiradas');
  const viewer = await signedIn('viewer');
  await openList(viewer);
  await viewButton(viewer).click();
  await expect(viewer.getByRole('menuitemradio').first()).toBeVisible();
  await expect(choice(viewer, /^Retiradas/)).toHaveCount(0);
  await viewer.keyboard.press('Escape');
  await viewButton(page).click();
  await item(page, 'Compartilhar visão…').click();
  await dialog(page).getByRole('button', { name: 'Compartilhar visão' }).click();
  await expect(dialog(page)).toBeHidden();
  // Told by the event stream: the other page is not loaded anew.
  await viewButton(viewer).click();
  await choice(viewer, /^Retiradas/).click();
  await expect(viewButton(viewer)).toHaveAccessibleName('Visão Retiradas');
  expect(params(viewer).get('type')).toBe('WITHDRAW');
  await viewButton(viewer).click();
  await expect(item(viewer, 'Sair da visão, mostrar tudo')).toBeVisible();
  for (const name of [/^Renomear/, /^Excluir/, /compartilhar/i])
    await expect(item(viewer, name)).toHaveCount(0);
  const admin = await signedIn('admin');
  await openList(admin, new URL(viewer.url()).search);
  await viewButton(admin).click();
  await item(admin, 'Renomear visão…').click();
  await dialog(admin).getByLabel('Nome').fill('Retiradas da conta');
  await dialog(admin).getByRole('button', { name: 'Renomear visão' }).click();
  await expect(viewButton(admin)).toHaveAccessibleName('Visão Retiradas da conta');
  await expect(viewButton(page)).toHaveAccessibleName('Visão Retiradas da conta');
  await viewButton(admin).click();
  await item(admin, 'Excluir visão…').click();
  await expect(dialog(admin)).toContainText('Ela some também para todos que a usam nesta conta.');
  await expect(dialog(admin).getByRole('button', { name: 'Voltar' })).toBeFocused();
  await dialog(admin).getByRole('button', { name: 'Voltar' }).click();
  expect(await sql('select name from saved_views')).toHaveLength(1);
  await viewButton(admin).click();
  await item(admin, /^Excluir/).click();
  await dialog(admin).getByRole('button', { name: 'Excluir visão' }).click();
  await expect(viewButton(admin)).toHaveAccessibleName('Visões');
  expect(await sql('select name from saved_views')).toEqual([]);
});

test('a name that is taken or missing is said at its field; nothing typed is lost', async ({
  signedIn,
  expectFault,
}) => {
  expectFault(/status of 409/);
  const page = await signedIn('analyst');
  await openList(page, '?status=ERROR');
  await save(page, 'Falhas');
  await viewButton(page).click();
  await item(page, 'Salvar como visão…').click();
  await dialog(page).getByRole('button', { name: 'Salvar visão' }).click();
  await expect(dialog(page)).toContainText('Dê um nome à visão.');
  await dialog(page).getByLabel('Nome').fill('falhas');
  await dialog(page).getByRole('button', { name: 'Salvar visão' }).click();
  await expect(dialog(page)).toContainText('Você já tem uma visão com este nome.');
  await expect(dialog(page).getByLabel('Nome')).toHaveValue('falhas');
});

test('a document stays out of the address and the view, and lives as long as the view', async ({
  signedIn,
  sql,
}) => {
  const page = await signedIn('analyst');
  await openList(page);
  const stored = await page.request.post('/api/accounts/pix/transactions/filters', {
    data: { document: '52998224725' },
    headers: { origin: new URL(page.url()).origin },
  });
  const { id } = (await stored.json()) as { id: string };
  await page.goto(`/pix/transactions?f=${id}`);
  await hydrated(page, 'main');
  await save(page, 'Uma pessoa', async () =>
    expect(dialog(page)).toContainText('ficam guardados no servidor enquanto a visão existir'),
  );
  const [view] = await sql('select filter, stored_filter_id from saved_views');
  expect(view).toEqual({ filter: { f: id }, stored_filter_id: id });
  await sql(`update stored_filters set used_at = now() - interval '60 days'`);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Documento: 529.982.247-25' })).toBeVisible();
  expect(page.url()).not.toContain('52998224725');
});

test('all of it by keyboard, and from the palette', async ({ signedIn }) => {
  const page = await signedIn('analyst');
  await openList(page, '?status=EXPIRED');
  await viewButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Nome')).toBeFocused();
  await page.keyboard.type('Expiradas');
  await page.keyboard.press('Enter');
  await expect(viewButton(page)).toHaveAccessibleName('Visão Expiradas');
  await openList(page);
  await page.keyboard.press('Control+k');
  await expect(dialog(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('Visão: Exp');
  await expect(page.getByRole('option', { name: 'Visão: Expiradas' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/status=EXPIRED&view=/);
});

test('at 360 px everything can be reached and nothing is cut off', async ({ signedIn, checkA11y }) => {
  const page = await signedIn('analyst');
  await page.setViewportSize({ width: 360, height: 740 });
  await openList(page, '?status=ERROR');
  await save(page, 'Uma visão de nome bastante comprido para caber');
  await page.getByRole('button', { name: 'Remover filtro Estado' }).click();
  await expect(viewButton(page)).toHaveAccessibleName(/alterada$/);
  await expect(viewButton(page)).toBeInViewport({ ratio: 1 });
  await viewButton(page).click();
  await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 });
  await checkA11y(page);
  await item(page, /^Atualizar/).click();
  await expect(dialog(page).getByRole('button', { name: 'Atualizar visão' })).toBeInViewport({ ratio: 1 });
  await checkA11y(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test('one browser holds one stream; its other tab hears, and takes over', async ({ signedIn }) => {
  const first = await signedIn('analyst');
  const streams: string[] = [];
  first.context().on('request', (sent) => sent.url().endsWith('/events') && streams.push(sent.url()));
  await openList(first, '?status=ERROR');
  await expect.poll(() => streams.length).toBe(1);
  const second = await first.context().newPage();
  await openList(second);
  await save(first, 'Vista nas duas');
  await viewButton(second).click();
  await expect(choice(second, 'Vista nas duas')).toBeVisible();
  expect(streams).toHaveLength(1);
  await first.close();
  await expect.poll(() => streams.length).toBe(2);
});

test('what an operator did stands in the transaction’s timeline, at once', async ({ signedIn, sql }) => {
  const page = await signedIn('analyst');
  await openList(page, '?status=COMPLETED');
  const id = await page.evaluate(async () => {
    const answer = await fetch('/api/accounts/pix/transactions?status=COMPLETED&limit=1');
    return ((await answer.json()) as { items: { id: string }[] }).items[0]?.id ?? '';
  });
  await page.goto(`/pix/transactions/${id}`);
  const timeline = page.getByRole('list', { name: 'Linha do tempo' });
  await expect(timeline.getByRole('listitem').first()).toBeVisible();
  await expect(timeline).not.toContainText('viu os dados');
  await page.getByRole('button', { name: 'Mostrar dados pessoais' }).click();
  const [{ name } = {}] = await sql(`select name from operators where id = 'ready-analyst'`);
  await expect(timeline.getByRole('listitem').first()).toContainText(`${name} viu os dados pessoais`);
});

test('rows that the operator takes in settle with a tint; without motion there is none', async ({
  signedIn,
  api,
  control,
}) => {
  const page = await signedIn('admin');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const request = await api('admin');
  const total = async () =>
    (await (await request.get('/api/accounts/pix/transactions?limit=1')).json()).total;
  const hour = () => control('/time', { advanceMs: 3_600_000 });
  const running = () =>
    page.evaluate(
      () =>
        document
          .getAnimations()
          .filter((one) => /settle|tint/.test((one as CSSAnimation).animationName ?? '')).length,
    );
  const takeIn = async () => {
    await page.clock.install();
    await openList(page);
    const before = await total();
    // At night whole hours pass without a payment.
    await expect.poll(() => hour().then(total)).toBeGreaterThan(before);
    await page.clock.fastForward(31_000);
    await page.getByRole('button', { name: /^\d+ novas?$/ }).click();
    await expect(page.getByRole('button', { name: /^\d+ novas?$/ })).toBeHidden();
  };
  const tinted = page.locator('tr[data-arrived]');
  await takeIn();
  await expect(tinted.first()).toBeVisible();
  expect(await tinted.count()).toBeLessThan(await rows(page).count());
  await page.clock.fastForward(3_000);
  await expect(tinted).toHaveCount(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await takeIn();
  await expect(tinted.first()).toBeVisible();
  expect(await running()).toBe(0);
});

test('one failed read of a transaction is one card, and one press reads all again', async ({
  signedIn,
  control,
  expectFault,
  product,
  request,
}) => {
  expectFault(/Failed to load resource/);
  const page = await signedIn('admin');
  await page.clock.install();
  const { baseUrl = '', accessToken = '' } = product.simulator?.pix ?? {};
  const headers = { authorization: `Bearer ${accessToken}` };
  const charge = await request.post(`${baseUrl}/pix`, { headers, data: { amount: 10 } });
  const { id } = (await charge.json()) as { id: string };
  await page.goto(`/pix/transactions/${id}`);
  await expect(page.getByRole('list', { name: 'Linha do tempo' })).toBeVisible();
  await control('/fault', { kind: 'status', status: 403, errorCode: 'PZA203', untilCleared: true });
  await page.clock.fastForward(31_000);
  await expect(page.locator('.error-card').first()).toBeVisible();
  // The second reading fails a moment later.
  await page.waitForTimeout(1_000);
  await expect(page.locator('.error-card')).toHaveCount(1);
  await control('/clear', { all: true });
  await page.getByRole('button', { name: 'Já registrei, verificar' }).click();
  await expect(page.locator('.error-card')).toHaveCount(0);
});
