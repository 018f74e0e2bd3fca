import { setTimeout } from 'node:timers/promises';
import { type Browser, expect, type Page } from '@playwright/test';

const TAKEN = (node: Element | null) =>
  node === null || Object.keys(node).some((key) => key.startsWith('__reactProps$'));

const IDLE = () => new Promise<void>((done) => requestIdleCallback(() => done(), { timeout: 3_000 }));

/** Waits until React has taken the server's page over: before that no key and no press can do anything. */
export async function hydrated(page: Page, selector = 'main'): Promise<void> {
  await expect.poll(() => page.locator(selector).first().evaluate(TAKEN)).toBe(true);
  await page.evaluate(IDLE);
}

/** As people wait: a page that was gone to is React's before a test presses anything; one that never is may be tried too. */
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
    // A page that went on meanwhile, or ended, is not waited for.
    const taken = await page
      .locator('main')
      .first()
      .evaluate(TAKEN, undefined, { timeout: 250 })
      .catch(() => true);
    // A page that streams hydrates after the navigation, and effects (key listeners among them) run after both. A page
    // without scripts never calls back.
    if (taken) return Promise.race([page.evaluate(IDLE).catch(() => {}), setTimeout(4_000)]);
  }
}
