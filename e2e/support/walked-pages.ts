import { expect, type Page } from '@playwright/test';
import { addDays, saoPauloDay } from '#lib/core/dates.ts';
import { FULL } from './full.ts';
import { hydrated } from './hydrated.ts';

/** A page of the product, with an open layer if it has one. */
export type Walked = { name: string; see: (page: Page) => Promise<void> };

/** `press` is pressed first, which opens a drawer, sheet or dialog. */
export const at = (address: string, press?: string): Walked => ({
  name: press === undefined ? address : `${address} with ${press}`,
  see: async (page) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
    if (press === undefined) return;
    await hydrated(page);
    await page.getByRole('main').locator(press).first().click({ timeout: 15_000 });
    const opened = page.getByRole('complementary').getByRole('term').first();
    await expect(opened.or(page.getByRole('dialog')).first()).toBeVisible();
  },
});

/** The page of the customer who paid last. */
const customer: Walked = {
  name: '/pix/customers',
  see: async (page) => {
    await page.goto('/pix/transactions');
    const f = await page.evaluate(async () => {
      const list = await fetch('/api/accounts/pix/transactions?type=DEPOSIT&status=COMPLETED&limit=1');
      const { items } = (await list.json()) as { items: { id: string }[] };
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ transactionId: items[0]?.id });
      const stored = await fetch('/api/accounts/pix/customers/filters', { method: 'POST', headers, body });
      return ((await stored.json()) as { f: string }).f;
    });
    await at(`/pix/customers/${f}`).see(page);
  },
};

/** Yesterday's closing, once it is read. */
const closingDay: Walked = {
  name: '/pix/closings of yesterday',
  see: async (page) => {
    const path = `/pix/closings/${addDays(saoPauloDay(Date.now()), -1)}`;
    await page.goto(path);
    await hydrated(page);
    const read = page.getByRole('button', { name: 'Ler agora' });
    if (await read.isVisible()) await read.click();
    await expect(page.getByRole('region', { name: 'Equação do dia' })).toBeVisible({ timeout: 60_000 });
    await at(path).see(page);
  },
};

const ROW = 'tr[data-index]:not([data-unread])';

/** One page of each template; `npm test` checks these. */
const TEMPLATES: readonly Walked[] = [
  at('/pix/overview'),
  at('/pix/transactions', ROW),
  at('/pix/disputes'),
  at('/pix/charges?show=funnel'),
  at('/pix/withdrawals?open=new'),
  at('/pix/statement', 'tr[data-id]'),
  at('/pix/operations', 'tbody .row-open'),
  at('/card/card', '.row-open'),
  at('/all/overview'),
  at('/settings/accounts?open=edit&of=pix'),
  at('/settings/profile'),
  at('/inbox'),
];

const OTHERS: readonly Walked[] = [
  at('/pix/withdrawals', 'tbody .row-open'),
  at('/pix/reports'),
  at('/settings/policies'),
  at('/settings/team?open=invite'),
  at('/settings/audit', ROW),
  at('/pix/webhooks'),
  at('/pix/transactions'),
  customer,
  at('/pix/disputes?state=closed'),
  at('/pix/webhooks?span=month'),
  at('/pix/webhooks?open=new'),
  at('/pix/deliveries?outcome=all', ROW),
  at('/pix/deliveries?resend=new'),
  at('/pix/resends'),
  at('/pix/charges', 'tbody .row-open'),
  at('/pix/withdrawals'),
  at('/pix/charges?open=new'),
  at('/pix/transfers'),
  at('/pix/transfers?open=new'),
  at('/pix/reports?open=new'),
  at('/pix/statement?tab=pending', 'tbody .row-open'),
  at('/pix/sandbox'),
  at('/hub/overview'),
  at('/hub/charges'),
  at('/hub/charges?show=keys'),
  at('/hub/charges', 'tbody .row-open'),
  at('/hub/withdrawals'),
  at('/hub/withdrawals', 'tbody .row-open'),
  at('/hub/statement', 'tr[data-id]'),
  at('/pix/closings'),
  closingDay,
  at('/hub/disputes'),
  at('/hub/webhooks'),
  at('/hub/deliveries'),
  at('/card/overview'),
  at('/card/card'),
  at('/card/card?open=new'),
  at('/settings/accounts'),
  at('/settings/accounts?open=new'),
  at('/settings/accounts?open=doctor&of=hub'),
  at('/settings/team'),
  at('/settings/team?open=person&of=ready-admin'),
  at('/settings/policies', '.panel li dl + button'),
  at('/settings/approvals'),
  at('/settings/channels'),
  at('/settings/channels', '.panel header button'),
  at('/settings/audit'),
  at('/settings/first-day'),
  at('/settings/profile', '.panel header button'),
];

export const PAGES = FULL ? [...TEMPLATES, ...OTHERS] : TEMPLATES;
