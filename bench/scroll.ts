import type { Browser, CDPSession, Page } from '@playwright/test';
import { type Row, sleep } from './measure.ts';
import { cookiesOf, launch } from './pages.ts';
import { type Bench, settled } from './products.ts';

const ROWS = 100_000;
const SLOW_FRAME_MS = 50;
const STEP_PX = 3_000;
const STEP_MS = 30;
const MOST_SECONDS = 240;
/** Frames over 50 ms in 3,000. */
const MOST_SLOW = 10;

type Run = {
  seconds: number;
  frames: number;
  slow: number;
  longest: number;
  rows: number;
  heapBefore: number;
  heap: number;
};
type Table = { url: string; cookie: string; reached: number };

/** Scrolls through a result of 100,000 rows to its end, then a plain box for the same time as reference. */
export async function scrollRows(bench: Bench, quick: boolean): Promise<Row[]> {
  const { product, cookie } = bench;
  await settled(bench);
  const browser = await launch();
  const reached = quick ? 20_000 : ROWS;
  const table = { url: `${product.url}/pix/transactions`, cookie, reached };
  const own = await scrolled(browser, table, 0);
  const plain = await scrolled(browser, null, own.seconds);
  await browser.close();
  const growth = (own.heap - own.heapBefore) / 1_048_576;
  const count = reached.toLocaleString('en');
  return [
    {
      what: `scrolling ${count} rows: frames over ${SLOW_FRAME_MS} ms`,
      measured: `${own.slow} of ${own.frames}, longest ${own.longest.toFixed(1)} ms`,
      reference: `plain box ${plain.slow} of ${plain.frames}, ${plain.longest.toFixed(1)} ms`,
      goal: `≤ ${MOST_SLOW} in 3,000`,
      met: own.slow <= (MOST_SLOW * own.frames) / 3_000,
      figures: {
        ...{ slow: own.slow, frames: own.frames, longest: own.longest, seconds: own.seconds },
        ...{ plainSlow: plain.slow, plainFrames: plain.frames, plainLongest: plain.longest },
      },
    },
    {
      what: `scrolling ${count} rows: rows in the document`,
      measured: String(own.rows),
      reference: `${count} rows read`,
      goal: '≤ 300',
      met: own.rows <= 300,
      figures: { rows: own.rows },
    },
    {
      what: `scrolling ${count} rows: heap`,
      measured: `+ ${growth.toFixed(0)} MB`,
      reference: `before ${(own.heapBefore / 1_048_576).toFixed(0)} MB`,
      goal: '± 20 MB',
      met: growth <= 20,
      figures: { growth, before: own.heapBefore / 1_048_576 },
    },
  ];
}

async function scrolled(browser: Browser, table: Table | null, seconds: number): Promise<Run> {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1366, height: 768 } });
  if (table !== null) await context.addCookies(cookiesOf(table.cookie, table.url));
  const page = await context.newPage();
  if (table === null) await page.setContent(plainBox());
  else await page.goto(table.url, { waitUntil: 'networkidle' });
  await page.mouse.move(600, 500);
  const session = await context.newCDPSession(page);
  const heapBefore = await heapOf(session);
  await page.evaluate(watchFrames, SLOW_FRAME_MS);
  const began = Date.now();
  const passed = () => (Date.now() - began) / 1000;
  const rows =
    table === null
      ? await wheelWhile(page, () => passed() < seconds)
      : await wheelThrough(page, table.reached, passed);
  const taken = passed();
  const frames = await page.evaluate(
    () => (globalThis as unknown as { __frames: { count: number; slow: number; longest: number } }).__frames,
  );
  const heap = await heapOf(session);
  await context.close();
  const { count, slow, longest } = frames;
  return { seconds: taken, frames: count, slow, longest, rows, heapBefore, heap };
}

async function wheelWhile(page: Page, goesOn: () => boolean): Promise<number> {
  while (goesOn()) {
    await page.mouse.wheel(0, STEP_PX);
    await sleep(STEP_MS);
  }
  return 0;
}

/** Scrolls until the last row was seen and loaded; returns the largest number of rows in the document. */
async function wheelThrough(page: Page, reached: number, passed: () => number): Promise<number> {
  let most = 0;
  for (let step = 0; passed() < MOST_SECONDS; step += 1) {
    await page.mouse.wheel(0, STEP_PX);
    await sleep(STEP_MS);
    if (step % 10 !== 0) continue;
    const here = await page.evaluate(inDocument);
    most = Math.max(most, here.rows);
    if (here.lastRead >= reached) return most;
    // At the end of the scroll only the loading is left.
    if (here.last >= reached) await sleep(200);
  }
  throw new Error(`${reached} rows were not read within ${MOST_SECONDS} s.`);
}

/** Runs in the page. */
function inDocument(): { rows: number; last: number; lastRead: number } {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-index]')];
  const lastOf = (some: HTMLElement[]) => Math.max(0, ...some.map((row) => Number(row.dataset.index) + 1));
  return {
    rows: rows.length,
    last: lastOf(rows),
    lastRead: lastOf(rows.filter((row) => row.dataset.unread === undefined)),
  };
}

/** Runs in the page. */
function watchFrames(limit: number): void {
  const seen = { count: 0, slow: 0, longest: 0 };
  (globalThis as unknown as { __frames: typeof seen }).__frames = seen;
  let before = performance.now();
  const next = (now: number) => {
    seen.count += 1;
    if (now - before > limit) seen.slow += 1;
    seen.longest = Math.max(seen.longest, now - before);
    before = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame((now) => {
    before = now;
    requestAnimationFrame(next);
  });
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

const plainBox = () =>
  `<!doctype html><div style="height:700px;overflow:auto"><div style="height:4000000px;background:linear-gradient(#eee 50%,#fff 50%) 0 0/100% 80px">x</div></div>`;
