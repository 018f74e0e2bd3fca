import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { hydrated } from './support/hydrated.ts';

type Counted = { timers: number; asked: number; inOneTurn: number };

/** Counts what the page sets and asks from its first script on. */
async function counted(page: Page): Promise<() => Promise<Counted>> {
  await page.addInitScript(() => {
    const counts = { timers: 0, asked: 0, inOneTurn: 0 };
    Object.assign(window, { counts });
    for (const name of ['setTimeout', 'setInterval'] as const) {
      const set = window[name] as (...given: unknown[]) => number;
      const counting = (...given: unknown[]) => {
        // A time that is waited for; what only ends a turn is none.
        if (Number(given[1]) > 0) counts.timers += 1;
        return set(...given);
      };
      Object.assign(window, { [name]: counting });
    }
    const { fetch } = window;
    let asking = false;
    window.fetch = (...given) => {
      counts.asked += 1;
      if (asking) counts.inOneTurn += 1;
      asking = true;
      queueMicrotask(() => {
        asking = false;
      });
      return fetch(...given);
    };
  });
  return () => page.evaluate(() => (window as unknown as { counts: Counted }).counts);
}

test('a page that wakes lets go of the turn: few timers, one question at a time', async ({ signedIn }) => {
  const page = await signedIn('admin');
  const counts = await counted(page);
  await page.goto('/pix/withdrawals');
  await hydrated(page, 'table');
  await expect.poll(async () => (await counts()).asked).toBeGreaterThan(3);
  const { timers, inOneTurn } = await counts();
  expect(inOneTurn).toBe(0);
  expect(timers).toBeLessThan(40);
});

test('the framework takes a page over in a turn after that of its first script', async ({ signedIn }) => {
  const page = await signedIn('admin');
  await page.goto('/pix/overview');
  await hydrated(page, 'main');
  // It has put the script without words into the head, which is what it waits a turn for.
  const empty = await page.evaluate(
    () =>
      [...document.head.querySelectorAll('script:not([src])')].filter((one) => one.textContent === '').length,
  );
  expect(empty).toBe(1);
});
