import type { Page } from '@playwright/test';
import { median, percentile, timed } from './measure.ts';
import { cookiesOf, launch } from './pages.ts';
import { type Bench, settled } from './products.ts';
import { ms, type Row } from './report.ts';

const ADDED_MS = 50;
type Sought = { endToEndId: string; amount: number };

/** A payment's E2E typed into the search of the transactions: from Enter to its row, beside the provider's answer. */
export async function typingRows(bench: Bench, quick: boolean): Promise<Row[]> {
  const { product, cookie, dashboard, straight } = bench;
  await settled(bench);
  const { items } = JSON.parse(await dashboard('/api/accounts/pix/transactions?limit=200')) as {
    items: Sought[];
  };
  const sought = items.filter(
    ({ endToEndId, amount }, at) => endToEndId !== null && amount !== items[at - 1]?.amount,
  );
  const browser = await launch();
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1366, height: 768 } });
  await context.addCookies(cookiesOf(cookie, product.url));
  const page = await context.newPage();
  await page.goto(`${product.url}/pix/transactions`, { waitUntil: 'networkidle' });
  const seen = { own: [] as number[], straight: [] as number[] };
  for (const [round, one] of sought.slice(0, quick ? 20 : 60).entries()) {
    const asked = `/user/transactions?page=1&limit=100&endToEndId=${one.endToEndId}`;
    const direct = await timed(() => straight(asked));
    const own = await untilSeen(page, one);
    // The first one fetches the code that reads what is typed.
    if (round > 0) {
      seen.straight.push(direct);
      seen.own.push(own);
    }
  }
  await browser.close();
  const [whole, reference] = [median(seen.own), median(seen.straight)];
  const tail = percentile(seen.own, 99);
  return [
    {
      what: 'typing in a filter: from Enter to its row on screen',
      measured: `${ms(whole)}, 99% in ${ms(tail)}`,
      reference: `the provider’s answer ${ms(reference)}`,
      goal: `+ ≤ ${ms(ADDED_MS)}`,
      met: whole - reference <= ADDED_MS,
      figures: { whole, straight: reference, added: whole - reference, tail },
    },
  ];
}

type Watching = { __seen?: Promise<number> };

/** Types as a person does, presses Enter, and waits in the page for the frame that has this row and no other. */
async function untilSeen(page: Page, { endToEndId, amount }: Sought): Promise<number> {
  await page.getByRole('combobox', { name: 'Buscar nas transações' }).fill('');
  await page.keyboard.type(endToEndId);
  const cents = (amount / 100).toFixed(2).replace('.', ',').slice(-6);
  // Before the key, which goes another way into the browser.
  await page.evaluate(watchForRow, cents);
  await page.keyboard.press('Enter');
  return page.evaluate(() => (globalThis as Watching).__seen ?? Number.NaN);
}

/** Runs in the page. */
function watchForRow(words: string): void {
  (globalThis as Watching).__seen = new Promise((resolve, reject) => {
    const begin = ({ key }: KeyboardEvent) => {
      if (key !== 'Enter') return;
      removeEventListener('keydown', begin, true);
      const began = performance.now();
      const look = () => {
        const took = performance.now() - began;
        const rows = document.querySelectorAll('tbody tr[data-index]');
        if (rows.length === 1 && rows[0]?.textContent?.includes(words)) resolve(took);
        else if (took > 10_000) reject(new Error(`No row with ${words}.`));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    };
    addEventListener('keydown', begin, true);
  });
}
