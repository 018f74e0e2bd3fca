import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { APIRequestContext, Page } from '@playwright/test';
import { test as base, expect } from './fixtures.ts';
import { type Product, type ProductOptions, startProduct } from './support/product.ts';

const ROWS = 250_000;
const OPTIONS: ProductOptions = { simulator: { transactions: ROWS } };
/** A window of about 50,000 of the rows. */
const CSV = '/api/accounts/pix/transactions.csv';
const LISTED = 'GET /user/transactions';
/** Long enough to be a fault of ours on the busiest machine; `npm run bench` measures finer. */
const LONGEST_TASK_MS = 400;

const test = base.extend<object, { product: Product }>({
  product: [
    async ({ playwright: _ }, use) => {
      const product = await startProduct(OPTIONS);
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
test.describe.configure({ timeout: 180_000 });

type Seen = { rows: number; last: number; longest: number };

/** Runs in the page from its start: the longest task since `__longest` was last set to 0. */
function watchTasks(): void {
  const kept = globalThis as unknown as { __longest: number };
  kept.__longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) kept.__longest = Math.max(kept.__longest, duration);
  }).observe({ type: 'longtask' });
}

const look = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('[role="grid"] [data-index]')];
    const last = Math.max(-1, ...rows.map((row) => Number(row.dataset.index)));
    return { rows: rows.length, last, longest: (globalThis as unknown as { __longest: number }).__longest };
  });

test('scrolling a long result draws a screenful of rows and never holds the page up', async ({
  signedIn,
}) => {
  const page = await signedIn('admin');
  await page.addInitScript(watchTasks);
  await page.goto('/pix/transactions');
  const grid = page.getByRole('grid');
  await expect(grid.locator('[data-index="0"]')).toBeVisible();
  await page.evaluate(() => {
    (globalThis as unknown as { __longest: number }).__longest = 0;
  });
  const box = await grid.locator('[data-index="3"]').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 60, box?.y ?? 0);
  let most = 0;
  let seen = await look(page);
  while (seen.last < 3_000) {
    const before = seen.last;
    await page.mouse.wheel(0, 6_000);
    await expect.poll(async () => (await look(page)).last).toBeGreaterThan(before);
    seen = await look(page);
    most = Math.max(most, seen.rows);
  }
  expect(most, 'rows in the document while the wheel turns').toBeLessThanOrEqual(300);
  await grid.locator('[data-index]').first().focus();
  await page.keyboard.press('End');
  await expect.poll(async () => (await look(page)).last, { timeout: 15_000 }).toBeGreaterThan(200_000);
  seen = await look(page);
  expect(seen.rows, 'rows in the document at the end').toBeLessThanOrEqual(300);
  expect(seen.longest, 'ms of the longest task').toBeLessThan(LONGEST_TASK_MS);
});

test.describe('a file of 50,000 rows', () => {
  test('adds at most 60 MB to the server', async ({ api, product }) => {
    const request = await api('admin');
    const from = await dayWithRowsSince(request, 50_000);
    // The heap of a server that has just started grows with any work; the file may add no more than its stream.
    for (let files = 0; files < 5; files += 1) await count(request, product, from, 5);
    const before = resident(product.pid);
    let most = before;
    const timer = setInterval(() => {
      most = Math.max(most, resident(product.pid));
    }, 50);
    const lines = await count(request, product, from);
    clearInterval(timer);
    expect(lines).toBeGreaterThan(50_000);
    expect(most - before, 'MB').toBeLessThanOrEqual(60);
  });

  test('is read no further by nobody', async ({ api, product, control }) => {
    const request = await api('admin');
    const asked = async () => ((await control('/state')).requests as Record<string, number>)[LISTED] ?? 0;
    const before = await asked();
    await count(request, product, '', 2);
    let last = -1;
    await expect(async () => {
      const now = await asked();
      const still = now === last;
      last = now;
      expect(still, 'no page more within a second').toBe(true);
    }).toPass({ intervals: [1_000], timeout: 15_000 });
    expect(last - before, 'of 250 pages').toBeLessThan(30);
  });
});

test('twenty operators who ask the same at once cost the provider one call', async ({ api, control }) => {
  const request = await api('admin');
  const reads = {
    '/balance': 'GET /user/balance',
    '/profile': 'GET /user',
    '/transactions?limit=10': LISTED,
  };
  for (const [path, route] of Object.entries(reads)) {
    const asked = async () => ((await control('/state')).requests as Record<string, number>)[route] ?? 0;
    // All twenty are there before the first is answered.
    await control('/fault', { kind: 'latency', ms: 1_500, path: route.slice(4), untilCleared: true });
    const before = await asked();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => request.get(`/api/accounts/pix${path}`)),
    );
    expect(answers.map((answer) => answer.status())).toEqual(Array(20).fill(200));
    expect((await asked()) - before, path).toBe(1);
    await control('/clear', { all: true });
  }
});

/** The latest São Paulo day from which on the list holds that many rows. */
async function dayWithRowsSince(request: APIRequestContext, rows: number): Promise<string> {
  for (let days = 15; days < 90; days += 3) {
    const from = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    const answer = await request.get('/api/accounts/pix/transactions', { params: { limit: 1, from } });
    if (((await answer.json()) as { total: number }).total > rows) return from;
  }
  throw new Error(`There are not ${rows} rows.`);
}

/** Takes the file from a day on, or all of it, as it comes; ends it after some MB. Gives its lines. */
async function count(request: APIRequestContext, product: Product, from: string, mostMb = Infinity) {
  const { cookies } = await request.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const query = from === '' ? '' : `?from=${from}`;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${product.url}${CSV}${query}`, { headers: { cookie }, agent: false }, resolve).on('error', reject);
  });
  expect(answer.statusCode).toBe(200);
  let lines = 0;
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
    bytes += chunk.length;
    if (bytes > mostMb * 1_000_000) break;
  }
  answer.destroy();
  return lines;
}

/** MB that a process holds. */
function resident(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
