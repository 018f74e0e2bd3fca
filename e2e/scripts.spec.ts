import { expect, test } from './fixtures.ts';
import { hydrated } from './support/hydrated.ts';

const SCRIPTS = '**/_next/static/chunks/**';

test('a drawer whose script could not be loaded says so, and is loaded again by trying again', async ({
  signedIn,
  expectFault,
}) => {
  expectFault(/ERR_FAILED|Failed to load chunk|ChunkLoadError/);
  const page = await signedIn('admin');
  await page.goto('/pix/transactions');
  await hydrated(page, 'table');
  await page.route(SCRIPTS, (route) => route.abort());
  await page.locator('tr[data-index]:not([data-unread])').nth(2).click();
  const alert = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Tentar de novo' }) });
  // The framework asks several times before it gives up.
  await expect(alert).toBeVisible({ timeout: 40_000 });
  await page.unroute(SCRIPTS);
  await alert.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByRole('complementary').getByRole('heading', { name: 'Partes' })).toBeVisible();
});
