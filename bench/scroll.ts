import type { Browser, CDPSession, Page } from '@playwright/test';
import { median, sleep } from './measure.ts';
import { cookiesOf, launch } from './pages.ts';
import type { Bench } from './products.ts';
import type { Row } from './report.ts';

const ROWS = 100_000;
const SLOW_FRAME_MS = 50;

type Run = { frames: number; slow: number; longest: number; rows: number; heapBefore: number; heap: number };

/** Scrolls through a result of 100,000 rows until all of it was on the screen; beside it a plain box of that height. */
export async function scrollRows(bench: Bench, quick: boolean): Promise<Row[]> {
  const { product, cookie } = bench;
  const browser = await launch();
  const reached = quick ? 20_000 : ROWS;
  const plain = await scrolled(browser, null, reached);
  const own = await scrolled(browser, { url: `${product.url}/pix/transactions`, cookie }, reached);
  const after = await scrolled(browser, null, reached);
  await browser.close();
  const noise = median([plain.slow, after.slow]);
  const growth = (own.heap - own.heapBefore) / 1_048_576;
  const count = reached.toLocaleString('en');
  return [
    {
      what: `scrolling ${count} rows: frames over ${SLOW_FRAME_MS} ms`,
      measured: `${own.slow} of ${own.frames}, longest ${own.longest.toFixed(0)} ms`,
      reference: `plain box ${noise} of ${plain.frames}, longest ${plain.longest.toFixed(0)} ms`,
      goal: 'none (no more than the plain box)',
      met: own.slow <= noise,
      figures: { slow: own.slow, frames: own.frames, longest: own.longest, noise },
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

async function scrolled(
  browser: Browser,
  at: { url: string; cookie: string } | null,
  reached: number,
): Promise<Run> {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1366, height: 768 } });
  if (at !== null) await context.addCookies(cookiesOf(at.cookie, at.url));
  const page = await context.newPage();
  if (at === null) await page.setContent(plainBox());
  else await page.goto(at.url, { waitUntil: 'networkidle' });
  await page.mouse.move(600, 500);
  const session = await context.newCDPSession(page);
  const heapBefore = await heapOf(session);
  await page.evaluate(watchFrames, SLOW_FRAME_MS);
  const most = await wheelDown(page, at !== null, reached);
  const frames = await page.evaluate(
    () => (globalThis as unknown as { __frames: { count: number; slow: number; longest: number } }).__frames,
  );
  const heap = await heapOf(session);
  await context.close();
  return { frames: frames.count, slow: frames.slow, longest: frames.longest, rows: most, heapBefore, heap };
}

/** Wheels down in steps of a screen until that many rows are behind; gives the most rows the document held. */
async function wheelDown(page: Page, isTable: boolean, reached: number): Promise<number> {
  let most = 0;
  let last = 0;
  // The plain box stands for as long as a table of that many rows takes.
  const steps = isTable ? 4_000 : 400;
  for (let step = 0; step < steps && last < reached; step += 1) {
    await page.mouse.wheel(0, isTable ? 12_000 : 3_000);
    await sleep(30);
    if (!isTable || step % 5 !== 0) continue;
    const here = await page.evaluate(inDocument);
    most = Math.max(most, here.rows);
    last = here.last;
  }
  return most;
}

/** Runs in the page. */
function inDocument(): { rows: number; last: number } {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-index]')];
  return { rows: rows.length, last: Math.max(0, ...rows.map((row) => Number(row.dataset.index))) + 1 };
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
