import type { Page } from '@playwright/test';
import { expect, test } from './api/payment-kit.ts';
import { drawer, panel } from './support/payments-page.ts';

test.describe.configure({ timeout: 120_000 });

const SHIFTS = () => {
  const seen = { sum: 0 };
  Object.assign(window, { shifts: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      seen.sum += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
};
const shifted = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum);

/** Opens a page and holds the scripts that its HTML does not name. */
async function openHeld(page: Page, address: string): Promise<() => void> {
  // `goto` waits until all of a page is alive: the one that is held is gone to from another.
  await page.goto('/settings/profile');
  const html = await (await page.request.get(address)).text();
  let free = () => {};
  const held = new Promise<void>((resolve) => {
    free = resolve;
  });
  await page.route('**/_next/static/chunks/**', async (route) => {
    const [name = ''] = new URL(route.request().url()).pathname.split('/').slice(-1);
    if (!html.includes(name)) await held;
    await route.continue();
  });
  await page.evaluate((to) => location.assign(to), address);
  await expect(page.locator('[data-still]').first()).toBeVisible();
  const form = page.locator('[data-new-payment] form').first();
  await expect
    .poll(() => form.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps$'))))
    .toBe(true);
  return free;
}

test('a list that is alive later: its rows stand from the beginning, and what was done on them counts', async ({
  signedIn,
}) => {
  const page = await signedIn('finance');
  await page.addInitScript(SHIFTS);
  const free = await openHeld(page, '/pix/withdrawals');
  const list = panel(page, 'Saques');
  const row = list.locator('tr[data-id]').nth(1);
  const box = await row.boundingBox();
  expect(box?.height).toBeGreaterThan(20);
  const find = list.getByRole('search').getByRole('textbox').first();
  await find.fill('saque-que-nao-existe');
  const id = await row.getAttribute('data-id');
  await page.getByLabel('Valor', { exact: true }).fill('12');
  await row.getByRole('button').first().click();
  await find.focus();
  free();
  await expect(drawer(page, /./).first()).toBeVisible();
  expect(new URL(page.url()).searchParams.get('open')).toBe(id);
  await expect(page.locator('[data-still]')).toHaveCount(0);
  await expect(find).toHaveValue('saque-que-nao-existe');
  await expect(page.getByLabel('Valor', { exact: true })).toHaveValue('12');
});

test('a form that was sent before it was alive is sent once it is, with what was typed', async ({
  signedIn,
}) => {
  const page = await signedIn('finance');
  await page.addInitScript(SHIFTS);
  const free = await openHeld(page, '/pix/withdrawals');
  const list = panel(page, 'Saques');
  const before = await list.locator('tr[data-id]').nth(1).boundingBox();
  const find = list.getByRole('search').getByRole('textbox').first();
  await find.fill('saque-que-nao-existe');
  await find.press('Enter');
  expect(new URL(page.url()).search).toBe('');
  free();
  await expect(list.getByText(/saque-que-nao-existe/)).toBeVisible();
  await expect(find).toBeFocused();
  expect((await list.locator('tr[data-id]').nth(1).boundingBox())?.height).toBe(before?.height);
  expect(await shifted(page)).toBeLessThan(0.005);
});
