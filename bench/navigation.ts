import type { Page } from '@playwright/test';
import { median, ms, percentile, type Row, timed } from './measure.ts';
import { cookiesOf, launch } from './pages.ts';
import { type Bench, settled } from './products.ts';

const TITLE_MS = 150;
const ROWS_MS = 100;
/** Pages of the menu, visited in turn, each recognised by its heading. */
const MENU = ['transactions', 'disputes', 'deliveries', 'webhooks', 'overview'];

type Watching = { __seen?: Promise<number> };
type Payment = { endToEndId: string; amount: number };

/** Time from a press in the menu to the new title, and from Enter in the search to its row. */
export async function navigationRows(bench: Bench, quick: boolean): Promise<Row[]> {
  const { product, cookie } = bench;
  await settled(bench);
  const browser = await launch();
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1366, height: 768 } });
  await context.addCookies(cookiesOf(cookie, product.url));
  const page = await context.newPage();
  try {
    return [await titles(page, bench, quick), await search(page, bench, quick)];
  } finally {
    await browser.close();
  }
}

async function titles(page: Page, { product, straight }: Bench, quick: boolean): Promise<Row> {
  await page.goto(`${product.url}/pix/overview`, { waitUntil: 'networkidle' });
  const [own, provider] = [[] as number[], [] as number[]];
  for (let round = 0; round < (quick ? 3 : 8); round += 1)
    for (const name of MENU) {
      provider.push(await timed(() => straight('/user/transactions?page=1&limit=100')));
      await page.evaluate(watchTitle, `/pix/${name}`);
      await page.locator(`nav a[href="/pix/${name}"]`).first().click();
      // The first round also loads each page's scripts, so it does not count.
      const taken = await page.evaluate(() => (globalThis as Watching).__seen ?? Number.NaN);
      if (round > 0) own.push(taken);
      await page.waitForLoadState('networkidle');
    }
  const [whole, reference] = [median(own), median(provider)];
  return row('page to page: to the title', TITLE_MS, own, whole, reference);
}

/**
 * Runs in the page: measures from the press to the frame that shows another heading under the new address.
 */
function watchTitle(path: string): void {
  const before = document.querySelector('main h1')?.textContent;
  (globalThis as Watching).__seen = new Promise((resolve, reject) => {
    const begin = () => {
      const began = performance.now();
      const check = () => {
        const took = performance.now() - began;
        const title = document.querySelector('main h1')?.textContent;
        if (location.pathname === path && title && title !== before) resolve(took);
        else if (took > 10_000) reject(new Error(`No title at ${path}.`));
        else requestAnimationFrame(check);
      };
      requestAnimationFrame(check);
    };
    addEventListener('pointerdown', begin, { capture: true, once: true });
  });
}

async function search(page: Page, { product, dashboard, straight }: Bench, quick: boolean): Promise<Row> {
  const { items } = JSON.parse(await dashboard('/api/accounts/pix/transactions?limit=200')) as {
    items: Payment[];
  };
  const payments = items.filter(
    ({ endToEndId, amount }, at) => endToEndId !== null && amount !== items[at - 1]?.amount,
  );
  await page.goto(`${product.url}/pix/transactions`, { waitUntil: 'networkidle' });
  const [own, provider] = [[] as number[], [] as number[]];
  for (const [round, payment] of payments.slice(0, quick ? 20 : 60).entries()) {
    const path = `/user/transactions?page=1&limit=100&endToEndId=${payment.endToEndId}`;
    const direct = await timed(() => straight(path));
    const taken = await untilRow(page, payment);
    if (round === 0) continue;
    provider.push(direct);
    own.push(taken);
  }
  return row('filter: from Enter to the row', ROWS_MS, own, median(own), median(provider));
}

/** Types an E2E, presses Enter, and waits in the page for the frame that shows only this row. */
async function untilRow(page: Page, { endToEndId, amount }: Payment): Promise<number> {
  await page.getByRole('combobox', { name: 'Buscar nas transações' }).fill('');
  await page.keyboard.type(endToEndId);
  const cents = (amount / 100).toFixed(2).replace('.', ',').slice(-6);
  await page.evaluate(watchRow, cents);
  await page.keyboard.press('Enter');
  return page.evaluate(() => (globalThis as Watching).__seen ?? Number.NaN);
}

/** Runs in the page. */
function watchRow(text: string): void {
  (globalThis as Watching).__seen = new Promise((resolve, reject) => {
    const begin = ({ key }: KeyboardEvent) => {
      if (key !== 'Enter') return;
      removeEventListener('keydown', begin, true);
      const began = performance.now();
      const check = () => {
        const took = performance.now() - began;
        const rows = document.querySelectorAll('tbody tr[data-index]');
        if (rows.length === 1 && rows[0]?.textContent?.includes(text)) resolve(took);
        else if (took > 10_000) reject(new Error(`No row with ${text}.`));
        else requestAnimationFrame(check);
      };
      requestAnimationFrame(check);
    };
    addEventListener('keydown', begin, true);
  });
}

function row(what: string, most: number, own: readonly number[], whole: number, reference: number): Row {
  const slow = percentile(own, 99);
  return {
    what,
    measured: `${ms(whole)}, 99% in ${ms(slow)}`,
    reference: `the provider’s answer ${ms(reference)}`,
    goal: `+ ≤ ${most} ms`,
    met: whole - reference <= most,
    figures: { whole, reference, added: whole - reference, slow },
  };
}
