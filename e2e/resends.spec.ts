import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from './own-product.ts';
import { hydrated } from './support/hydrated.ts';
import type { Provider } from './support/provider.ts';

const ROUTE = { method: 'POST', path: '/user/callbacks/resend' };
const CALLBACK = 'https://checkout.example/pix';

test.use({
  more: {
    // The provider's minute of five resend requests takes a second here.
    simulator: { transactions: 400, speed: 60 },
    env: { GUICHE_RESEND_PAUSE_MS: '1000', GUICHE_CHANGE_MS: '1500', GUICHE_READ_MS: '3000' },
  },
});
test.describe.configure({ timeout: 300_000 });

const sheet = (page: Page) => page.getByRole('complementary', { name: 'Reenviar avisos' });
const schedule = (page: Page) => sheet(page).getByRole('button', { name: /^Reenviar \d+$/ });

async function charges(provider: Provider, count: number): Promise<string[]> {
  const made: string[] = [];
  for (let place = 0; place < count; place += 1)
    made.push(
      (await provider.create({ amount: 10 + place, callbackUrl: CALLBACK, clientReference: randomUUID() }))
        .id,
    );
  return made;
}

/** A resend that waits: the provider asked for it. */
async function waiting(request: APIRequestContext, provider: Provider, seconds: number): Promise<string> {
  const fault = { ...ROUTE, kind: 'status', status: 429, errorCode: 'PZG429', count: 1 };
  await provider.fault({ ...fault, retryAfterSeconds: seconds });
  const transactionIds = await charges(provider, 2);
  const answer = await request.post('/api/accounts/pix/resends', {
    data: { scope: 'selection', transactionIds, everything: true },
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(answer.status(), await answer.text()).toBe(202);
  return ((await answer.json()) as { id: string }).id;
}

async function openResend(page: Page, id: string): Promise<void> {
  await page.goto(`/pix/resends/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/Reenvio R-\d+/);
}

test('U9: by filter, at an address of its own: choose, check what goes and what stays out, schedule, follow', {
  tag: '@smoke',
}, async ({ signedIn, control, checkA11y }) => {
  const page = await signedIn('analyst');
  await page.goto('/pix/deliveries');
  await page.getByRole('button', { name: 'Reenviar…' }).click();
  await expect(page).toHaveURL(/resend=new/);
  await page.reload();
  await sheet(page).getByText('Por filtro').click();
  // U4: never disabled without its reason.
  await expect(sheet(page).getByRole('button', { name: 'Conferir' })).toHaveAccessibleDescription(
    'Falta o período.',
  );
  await sheet(page).getByRole('button', { name: 'últimos 30 dias' }).click();
  await sheet(page)
    .getByRole('checkbox', { name: 'Só as que têm aviso que falhou e ainda não foi entregue' })
    .uncheck();
  await sheet(page)
    .getByRole('checkbox', { name: /^Também as que já receberam/ })
    .check();
  await sheet(page).getByRole('checkbox', { name: 'Concluída' }).check();
  await checkA11y(page);
  await expect(page).toHaveURL(/COMPLETED/);
  await page.reload();
  await expect(sheet(page).getByRole('checkbox', { name: 'Concluída' })).toBeChecked();
  await sheet(page).getByRole('button', { name: 'Conferir' }).click();
  await expect(schedule(page)).toBeVisible({ timeout: 30_000 });
  await expect(sheet(page)).toContainText('TRANSACTION_COMPLETED');
  await expect(sheet(page)).toContainText('sem callbackUrl');
  await expect(sheet(page)).toContainText(/A prévia vale por 1\d:\d\d/);
  await expect(sheet(page)).toContainText('id + event');
  await expect(sheet(page).getByRole('list', { name: /^Em \d+ pedidos?$/ })).toBeVisible();
  const before = (await control('/state')).requests as Record<string, number>;
  expect(Object.keys(before).filter((route) => /POST .*resend/.test(route))).toEqual([]);
  await checkA11y(page);
  await schedule(page).click();
  await expect(sheet(page).getByRole('progressbar')).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveURL(/resend=job/);
  await page.reload();
  await sheet(page)
    .getByRole('link', { name: /^Abrir R-\d+$/ })
    .click();
  await expect(page).toHaveURL(/\/pix\/resends\//);
  await expect(page.getByText('Concluído').first()).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('heading', { name: 'Depois do reenvio' })).toBeVisible();
  await checkA11y(page);
});

test('a selection of transactions becomes one resend', async ({ signedIn, provider }) => {
  await charges(provider, 2);
  const page = await signedIn('analyst');
  await page.goto('/pix/transactions');
  await hydrated(page, 'table');
  const rows = page.locator('tr[data-index]:not([data-unread])');
  for (const place of [0, 1]) await rows.nth(place).locator('td').first().click();
  await page.getByRole('button', { name: 'Reenviar avisos…' }).click();
  await expect(sheet(page)).toContainText('2', { timeout: 20_000 });
  await expect(sheet(page)).toContainText(/escolhidas/);
  await sheet(page).getByRole('button', { name: 'Mudar' }).click();
  await sheet(page)
    .getByRole('checkbox', { name: /^Também as que já receberam/ })
    .check();
  await sheet(page).getByRole('button', { name: 'Conferir' }).click();
  await expect(schedule(page)).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press('Escape');
});

test('U4: failures of one address in the last 24 h, begun when it answers again, followed to their end', async ({
  signedIn,
  api,
  provider,
  control,
  checkA11y,
}) => {
  const url = 'https://balcao.example/avisos';
  await control('/fail-deliveries', { url, kind: 'status', status: 503, untilMs: 90_000_000_000 });
  for (const amount of [41, 42]) {
    const { id } = await provider.create({ amount, callbackUrl: url, clientReference: randomUUID() });
    await control('/pay', { transactionId: id });
  }
  const request = await api('analyst');
  const incidents = async () => {
    const answer = await request.get('/api/accounts/pix/deliveries/incidents');
    const { items } = (await answer.json()) as { items: { host: string; callbacks: number }[] };
    return items.find(({ host }) => host === 'balcao.example');
  };
  // Each of the two waits for one state alone: the notice of its creation is no failure of now.
  await expect.poll(incidents, { timeout: 30_000 }).toMatchObject({ callbacks: 2, failing: true });
  const page = await signedIn('analyst');
  await page.goto('/pix/resends');
  await page.getByRole('button', { name: 'Reenviar…' }).click();
  const address = sheet(page).getByRole('combobox', { name: 'De qual endereço' });
  await expect(address).not.toHaveValue('');
  await address.selectOption({ label: 'balcao.example · 2 falhas' });
  await sheet(page).getByRole('button', { name: 'últimas 24 h' }).click();
  await sheet(page).getByRole('button', { name: 'Conferir' }).click();
  await expect(sheet(page)).toContainText('Falhas abertas de balcao.example, desde', { timeout: 30_000 });
  await expect(sheet(page)).toContainText('O endereço ainda responde 503');
  await sheet(page)
    .getByRole('checkbox', { name: /^Começar só quando ele voltar/ })
    .check();
  await checkA11y(page);
  const asked = async () =>
    Object.entries((await control('/state')).requests as Record<string, number>)
      .filter(([route]) => /POST .*resend/.test(route))
      .reduce((sum, [, count]) => sum + count, 0);
  const before = await asked();
  await sheet(page).getByRole('button', { name: 'Reenviar 2 quando responder' }).click();
  await expect(sheet(page)).toContainText(/R-\d+ espera o endereço responder/, { timeout: 15_000 });
  await expect(sheet(page).getByRole('button', { name: 'Começar já' })).toBeVisible();
  for (const width of [360, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const over = await sheet(page).evaluate((node) => node.scrollWidth - node.clientWidth);
    expect(over, `the sheet at ${width} px`).toBeLessThanOrEqual(0);
  }
  expect(await asked(), 'nothing is asked for before it answers').toBe(before);
  await sheet(page)
    .getByRole('link', { name: /^Abrir R-\d+$/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Aguardando o endereço voltar a responder' })).toBeVisible();
  // It answers again: a notice of another charge is taken, by the service's own first attempt.
  await control('/clear', { all: true });
  const proof = await provider.create({ amount: 5, callbackUrl: url, clientReference: randomUUID() });
  await control('/pay', { transactionId: proof.id });
  await expect.poll(incidents, { timeout: 90_000 }).toBeUndefined();
  await expect(page.getByText('Concluído').first()).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText('Aguarda o endereço')).toHaveCount(0);
  // Asked for is not delivered: of each of the two the page itself comes to say that its address has it now. Whichever
  // the service's own next attempt reached first was left out as delivered already.
  const items = page.getByRole('table', { name: 'Itens do reenvio' }).locator('tr[data-id]');
  await expect(items).toHaveCount(2);
  await expect(items.filter({ hasText: /2\d\d em [\d.]+ ms|estado atual já entregue/ })).toHaveCount(2, {
    timeout: 90_000,
  });
  await expect(page.getByRole('progressbar').first()).toHaveAccessibleName(
    /0 aceitos sem resultado, 0 falharam$/,
  );
});

test('a pause by the limit: reason, countdown, and it goes on by itself', async ({
  signedIn,
  api,
  provider,
}) => {
  const id = await waiting(await api('analyst'), provider, 20);
  const page = await signedIn('analyst');
  await openResend(page, id);
  await expect(page.getByText(/^O serviço pediu espera; continua sozinho às /)).toBeVisible({
    timeout: 15_000,
  });
  await expect(page.getByText(/^antes de .* o serviço recusaria$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continuar já' })).toBeDisabled();
  await expect(page.getByText('Tenta o 1º pedido')).toBeVisible();
  await expect(page.getByText('Concluído').first()).toBeVisible({ timeout: 60_000 });
});

test('PZG422 three times: it waits for somebody, and Continue goes on', async ({
  signedIn,
  api,
  provider,
}) => {
  const request = await api('analyst');
  await provider.fault({ ...ROUTE, kind: 'status', status: 422, errorCode: 'PZG422', count: 3 });
  const transactionIds = await charges(provider, 2);
  const answer = await request.post('/api/accounts/pix/resends', {
    data: { scope: 'selection', transactionIds, everything: true },
    headers: { 'idempotency-key': randomUUID() },
  });
  const { id } = (await answer.json()) as { id: string };
  const page = await signedIn('analyst');
  await openResend(page, id);
  await expect(page.getByRole('heading', { name: /limite de reenvios acabou/ })).toBeVisible({
    timeout: 30_000,
  });
  await page.getByRole('button', { name: 'Continuar já' }).click();
  await expect(page.getByText('Concluído').first()).toBeVisible({ timeout: 60_000 });
});

test('an answer that never came is said to be unknown, and found by what was delivered', async ({
  signedIn,
  api,
  provider,
}) => {
  const request = await api('analyst');
  await provider.fault({ ...ROUTE, kind: 'apply-silent', count: 1 });
  const transactionIds = await charges(provider, 2);
  const answer = await request.post('/api/accounts/pix/resends', {
    data: { scope: 'selection', transactionIds, everything: true },
    headers: { 'idempotency-key': randomUUID() },
  });
  const page = await signedIn('analyst');
  await openResend(page, ((await answer.json()) as { id: string }).id);
  await expect(page.getByText(/1º pedido sem resposta/)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('progressbar').first()).toHaveAccessibleName(/2 entregues/, {
    timeout: 40_000,
  });
});

// From here on the account is left waiting longer than a test takes: none of these waits for a resend's end.

test('cancelling what is left says what was asked already, and nothing more is sent', async ({
  signedIn,
  api,
  provider,
  checkA11y,
}) => {
  const id = await waiting(await api('analyst'), provider, 60);
  const page = await signedIn('analyst');
  await openResend(page, id);
  await expect(page.getByText('Em pausa').first()).toBeVisible({ timeout: 15_000 });
  await page.getByRole('button', { name: 'Cancelar o que falta…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancelar 2 reenvios que faltam' });
  await expect(dialog).toContainText('Nada foi pedido ainda');
  await expect(dialog.getByRole('button', { name: 'Voltar' })).toBeFocused();
  await checkA11y(page);
  await dialog.getByRole('button', { name: 'Cancelar 2 reenvios' }).click();
  await expect(page.getByText('Cancelado').first()).toBeVisible({ timeout: 15_000 });
  await expect(page.getByRole('button', { name: 'Cancelar o que falta…' })).toHaveCount(0);
  await expect(page.getByText('não foram pedidos')).toBeVisible();
});

test('a viewer sees the resend and cannot change it', async ({ signedIn, api, provider }) => {
  const id = await waiting(await api('analyst'), provider, 30);
  const page = await signedIn('viewer');
  await openResend(page, id);
  await expect(page.getByRole('heading', { name: 'O que foi pedido' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Cancelar|Continuar|Reenviar/ })).toHaveCount(0);
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds nothing on a resend, also on a phone: ${colorScheme}`, async ({
    signedIn,
    api,
    provider,
    checkA11y,
  }) => {
    const id = await waiting(await api('analyst'), provider, 20);
    const page = await signedIn('analyst');
    await page.emulateMedia({ colorScheme });
    await openResend(page, id);
    await expect(page.getByRole('table', { name: 'Itens do reenvio' })).toBeVisible();
    await checkA11y(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await checkA11y(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.goto('/pix/resends');
    await expect(page.getByRole('link', { name: /^R-\d+$/ }).first()).toBeVisible();
    await checkA11y(page);
  });
