import { setTimeout } from 'node:timers/promises';
import { type Browser, expect, type Page } from '@playwright/test';

const IS_HYDRATED = (node: Element | null) =>
  node === null || Object.keys(node).some((key) => key.startsWith('__reactProps$'));

const IDLE = () => new Promise<void>((done) => requestIdleCallback(() => done(), { timeout: 3_000 }));

/** Waits until React has hydrated the page; before that no key and no press has an effect. */
export async function hydrated(page: Page, selector = 'main'): Promise<void> {
  await expect.poll(() => page.locator(selector).first().evaluate(IS_HYDRATED)).toBe(true);
  await page.evaluate(IDLE);
}

/**
 * Makes each new page wait for hydration after a navigation, as people do, so a test does not press too
 * early. A page that never hydrates may still be used.
 */
export function patient(browser: Browser): Browser {
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    context.on('page', (page) => {
      const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
      page.goto = async (...to) => goto(...to).finally(() => settled(page));
      page.reload = async (...how) => reload(...how).finally(() => settled(page));
    });
    return context;
  };
  return browser;
}

async function settled(page: Page): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; await setTimeout(25)) {
    // A page that has navigated on or closed is not waited for.
    const isHydrated = await page
      .locator('main')
      .first()
      .evaluate(IS_HYDRATED, undefined, { timeout: 250 })
      .catch(() => true);
    // A streamed page hydrates after the navigation, and effects (such as key listeners) run later still. A
    // page without scripts never calls back, hence the time limit.
    if (isHydrated) return Promise.race([page.evaluate(IDLE).catch(() => {}), setTimeout(4_000)]);
  }
}
