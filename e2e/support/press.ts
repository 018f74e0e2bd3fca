import type { Locator, Page, Request } from '@playwright/test';

/**
 * Presses a button whose layer has its own script. The script is requested on hover and arrives while the
 * button is held down; only then is the button released. The press must count even if React re-renders
 * meanwhile.
 */
export async function pressWhileItsCodeComes(page: Page, button: Locator): Promise<void> {
  const requests: Request[] = [];
  let free = () => {};
  const releaseSignal = new Promise<void>((resolve) => {
    free = resolve;
  });
  const chunks = '**/_next/static/chunks/**';
  await page.route(chunks, async (route) => {
    requests.push(route.request());
    await releaseSignal;
    await route.continue();
  });
  const first = page.waitForRequest(chunks);
  await button.hover();
  await first;
  await page.mouse.down();
  free();
  await Promise.all(requests.map(async (request) => (await request.response())?.finished()));
  // The script has arrived; two frames are enough to render it.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await page.mouse.up();
  await page.unroute(chunks);
}
