import type { Page } from '@playwright/test';
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

test.describe('a part whose code could not be fetched', () => {
  const chunks = '**/_next/static/chunks/**';
  /** The framework asks again by itself before it gives up. */
  async function refusedUntilGivenUp(page: Page, press: () => Promise<void>): Promise<void> {
    let refused = 0;
    await page.route(chunks, (route) => {
      refused += 1;
      return route.abort();
    });
    await press();
    let before = -1;
    const quiet = () => {
      const same = refused > 0 && refused === before;
      before = refused;
      return same;
    };
    await expect.poll(quiet, { intervals: [4_000], timeout: 40_000 }).toBe(true);
    await page.unroute(chunks);
  }
  test.beforeEach(({ expectFault }) => expectFault(/ERR_FAILED|Failed to load chunk|ChunkLoadError/));

  test('is fetched again by the next press', async ({ signedIn }) => {
    const page = await signedIn('admin');
    await page.goto('/pix/transactions');
    await hydrated(page, 'table');
    const button = page.getByRole('button', { name: 'Visões', exact: true });
    await refusedUntilGivenUp(page, () => button.click());
    await expect(async () => {
      await button.click();
      await expect(page.getByRole('menu', { name: 'Visões salvas' })).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 15_000 });
  });

  test('is told of, and fetched again by trying again', async ({ signedIn }) => {
    const page = await signedIn('admin');
    await page.goto('/pix/transactions');
    await hydrated(page, 'table');
    const row = page.locator('tr[data-index]:not([data-unread])').nth(2);
    await refusedUntilGivenUp(page, () => row.click());
    const alert = page
      .getByRole('alert')
      .filter({ has: page.getByRole('button', { name: 'Tentar de novo' }) });
    await expect(alert).toBeVisible();
    await alert.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(page.getByRole('complementary').getByRole('heading', { name: 'Partes' })).toBeVisible();
  });
});
