import { expect, type Page } from '@playwright/test';

/** Waits until React has taken the server's page over: before that no key and no press can do anything. */
export async function hydrated(page: Page, selector = 'main'): Promise<void> {
  const taken = () =>
    page
      .locator(selector)
      .first()
      .evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps$')));
  await expect.poll(taken).toBe(true);
  // Effects (key listeners among them) run after the commit that marked the node.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))));
}
