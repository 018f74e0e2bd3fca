import { chromium } from '@playwright/test';
import lighthouse, { desktopConfig, type Flags } from 'lighthouse';
import { browser as chromiumPath } from '../e2e/support/chromium.ts';
import { freePort } from '../scripts/port.ts';
import { median, type Row } from './measure.ts';
import { cookiesOf } from './pages.ts';
import { type Bench, post, settled } from './products.ts';

const GOALS = { performance: 90, accessibility: 98, 'best-practices': 98 };
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;
type Scores = Record<(typeof CATEGORIES)[number], number>;

/** Lighthouse, from its own package, with its desktop settings, in the browser of the tests. */
export async function lighthouseRows(bench: Bench, quick: boolean): Promise<Row[]> {
  const { product, cookie } = bench;
  await settled(bench);
  const pages = await addressesOf(bench);
  const port = await freePort();
  const { executablePath, args, env } = await chromiumPath();
  const browser = await chromium.launch({
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
    env: { ...(process.env as Record<string, string>), ...env },
  });
  try {
    const browsers = await browser.newBrowserCDPSession();
    const rows: Row[] = [];
    for (const path of pages) {
      const seen: Scores[] = [];
      for (let round = 0; round < (quick ? 1 : 3); round += 1) {
        // Set in the browser's cookie jar, because an extra header reaches only the document. Cleared so that
        // each visit is a first one.
        await browsers.send('Storage.clearCookies', {});
        if (path !== '/sign-in')
          await browsers.send('Storage.setCookies', { cookies: cookiesOf(cookie, product.url) });
        seen.push(await scoresOf(`${product.url}${path}`, port));
      }
      rows.push(rowOf(path, seen));
    }
    return rows;
  } finally {
    await browser.close();
  }
}

async function scoresOf(url: string, port: number): Promise<Scores> {
  const flags: Flags = { port, onlyCategories: [...CATEGORIES], logLevel: 'error' };
  const found = await lighthouse(url, flags, desktopConfig);
  if (found === undefined) throw new Error(`${url}: no result.`);
  const { categories, audits, runtimeError, finalDisplayedUrl } = found.lhr;
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  if (!finalDisplayedUrl.startsWith(url)) throw new Error(`${url}: led to ${finalDisplayedUrl}.`);
  for (const name of CATEGORIES.filter((one) => scoreOf(categories[one]?.score) < GOALS[one]))
    for (const { id, weight } of categories[name]?.auditRefs ?? []) {
      const audit = audits[id];
      if (weight > 0 && audit?.score !== null && (audit?.score ?? 1) < 0.98)
        console.log(`  ${url} ${name}: ${id} ${audit?.displayValue ?? audit?.title}`);
    }
  return {
    performance: scoreOf(categories.performance?.score),
    accessibility: scoreOf(categories.accessibility?.score),
    'best-practices': scoreOf(categories['best-practices']?.score),
  };
}

const scoreOf = (score: number | null | undefined) => Math.round((score ?? 0) * 100);

function rowOf(path: string, seen: readonly Scores[]): Row {
  const middle = (name: keyof Scores) => median(seen.map((one) => one[name]));
  const scores = CATEGORIES.map(middle);
  return {
    what: `${path}: Lighthouse, desktop`,
    measured: scores.join(', '),
    reference: 'performance, accessibility, practices',
    goal: '≥ 90, 98, 98',
    met: CATEGORIES.every((name) => middle(name) >= GOALS[name]),
    figures: Object.fromEntries(CATEGORIES.map((name) => [name, middle(name)])),
  };
}

/** Every page with a fixed address; sign-in is visited without a session. */
const PAGES = [
  '/all/overview',
  ...['overview', 'transactions', 'disputes', 'webhooks', 'deliveries', 'resends', 'charges'].map(pix),
  ...['withdrawals', 'transfers', 'statement', 'reports', 'operations', 'sandbox'].map(pix),
  '/hub/overview',
  ...['charges', 'withdrawals', 'statement', 'disputes', 'webhooks'].map((name) => `/hub/${name}`),
  '/card/overview',
  '/card/card',
  ...['accounts', 'team', 'policies', 'approvals', 'channels', 'audit', 'first-day', 'profile'].map(
    (name) => `/settings/${name}`,
  ),
  '/inbox',
  '/sign-in',
];

function pix(name: string): string {
  return `/pix/${name}`;
}

/** The pages of the navigation, and those of one record each; missing records are created. */
export const addressesOf = async (bench: Bench) => [...(await recordPages(bench)), ...PAGES];

/** The pages of one record each. */
async function recordPages(bench: Bench): Promise<string[]> {
  const first = async (list: string, name = 'id') =>
    encodeURIComponent(JSON.parse(await bench.dashboard(`/api/accounts/${list}`)).items[0][name]);
  const transaction = await first('pix/transactions?limit=1');
  const charge = { amount: 4_321 };
  type Answer = { operation: { id: string } };
  const { operation } = await post<Answer>(bench, '/api/accounts/pix/charges', charge);
  const selection = { scope: 'selection', transactionIds: [transaction], everything: true };
  const resend = await post<{ id: string }>(bench, '/api/accounts/pix/resends', selection);
  return [
    `/pix/transactions/${transaction}`,
    `/pix/disputes/${await first('pix/disputes?limit=1')}`,
    `/pix/deliveries/${await first('pix/deliveries?limit=1')}`,
    `/pix/resends/${resend.id}`,
    `/pix/operations/${operation.id}`,
    `/hub/disputes/${await first('hub/disputes?limit=1')}`,
    `/hub/deposits/${await first('hub/statement?type=DEPOSIT&limit=1', 'transactionId')}`,
  ];
}
