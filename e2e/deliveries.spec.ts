import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from './own-product.ts';
import { hydrated } from './support/hydrated.ts';
import type { Provider } from './support/provider.ts';

test.use({
  more: {
    simulator: { transactions: 400 },
    env: { GUICHE_RESEND_PAUSE_MS: '1000', GUICHE_CHANGE_MS: '1500', GUICHE_READ_MS: '3000' },
  },
});
test.describe.configure({ timeout: 300_000 });

const HOOK = 'https://caixa.example/avisos';
const rows = (page: Page) => page.locator('tr[data-index]:not([data-unread])');
const facet = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
const drawer = (page: Page) => page.getByRole('complementary', { name: /^Entrega de / });

async function openHistory(page: Page, query = ''): Promise<void> {
  await page.goto(`/pix/deliveries${query}`);
  await expect(rows(page).first()).toBeVisible({ timeout: 20_000 });
  await hydrated(page, 'table[role="grid"]');
}

/** A charge of its own whose receiver answers 503 to all it gets, until that is cleared. */
async function failing(provider: Provider, control: (path: string, body?: object) => Promise<unknown>) {
  await control('/fail-deliveries', { url: HOOK, kind: 'status', status: 503, untilMs: 3_600_000 });
  const clientReference = `loja-${randomUUID().slice(0, 8)}`;
  const { id } = await provider.create({ amount: 189.9, callbackUrl: HOOK, clientReference });
  await control('/pay', { transactionId: id });
  return { id, clientReference };
}

test('from the incident to the failed notice, sent again, until it is delivered', { tag: '@smoke' }, async ({
  signedIn,
  provider,
  control,
  checkA11y,
}) => {
  const { id, clientReference } = await failing(provider, control);
  const page = await signedIn('analyst');
  await openHistory(page);
  const incident = page.getByRole('region', { name: /caixa\.example não aceita avisos desde/ });
  await expect(incident).toContainText('R$ 189,90', { timeout: 60_000 });
  await expect(incident).toContainText('503');
  await incident.getByRole('button', { name: 'Ver as falhas' }).click();
  await expect(page).toHaveURL(/outcome=failed/);
  const row = rows(page)
    .filter({ hasText: clientReference.slice(0, 8) })
    .first();
  await row.click();
  await expect(page).toHaveURL(/open=/);
  const detail = drawer(page);
  await expect(detail.getByText('falhou, ainda não entregue').first()).toBeVisible();
  await expect(detail.getByRole('list', { name: 'Tentativas' }).getByRole('listitem').first()).toContainText(
    '503',
  );
  await expect(detail.getByText('derivado').first()).toBeVisible();
  await expect(detail.getByRole('region', { name: 'Corpo enviado' })).toContainText(id);
  await checkA11y(page);

  await detail.getByRole('button', { name: 'Reenviar aviso…' }).click();
  const dialog = page.getByRole('dialog', { name: `Reenviar o aviso de ${clientReference}` });
  await expect(dialog).toContainText('Concluída', { timeout: 20_000 });
  await checkA11y(page);
  // Not sooner: the service's own next attempt would deliver it, and there would be nothing to send again.
  await control('/clear', { all: true });
  await dialog.getByRole('button', { name: 'Reenviar aviso' }).click();
  await expect(dialog.getByText('Entregue', { exact: true })).toBeVisible({ timeout: 45_000 });
  await dialog.getByRole('link', { name: /^Abrir R-\d+$/ }).click();
  await expect(page).toHaveURL(/\/pix\/resends\//);
  await expect(page.getByRole('progressbar').first()).toHaveAccessibleName(/1 entregue\b/);
  await expect(page.getByRole('table', { name: 'Itens do reenvio' })).toContainText(clientReference);
});

test('a failure that needs no resend is closed with a reason, leaves the count, and opens again', async ({
  signedIn,
  provider,
  control,
  checkA11y,
}) => {
  const { clientReference } = await failing(provider, control);
  const page = await signedIn('analyst');
  // A period without failures: the incident's button clears it, so that what it counts is what shows (U1).
  await openHistory(page, '?from=2026-01-01');
  const incident = page.getByRole('region', { name: /caixa\.example não aceita avisos desde/ });
  await expect(incident).toBeVisible({ timeout: 60_000 });
  await incident.getByRole('button', { name: 'Ver as falhas' }).click();
  await expect(page).not.toHaveURL(/from=/);
  const row = rows(page)
    .filter({ hasText: clientReference.slice(0, 8) })
    .first();
  await row.click();
  await drawer(page).getByRole('button', { name: 'Encerrar falha…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Encerrar 1 falha' });
  await dialog.getByText('outro motivo').click();
  await dialog.getByRole('button', { name: 'Encerrar 1 falha' }).click();
  await expect(dialog.getByText('Diga o motivo.')).toBeVisible();
  await checkA11y(page);
  await dialog.getByLabel('Observação').fill('O cliente confirmou por telefone');
  await dialog.getByRole('button', { name: 'Encerrar 1 falha' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(drawer(page)).toContainText('O cliente confirmou por telefone');
  await expect(facet(page, 'Encerradas')).toContainText(/[1-9]/);
  await expect(row).toHaveCount(0);
  await drawer(page).getByRole('button', { name: 'Reabrir falha' }).click();
  await expect(row).toBeVisible();
  await expect(drawer(page).getByText('falhou, ainda não entregue').first()).toBeVisible();
});

test('outcome, answer, event and endpoint narrow the history; the address keeps them', async ({
  signedIn,
}) => {
  const page = await signedIn('viewer');
  await openHistory(page);
  await facet(page, 'Entregues').click();
  await expect(page).toHaveURL(/outcome=delivered/);
  await expect(rows(page).first()).toContainText(/20\d/);
  await page.getByRole('button', { name: /^Evento: qualquer/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Concluída' }).click();
  await expect(page).toHaveURL(/event=TRANSACTION_COMPLETED/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Evento: Concluída' })).toBeVisible();
  await expect(facet(page, 'Entregues')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText(/histórico lido até/)).toBeVisible();
  await page.getByRole('button', { name: 'Remover filtro Evento' }).click();
  await expect(page).not.toHaveURL(/event=/);
  await page.goBack();
  await expect(page).toHaveURL(/event=TRANSACTION_COMPLETED/);
});

test('the transactions say how each notice stands, on a phone beside the state', async ({
  signedIn,
  provider,
  control,
  api,
}) => {
  const { id, clientReference } = await failing(provider, control);
  const request = await api('viewer');
  const notice = async () => {
    const told = await request.get(`/api/accounts/pix/deliveries/notices?transactionIds=${id}`);
    const { items } = (await told.json()) as { items: { event: string; attempts: number }[] };
    return items[0]?.event;
  };
  await expect.poll(notice, { timeout: 90_000 }).toBe('TRANSACTION_COMPLETED');
  const page = await signedIn('viewer');
  await page.goto(`/pix/transactions?clientReference=${clientReference}`);
  const cell = rows(page)
    .first()
    .getByTitle(/^Aviso de “Concluída” não entregue, \d+ tentativa/);
  await expect(cell).toBeVisible();
  await expect(cell).toContainText(/^503/);
  await expect(page.getByRole('columnheader', { name: 'Aviso' })).toBeVisible();
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(cell).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Referência' })).toBeHidden();
  await page.setViewportSize({ width: 360, height: 800 });
  await expect(cell).toBeVisible();
  const state = rows(page).first().getByText('Concluída', { exact: true });
  const [beside, before] = [await cell.boundingBox(), await state.boundingBox()];
  expect(beside?.x).toBeGreaterThan((before?.x ?? 0) + (before?.width ?? 0));
  expect(Math.abs((beside?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(8);
});

test('older rows come while one scrolls, with no row twice; back at the top are the newest', async ({
  signedIn,
  api,
}) => {
  const request = await api('viewer');
  const reach = async () => (await (await request.get('/api/accounts/pix/deliveries?limit=1')).json()).reach;
  await expect.poll(async () => (await reach()).whole, { timeout: 60_000 }).toBe(true);
  const page = await signedIn('viewer');
  const read: string[] = [];
  page.on('response', async (answer) => {
    if (!/deliveries\?.*cursor=/.test(answer.url())) return;
    const { items } = (await answer.json()) as { items: { id: string }[] };
    read.push(...items.map(({ id }) => id));
  });
  await openHistory(page);
  const grid = page.getByRole('grid', { name: 'Entregas, da mais nova à mais antiga' });
  const first = await rows(page).first().textContent();
  await page.keyboard.press('j');
  await page.keyboard.press('End');
  await expect.poll(() => read.length).toBeGreaterThan(100);
  // Rows that were seen stay in place; the last one is read and on screen.
  await expect(grid.locator('tr[data-index]:focus')).not.toHaveAttribute('data-unread', { timeout: 20_000 });
  expect(new Set(read).size).toBe(read.length);
  await page.keyboard.press('Home');
  await expect(rows(page).first()).toBeFocused();
  await expect(rows(page).first()).toBeInViewport();
  await expect(rows(page).first()).toHaveText(first ?? '');
});

test('near the top what comes appears by itself; further down nothing moves, and it is told', async ({
  signedIn,
  provider,
  control,
}) => {
  const paid = async () => {
    const clientReference = `loja-${randomUUID().slice(0, 8)}`;
    const { id } = await provider.create({ amount: 15, callbackUrl: HOOK, clientReference });
    await control('/pay', { transactionId: id });
    return rows(page).filter({ hasText: clientReference.slice(0, 8) });
  };
  const page = await signedIn('analyst');
  await openHistory(page);
  const grid = page.getByRole('grid', { name: 'Entregas, da mais nova à mais antiga' });
  await expect((await paid()).first()).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('j');
  await page.keyboard.press('End');
  const last = grid.locator('tr[data-index]:focus');
  await expect(last).not.toHaveAttribute('data-unread', { timeout: 20_000 });
  const words = await last.textContent();
  const newer = await paid();
  const fresh = page.getByRole('button', { name: 'Há novas' });
  await expect(fresh).toBeVisible({ timeout: 60_000 });
  await expect(last).toHaveText(words ?? '');
  await fresh.click();
  await expect(newer.first()).toBeVisible();
});

test('a list that renews itself asks once: the rows tell the newest one too', async ({ signedIn }) => {
  const page = await signedIn('analyst');
  await page.clock.install();
  // The stream's events also renew the list, which is not what this test asks.
  await page.route(/\/events$/, (route) => route.fulfill({ status: 204 }));
  await page.goto('/pix/deliveries');
  await expect(page.locator('tr[data-index]:not([data-unread])').first()).toBeVisible({ timeout: 30_000 });
  await hydrated(page, 'table');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/deliveries')) asked.push(searchParams.get('limit') ?? '');
  });
  const answer = page.waitForResponse((response) =>
    new URL(response.url()).pathname.endsWith('/pix/deliveries'),
  );
  await page.clock.fastForward(31_000);
  await answer;
  await page.clock.runFor(2_000);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked).not.toContain('1');
  expect(asked.length).toBeLessThanOrEqual(1);
});

test('by keyboard alone: j, x, Enter, Esc; the selection begins a resend', async ({ signedIn }) => {
  const page = await signedIn('analyst');
  await openHistory(page);
  await page.keyboard.press('j');
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  const bar = page.getByRole('region', { name: 'Seleção' });
  await expect(bar).toContainText('2 selecionadas');
  await page.keyboard.press('Enter');
  await expect(drawer(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
  await bar.getByRole('button', { name: /^Reenviar / }).click();
  const sheet = page.getByRole('complementary', { name: 'Reenviar avisos' });
  await expect(sheet.getByRole('listitem').filter({ hasText: /^\d\s*Conferir/ })).toHaveAttribute(
    'aria-current',
    'step',
  );
  // Two notices may be of one transaction; both may have arrived long ago.
  const sums = /[12]\s*escolhidas?\s*\d+\s*ser(á|ão) reenviadas?/;
  await expect(sheet).toContainText(sums, { timeout: 30_000 });
});

test('a transaction without a record says why there may be none', async ({ signedIn }) => {
  const page = await signedIn('viewer');
  await page.goto('/pix/deliveries?transactionId=tx_nowhere');
  await expect(page.getByText('Nenhum registro de aviso desta transação')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/descarta o aviso aos endereços registrados/)).toBeVisible();
});

test('a viewer sees the history and no resend anywhere', async ({ signedIn }) => {
  const page = await signedIn('viewer');
  await openHistory(page);
  await rows(page).first().click();
  await expect(drawer(page).getByRole('list', { name: 'Tentativas' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Reenviar/ })).toHaveCount(0);
});

test('the list is the page: it begins within 220 px of the top, also below an incident', async ({
  signedIn,
  provider,
  control,
}) => {
  await failing(provider, control);
  const page = await signedIn('analyst');
  await page.setViewportSize({ width: 1440, height: 900 });
  const begins = async (path: string, list: string) => {
    await page.goto(`/pix/${path}`);
    const box = await page.locator(list).first().boundingBox({ timeout: 30_000 });
    return box?.y;
  };
  await openHistory(page);
  await expect(page.getByRole('region', { name: /não aceita avisos desde/ })).toBeVisible({
    timeout: 60_000,
  });
  expect(await begins('deliveries', 'table[role="grid"]')).toBeLessThanOrEqual(220);
  expect(await begins('transactions', 'table[role="grid"]')).toBeLessThanOrEqual(220);
  expect(await begins('resends', 'main table, main h2')).toBeLessThanOrEqual(220);
  expect(await begins('webhooks', 'main ul[aria-label="Endereços"]')).toBeLessThanOrEqual(220);
});

test('U4: host and path of an endpoint are in sight at every width', async ({ signedIn }) => {
  const page = await signedIn('viewer');
  await openHistory(page);
  for (const width of [360, 768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const path = rows(page).first().locator('bdi');
    await expect(path, `${width} px`).toBeInViewport();
    await expect(path).toHaveText(/^\/./);
  }
  await rows(page).first().click();
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(drawer(page)).toBeVisible();
  await expect(rows(page).first().locator('bdi')).toBeInViewport();
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds nothing, also on a phone: ${colorScheme}`, async ({ signedIn, checkA11y }) => {
    const page = await signedIn('analyst');
    await page.emulateMedia({ colorScheme });
    await openHistory(page);
    await checkA11y(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await checkA11y(page);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(360);
    await rows(page).first().click();
    await expect(drawer(page)).toBeVisible();
    await checkA11y(page);
  });
