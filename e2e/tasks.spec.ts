import type { Locator, Page } from '@playwright/test';
import { addDays, saoPauloDay } from '#lib/core/dates.ts';
import { expect, test } from './own-product.ts';
import { WEBHOOK_LIMITS } from './support/webhooks.ts';

/** Counts the actions that an operator needs for a task: each press, each key and each typed text is one. */
test.use({ more: WEBHOOK_LIMITS });
test.describe.configure({ timeout: 180_000 });

class Hand {
  readonly page: Page;
  actions = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async press(target: Locator): Promise<void> {
    this.actions += 1;
    await target.click();
  }

  async type(text: string): Promise<void> {
    this.actions += 1;
    await this.page.keyboard.insertText(text);
  }

  async key(name: string): Promise<void> {
    this.actions += 1;
    await this.page.keyboard.press(name);
  }
}

const button = (page: Page, name: RegExp | string) => page.getByRole('button', { name, exact: true });
const aside = (page: Page) => page.getByRole('complementary').last();

async function start(page: Page): Promise<Hand> {
  await page.goto('/pix/overview');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return new Hand(page);
}

test('finds a Pix of yesterday by name and amount, and exports it, in 14 actions', async ({
  signedIn,
  provider,
}) => {
  const yesterday = addDays(saoPauloDay(new Date()), -1);
  const { transactions } = await provider.list({ status: 'COMPLETED', type: 'DEPOSIT', limit: 100 });
  const payment = transactions.find(({ createdAt }) => saoPauloDay(createdAt) === yesterday);
  const { payerName, amount } = payment as { payerName: string; amount: number };
  const page = await signedIn('analyst');
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  const hand = await start(page);
  await hand.press(page.getByRole('navigation').getByRole('link', { name: 'Transações' }));
  await hand.press(button(page, /^Período/));
  await hand.press(button(page, 'Ontem'));
  await hand.press(page.getByRole('combobox', { name: 'Buscar nas transações' }));
  await hand.type(payerName);
  await hand.key('Enter');
  await hand.press(button(page, 'Adicionar filtro'));
  await hand.press(page.getByRole('menuitem', { name: 'Valor', exact: true }));
  await hand.type(amount.toFixed(2).replace('.', ','));
  await hand.key('Tab');
  await hand.type(amount.toFixed(2).replace('.', ','));
  await hand.key('Enter');
  await expect(page).toHaveURL(/amount=/);
  await expect(page.locator('tr[data-index]:not([data-unread])').first()).toContainText(payerName);
  const downloading = page.waitForEvent('download');
  await hand.press(button(page, /^Exportar/));
  await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Exportar', exact: true }));
  expect((await downloading).suggestedFilename()).toMatch(/\.csv$/);
  expect(hand.actions).toBeLessThanOrEqual(14);
});

test('sends a defense in 10 presses, with Tab from gap to gap', async ({
  signedIn,
  dispute,
  infraction,
  api,
}) => {
  const { id } = await dispute({ hours: 5, situation: 'Golpe' });
  const request = await api('analyst');
  // Its opening lies before the last reading of the queue: reading it by its id puts it there.
  const status = async () => (await request.get(`/api/accounts/pix/disputes/${id}`)).status();
  await expect.poll(status, { timeout: 60_000 }).toBe(200);
  const page = await signedIn('analyst');
  const hand = await start(page);
  await hand.press(page.getByRole('navigation').getByRole('link', { name: /^Disputas/ }));
  const row = page.locator(`[data-id="${id}"] .row-open`);
  await expect(row).toBeVisible({ timeout: 30_000 });
  await hand.press(row);
  await hand.press(button(page, /^Modelo/));
  await hand.press(page.getByRole('menuitem', { name: 'Golpe, produto entregue' }));
  const gap = () =>
    page.evaluate(() => {
      const field = document.activeElement as HTMLTextAreaElement;
      return field.value?.slice(field.selectionStart, field.selectionEnd);
    });
  await expect.poll(gap).toMatch(/^\[.+\]$/);
  for (let filled = 0; filled < 20 && /^\[.+\]$/.test((await gap()) ?? ''); filled += 1) {
    await page.keyboard.insertText(`resposta ${filled}`);
    await page.keyboard.press('Tab');
  }
  await expect(page.getByText(/^Salvo às/)).toBeVisible();
  await hand.press(button(page, 'Enviar defesa…'));
  const confirm = page.getByRole('dialog').getByRole('button', { name: /^Enviar defesa da / });
  await expect(confirm).toBeEnabled();
  await hand.press(confirm);
  await expect(page.getByText('O serviço confirmou.')).toBeVisible();
  expect((await infraction(id)).defenseHistory).toHaveLength(1);
  expect(hand.actions).toBeLessThanOrEqual(10);
});

test('registers an endpoint and rotates its secret in 13 presses', async ({ signedIn, endpoint }) => {
  const page = await signedIn('developer');
  const hand = await start(page);
  await hand.press(page.getByRole('navigation').getByRole('link', { name: /^Webhooks/ }));
  await hand.press(button(page, 'Novo endereço'));
  await page.getByRole('textbox', { name: 'Endereço' }).fill(endpoint.url);
  await hand.press(button(page, 'Conferir'));
  await hand.press(button(page, 'Registrar endereço'));
  const stored = page.getByLabel('Guardei o segredo no cofre da aplicação');
  await hand.press(stored);
  await hand.press(button(page, 'Continuar para a posse'));
  await hand.press(button(page, 'Concluir'));
  await hand.press(button(page, `Ações de ${endpoint.url}`));
  await hand.press(page.getByRole('menuitem', { name: 'Trocar segredo…' }));
  await hand.press(button(page, 'Continuar'));
  await hand.press(button(page, 'Trocar segredo agora'));
  await hand.press(stored);
  await hand.press(button(page, 'Continuar para a prova'));
  await expect(button(page, 'Fazer a prova')).toBeVisible();
  expect(hand.actions).toBeLessThanOrEqual(13);
});

test('resends the failures of one address and follows them in 8 presses', async ({
  signedIn,
  control,
  provider,
  api,
}) => {
  const url = 'https://balcao.example/avisos';
  await control('/fail-deliveries', { url, kind: 'status', status: 503, untilMs: 60_000_000 });
  for (const amount of [41, 42]) {
    const { id } = await provider.create({ amount, callbackUrl: url });
    await control('/pay', { transactionId: id });
  }
  const request = await api('analyst');
  const failing = async () => (await request.get('/api/accounts/pix/deliveries/incidents')).text();
  await expect.poll(failing, { timeout: 30_000 }).toContain('balcao.example');
  await control('/clear', { all: true });
  const page = await signedIn('analyst');
  const hand = await start(page);
  await hand.press(page.getByRole('navigation').getByRole('link', { name: /^Webhooks/ }));
  await hand.press(page.getByRole('link', { name: /^Entregas/ }));
  await hand.press(button(page, 'Reenviar…'));
  const address = aside(page).getByRole('combobox', { name: 'De qual endereço' });
  await expect(address).not.toHaveValue('');
  hand.actions += 1;
  await address.selectOption({ label: 'balcao.example · 2 falhas' });
  await hand.press(aside(page).getByRole('button', { name: 'últimas 24 h' }));
  await hand.press(aside(page).getByRole('button', { name: 'Conferir' }));
  await hand.press(aside(page).getByRole('button', { name: /^Reenviar 2/ }));
  await hand.press(aside(page).getByRole('link', { name: /^Abrir R-\d+$/ }));
  await expect(page).toHaveURL(/\/pix\/resends\//);
  await expect(page.getByText('Concluído').first()).toBeVisible({ timeout: 90_000 });
  expect(hand.actions).toBeLessThanOrEqual(8);
});
