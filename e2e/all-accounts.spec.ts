import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

// One of them has the provider fail: other files look at the shared product.
test.use({ productOptions: { simulator: { transactions: 300 } } });

const ALL = '/all/overview';
/** An account's line in the table. */
const lineOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Contas' }).getByRole('row').filter({ hasText: name });
const BALANCE = { blocked: 0, total: 98_765_432, breakdown: [], asOf: '2026-11-20T12:00:00.000Z' };

test('U11: every account stands there by its name with their total, and no account’s pages beside them', async ({
  signedIn,
  checkA11y,
  api,
  control,
}) => {
  const reader = await api('admin');
  const paid = '/api/accounts/pix/transactions?status=COMPLETED&type=DEPOSIT&limit=1';
  const transactionId = (await (await reader.get(paid)).json()).items[0].id;
  const { dispute } = (await control('/dispute', { transactionId })) as { dispute: { id: string } };
  const known = async () => (await reader.get(`/api/accounts/pix/disputes/${dispute.id}`)).status();
  await expect.poll(known, { timeout: 60_000 }).toBe(200);
  const page = await signedIn('admin');
  await page.goto('/pix/overview');
  await page.getByRole('button', { name: /trocar de conta/ }).click();
  await page.getByRole('menuitem', { name: 'Todas as contas' }).click();
  await expect(page).toHaveURL(ALL);
  await expect(page.getByRole('heading', { level: 1, name: 'Todas as contas' })).toBeVisible();
  for (const name of ['Aroeira testes', 'Aroeira Hub testes', 'Aroeira Cartão testes'])
    await expect(lineOf(page, name)).toBeVisible();
  const hub = lineOf(page, 'Aroeira Hub testes');
  await expect(hub.getByText('R$').first()).toBeVisible();
  const total = page.getByRole('region', { name: 'Todas as contas juntas' });
  await expect(total).toContainText('2 contas com saldo');
  await expect(total.getByText('R$').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Todas as contas: trocar de conta' })).toBeVisible();
  const pages = page.getByRole('complementary', { name: /./ }).getByRole('navigation');
  await expect(pages.getByRole('link', { name: 'Transações' })).toHaveCount(0);
  await expect(pages.getByRole('link', { name: 'Aroeira Hub testes' })).toBeVisible();
  // What waits is named by its number, and leads there.
  const disputes = lineOf(page, 'Aroeira testes').getByRole('link', { name: /^\d+ disputas? · / });
  await expect(disputes).toHaveAttribute('href', '/pix/disputes');
  await checkA11y(page);
  await hub.getByRole('link', { name: 'Aroeira Hub testes' }).click();
  await expect(page).toHaveURL('/hub/overview');
});

test('an answer that comes after the switch never stands under the other account', async ({ signedIn }) => {
  const page = await signedIn('viewer');
  let answer = () => {};
  const released = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/accounts/pix/balance', async (route) => {
    await released;
    // The page may have given up on it: that is the point.
    await route.fulfill({ json: { available: 98_765_432, ...BALANCE } }).catch(() => {});
  });
  await page.goto('/pix/overview');
  const late = page.waitForRequest('**/api/accounts/pix/balance');
  await page.getByRole('button', { name: 'Ler tudo de novo' }).click();
  await late;
  await page.getByRole('button', { name: /trocar de conta/ }).click();
  await page.getByRole('menuitem', { name: /^Aroeira Hub testes/ }).click();
  await expect(page).toHaveURL('/hub/overview');
  const hubBalance = page.getByRole('region', { name: 'Saldo' });
  await expect(hubBalance.getByText('R$').first()).toBeVisible();
  answer();
  await (await late).response();
  await page.getByRole('button', { name: /trocar de conta/ }).click();
  await page.getByRole('menuitem', { name: 'Todas as contas' }).click();
  await expect(page).toHaveURL(ALL);
  const hub = lineOf(page, 'Aroeira Hub testes');
  await expect(hub.getByText('R$').first()).toBeVisible();
  await expect(hub.getByText(/987\.654/)).toHaveCount(0);
});

test('the switcher keeps the period that was chosen', async ({ signedIn }) => {
  const page = await signedIn('viewer');
  await page.goto('/pix/statement?from=2026-11-01&to=2026-11-03');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: /trocar de conta/ }).click();
  await page.getByRole('menuitem', { name: /^Aroeira Hub testes/ }).click();
  await expect(page).toHaveURL(/\/hub\/statement\?.*from=2026-11-01.*to=2026-11-03/);
});

test('one account’s failure stays its own', async ({ signedIn, control, expectFault }) => {
  expectFault(/50\d/);
  const page = await signedIn('viewer');
  const path = '/transactions/balance';
  await control('/fault', { kind: 'status', status: 503, path, untilCleared: true });
  await page.goto(ALL);
  const [pix, hub] = [lineOf(page, 'Aroeira testes'), lineOf(page, 'Aroeira Hub testes')];
  await expect(pix.getByText('R$').first()).toBeVisible();
  await expect(hub.getByText(/HTTP 50\d/).first()).toBeVisible();
  await expect(pix.getByText(/HTTP 50\d/)).toHaveCount(0);
  await control('/clear', { all: true });
  // After failures in a row no call leaves for some seconds.
  await expect(async () => {
    await hub.getByRole('button', { name: 'Ler de novo' }).first().click({ timeout: 1_000 });
    await expect(hub.getByText('R$').first()).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
});
