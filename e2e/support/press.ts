import type { Locator, Page, Request } from '@playwright/test';

/**
 * Presses a button whose layer is code of its own: it is asked for when the pointer comes, arrives while the button is
 * held down, and only then is the button let go. Whatever is drawn anew in between, the press counts.
 */
export async function pressWhileItsCodeComes(page: Page, button: Locator): Promise<void> {
  const asked: Request[] = [];
  let free = () => {};
  const held = new Promise<void>((resolve) => {
    free = resolve;
  });
  const chunks = '**/_next/static/chunks/**';
  await page.route(chunks, async (route) => {
    asked.push(route.request());
    await held;
    await route.continue();
  });
  const first = page.waitForRequest(chunks);
  await button.hover();
  await first;
  await page.mouse.down();
  free();
  await Promise.all(asked.map(async (request) => (await request.response())?.finished()));
  // The code has arrived; two frames are enough for what it draws.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await page.mouse.up();
  await page.unroute(chunks);
}
