import type { Page } from '@playwright/test';
import { extractText } from 'unpdf';
import { moneyParts } from '#lib/core/money.ts';
import { expect, test } from './fixtures.ts';
import { hydrated } from './support/hydrated.ts';

/** The page's text as it stands on paper, blanks of any kind as one. */
async function printed(page: Page): Promise<{ text: string; sheets: number }> {
  const { text, totalPages } = await extractText(new Uint8Array(await page.pdf()), { mergePages: true });
  return { text: text.replace(/\s+/g, ' '), sheets: totalPages };
}

/** Of the frame: the simulator's band, the way out, the search. */
const FRAME = ['nenhum dinheiro se move', 'Buscar ou ir para', 'pular para o conteúdo'];

/** One of each kind first: these are printed in every run. */
const KINDS = ['/pix/overview', '/pix/transactions', '/pix/statement', '/settings/team', '/inbox'];
const OTHERS = [
  '/pix/disputes',
  '/pix/webhooks',
  '/pix/deliveries',
  '/pix/resends',
  '/pix/charges',
  '/pix/withdrawals',
  '/pix/transfers',
  '/pix/reports',
  '/pix/operations',
  '/hub/statement',
  '/card/card',
  '/all/overview',
  '/settings/accounts',
  '/settings/policies',
  '/settings/audit',
  '/settings/profile',
];

test.describe.configure({ timeout: 400_000 });

for (const [tag, pages] of [['@smoke', KINDS] as const, ['@rest', OTHERS] as const])
  test(`pages are printed whole, without the frame: ${pages.length}`, { tag }, async ({ signedIn }) => {
    const page = await signedIn('admin');
    for (const path of pages) {
      await page.goto(path);
      await hydrated(page);
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
      const title = (await page.getByRole('heading', { level: 1 }).first().innerText()).trim();
      const height = await page.evaluate(
        () => document.querySelector('[data-region=page]')?.scrollHeight ?? 0,
      );
      const { text, sheets } = await printed(page);
      expect(text, path).toContain(title);
      for (const words of FRAME) expect(text, path).not.toContain(words);
      if (height > 3_000) expect(sheets, `${path}: ${height} px`).toBeGreaterThan(1);
    }
  });

for (const path of ['transactions', 'deliveries'])
  test(`the rows of ${path} that were read are all on paper, with how many of how many`, async ({
    signedIn,
    api,
  }) => {
    const page = await signedIn('admin');
    await page.goto(`/pix/${path}`);
    await hydrated(page, 'table');
    await expect(page.locator('tr[data-index]:not([data-unread])').nth(5)).toBeVisible();
    const { text, sheets } = await printed(page);
    const shown = Number(/([\d.]+) de [\d.]+(?!.*\d de \d)/.exec(text)?.[1]?.replaceAll('.', '') ?? 0);
    expect(shown).toBeGreaterThan(40);
    expect(sheets).toBeGreaterThan(1);
    // After printing the screen draws few rows again.
    await expect.poll(() => page.locator('tr[data-index]').count()).toBeLessThan(100);
    if (path !== 'transactions') return;
    const request = await api('admin');
    const answer = await request.get(`/api/accounts/pix/transactions?limit=${shown}`);
    const { items } = (await answer.json()) as { items: { amount: number }[] };
    const amounts = items.map(({ amount }) => {
      const { reais, cents } = moneyParts(amount);
      return `${reais},${cents}`;
    });
    for (const amount of new Set(amounts)) {
      const times = amounts.filter((one) => one === amount).length;
      expect(text.split(amount).length - 1, amount).toBeGreaterThanOrEqual(times);
    }
  });
