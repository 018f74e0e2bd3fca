import { expect, test } from './fixtures.ts';
import { hydrated } from './support/hydrated.ts';

const SCRIPT_MS = 1_500;

test('what is pressed before its code is there counts once it is: a copy, a menu, a search', async ({
  signedIn,
}) => {
  const page = await signedIn('admin');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/pix/transactions');
  const row = page.locator('tr[data-index]:not([data-unread])').nth(2);
  await expect(row).toBeVisible();
  await hydrated(page, 'table');
  let held = 0;
  await page.route('**/_next/static/chunks/**', async (route) => {
    held += 1;
    await new Promise((done) => setTimeout(done, SCRIPT_MS));
    await route.continue();
  });
  await row.focus();
  await page.keyboard.press('ControlOrMeta+c');
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(await row.locator('[data-copy]').first().getAttribute('data-copy'));
  await page.getByRole('button', { name: 'Visões', exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menu', { name: 'Visões salvas' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Buscar nas transações' }).fill('> 500');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/amountFrom=50000/);
  expect(held).toBeGreaterThan(2);
});
