import type { Browser } from '@playwright/test';
import { addressesOf } from './addresses.ts';
import { sleep } from './measure.ts';
import { cookiesOf, launch } from './pages.ts';
import type { Bench } from './products.ts';
import type { Row } from './report.ts';

/** Less than the eye sees: a pixel of a line. */
const GOAL = 0.005;
const SCREENS = [
  { width: 1350, height: 940 },
  { width: 360, height: 740 },
];

/** Px that move while a page comes, by the browser's own score: every page, on a desk and on a phone. */
export async function shiftRows(bench: Bench): Promise<Row[]> {
  const addresses = await addressesOf(bench);
  const browser = await launch();
  try {
    const rows: Row[] = [];
    for (const screen of SCREENS)
      rows.push(rowOf(screen.width, await moved(browser, screen, bench, addresses)));
    return rows;
  } finally {
    await browser.close();
  }
}

async function moved(
  browser: Browser,
  viewport: (typeof SCREENS)[number],
  { product, cookie }: Bench,
  addresses: readonly string[],
): Promise<[string, number][]> {
  const context = await browser.newContext({ locale: 'pt-BR', viewport });
  await context.addInitScript(observe);
  const found: [string, number][] = [];
  for (const address of addresses) {
    await context.clearCookies();
    if (address !== '/sign-in') await context.addCookies(cookiesOf(cookie, product.url));
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    // Slow enough that what comes late is seen to come late.
    await session.send('Emulation.setCPUThrottlingRate', { rate: 3 });
    await page.goto(`${product.url}${address}`, { waitUntil: 'load' });
    await sleep(3_000);
    found.push([address, await page.evaluate(() => (globalThis as unknown as { __shift: number }).__shift)]);
    await page.close();
  }
  await context.close();
  return found;
}

/** Runs in the page. */
function observe(): void {
  const seen = globalThis as unknown as { __shift: number };
  seen.__shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
      seen.__shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

function rowOf(width: number, found: readonly [string, number][]): Row {
  const [worst = ['', 0]] = found.toSorted((a, b) => b[1] - a[1]);
  const above = found.filter(([, shift]) => shift >= GOAL);
  for (const [address, shift] of above) console.log(`  ${address} at ${width} px: ${shift.toFixed(3)}`);
  return {
    what: `what moves while a page comes, ${width} px wide`,
    measured: `at most ${worst[1].toFixed(3)} (${worst[0].replace(/[^/]{20,}/, '…')})`,
    reference: `${found.length} pages, ${above.length} of them above`,
    goal: `< ${GOAL} on each`,
    met: above.length === 0,
    figures: Object.fromEntries(found),
  };
}
