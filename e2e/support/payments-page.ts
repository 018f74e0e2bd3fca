import type { Locator, Page } from '@playwright/test';
import { expect } from '../own-product.ts';

/** Opens a payment page, hydrated, with the account's rules loaded. */
export async function openPayments(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** A unique reference. */
export const newReference = (name: string) => `${name}-${Date.now().toString(36)}`;

export const panel = (page: Page, name: string | RegExp): Locator => page.getByRole('region', { name });
export const button = (page: Page | Locator, name: string | RegExp): Locator =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
export const drawer = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('complementary', { name });

/** Records the idempotency keys of the page's POST calls to a path. */
export function watchSent(page: Page, path: RegExp): { keys: string[] } {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && path.test(new URL(request.url()).pathname))
      keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return { keys };
}
