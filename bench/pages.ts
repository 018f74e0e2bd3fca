import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { browser as chromiumPath } from '../e2e/support/chromium.ts';
import { kb, median, ms, type Row, sleep } from './measure.ts';
import type { Bench } from './products.ts';

const OVER_BLANK = 120 * 1024;
const LARGEST_PAINT_MS = 1_500;
const SHIFT = 0.02;
/** 4 × slower processor, 150 ms latency, 1.6 Mbit/s down and 750 kbit/s up. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

type Seen = { lcp: number; shift: number; scripts: number };
type Target = { name: string; url: string; cookie: string | null };

export async function launch(): Promise<Browser> {
  const { executablePath, args, env } = await chromiumPath();
  return chromium.launch({
    executablePath,
    args,
    env: { ...(process.env as Record<string, string>), ...env },
  });
}

/** Weight, largest paint and layout shift of each page, compared with a blank page of the same framework. */
export async function pageRows(bench: Bench, blankUrl: string, quick: boolean): Promise<Row[]> {
  const { product, cookie } = bench;
  const detail = await anyId(bench);
  const page = (name: string, path: string): Target => ({ name, url: `${product.url}${path}`, cookie });
  const targets: Target[] = [
    { name: 'blank', url: `${blankUrl}/`, cookie: null },
    { name: 'sign-in', url: `${product.url}/sign-in`, cookie: null },
    page('overview', '/pix/overview'),
    page('transactions', '/pix/transactions'),
    page('transaction', `/pix/transactions/${detail}`),
    page('statement', '/pix/statement'),
    page('disputes', '/pix/disputes'),
    page('withdrawals', '/pix/withdrawals'),
    page('webhooks', '/pix/webhooks'),
  ];
  for (const { url } of targets) await fetch(url, { headers: { cookie } });
  const browser = await launch();
  const seen = new Map<string, Seen[]>(targets.map(({ name }) => [name, []]));
  for (let round = 0; round < (quick ? 2 : 5); round += 1)
    for (const target of targets) seen.get(target.name)?.push(await visit(browser, target));
  await browser.close();
  const blank = middle(seen.get('blank') ?? []);
  return targets
    .filter(({ name }) => name !== 'blank')
    .flatMap(({ name }) => rowsOf(name, middle(seen.get(name) ?? []), blank));
}

async function anyId({ dashboard }: Bench): Promise<string> {
  const { items } = JSON.parse(await dashboard('/api/accounts/pix/transactions?limit=1')) as {
    items: { id: string }[];
  };
  return items[0]?.id ?? '';
}

function middle(seen: readonly Seen[]): Seen {
  const of = (name: keyof Seen) => median(seen.map((one) => one[name]));
  return { lcp: of('lcp'), shift: of('shift'), scripts: of('scripts') };
}

function rowsOf(name: string, own: Seen, blank: Seen): Row[] {
  const over = own.scripts - blank.scripts;
  return [
    {
      what: `${name}: scripts of the first load (gzip)`,
      measured: kb(own.scripts),
      reference: `blank ${kb(blank.scripts)}, + ${kb(over)}`,
      goal: 'blank + 120 KB',
      met: over <= OVER_BLANK,
      figures: { scripts: own.scripts, blank: blank.scripts, over },
    },
    {
      what: `${name}: largest paint, slow machine and line`,
      measured: ms(own.lcp),
      reference: `blank ${ms(blank.lcp)}`,
      goal: `≤ ${ms(LARGEST_PAINT_MS)}`,
      met: own.lcp <= LARGEST_PAINT_MS,
      figures: { lcp: own.lcp, blank: blank.lcp },
    },
    {
      what: `${name}: layout shift`,
      measured: own.shift.toFixed(3),
      reference: `blank ${blank.shift.toFixed(3)}`,
      goal: `≤ ${SHIFT}`,
      met: own.shift <= SHIFT,
      figures: { shift: own.shift },
    },
  ];
}

/** One first visit with an empty cache. */
async function visit(browser: Browser, target: Target): Promise<Seen> {
  const page = await slowPage(browser, target);
  const scripts = collectScripts(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  const { lcp, shift } = await paints(page, target.url);
  const sizes = await scripts();
  await page.context().close();
  return { lcp, shift, scripts: [...sizes.values()].reduce((sum, size) => sum + size, 0) };
}

/** An empty cache and a processor four times slower. */
async function slowPage(browser: Browser, { url, cookie }: Target): Promise<Page> {
  const context = await browser.newContext({
    locale: 'pt-BR',
    viewport: { width: 1366, height: 768 },
  });
  if (cookie !== null) await context.addCookies(cookiesOf(cookie, url));
  const page = await context.newPage();
  await page.addInitScript(observe);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return page;
}

/** Opens the address and waits until the network is idle. */
async function paints(page: Page, url: string): Promise<{ lcp: number; shift: number }> {
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForLoadState('networkidle');
  await sleep(1_000);
  return page.evaluate(() => (globalThis as unknown as { __seen: { lcp: number; shift: number } }).__seen);
}

/** Runs in the page. */
function observe(): void {
  const seen = { lcp: 0, shift: 0 };
  (globalThis as unknown as { __seen: typeof seen }).__seen = seen;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcp = Math.max(seen.lcp, entry.startTime);
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      seen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Every script that the page loaded by itself, all gzipped the same way. */
function collectScripts(page: Page): () => Promise<Map<string, number>> {
  const coming: Promise<[string, number]>[] = [];
  page.on('response', (response) => {
    if (!/\.js(\?|$)/.test(response.url())) return;
    coming.push(
      response.body().then(
        (body): [string, number] => [response.url(), gzipSync(body).length],
        (): [string, number] => [response.url(), 0],
      ),
    );
  });
  return async () => new Map(await Promise.all(coming));
}

export function cookiesOf(header: string, url: string) {
  return header.split('; ').map((pair) => {
    const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(pair) ?? [];
    return { name, value, url: new URL(url).origin };
  });
}
