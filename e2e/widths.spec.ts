import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { DISPUTES, test } from './api/dispute-kit.ts';
import { expect } from './fixtures.ts';
import { hydrated } from './support/hydrated.ts';
import { faultsOfLayout, type LayoutFaults, resized, WIDTHS } from './support/widths.ts';

// One walk, judged three times: each page is opened once and taken through all widths.
test.describe.configure({ mode: 'serial', timeout: 480_000 });
test.use({ productOptions: { simulator: { transactions: 600 } } });

type Dispute = { id: string; transactionId: string };
type Walked = { name: string; see: (page: Page) => Promise<void> };

const at = (address: string, row?: string): Walked => ({
  name: row === undefined ? address : `${address} with its first record`,
  see: async (page) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
    if (row === undefined) return;
    await hydrated(page);
    await page.getByRole('main').locator(row).first().click({ timeout: 15_000 });
    await expect(page.getByRole('complementary').getByRole('term').first()).toBeVisible();
  },
});

const PAGES: readonly Walked[] = [
  at('/pix/overview'),
  at('/pix/transactions'),
  at('/pix/transactions', 'tr[data-index]:not([data-unread])'),
  at('/pix/disputes'),
  at('/pix/disputes?state=closed'),
  at('/pix/webhooks'),
  at('/pix/webhooks?span=month'),
  at('/pix/webhooks?open=new'),
  at('/pix/deliveries?outcome=all', 'tr[data-index]:not([data-unread])'),
  at('/pix/deliveries?resend=new'),
  at('/pix/resends'),
  at('/pix/charges', 'tbody .row-open'),
  at('/pix/charges?view=funnel'),
  at('/pix/withdrawals'),
  at('/pix/withdrawals', 'tbody .row-open'),
  at('/pix/transfers'),
  at('/pix/statement', 'tr[data-id]'),
  at('/pix/statement?tab=pending', 'tbody .row-open'),
  at('/pix/reports'),
  at('/pix/operations', 'tbody .row-open'),
  at('/pix/sandbox'),
  at('/hub/overview'),
  at('/hub/charges'),
  at('/hub/withdrawals'),
  at('/hub/statement', 'tr[data-id]'),
  at('/hub/disputes'),
  at('/hub/webhooks'),
  at('/hub/deliveries'),
  at('/card/overview'),
  at('/card/card'),
  at('/card/card', '.row-open'),
  at('/all/overview'),
  at('/settings/accounts'),
  at('/settings/accounts?open=edit&of=pix'),
  at('/settings/accounts?open=doctor&of=hub'),
];

async function asked(api: APIRequestContext, what: string, data: object): Promise<{ id: string }> {
  const headers = { 'idempotency-key': randomUUID() };
  const answer = await api.post(`/api/accounts/pix/${what}`, { data, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as { id: string };
}

/** A dispute's own page, its transaction's, and that of a resend; a charge so that there is an operation. */
async function ownPages(api: APIRequestContext, dispute: Dispute): Promise<Walked[]> {
  const { id, transactionId } = dispute;
  await expect.poll(async () => (await api.get(`${DISPUTES}/${id}`)).status(), { timeout: 30_000 }).toBe(200);
  await asked(api, 'charges', { amount: 4_321 });
  const selection = { scope: 'selection', transactionIds: [transactionId], everything: true };
  const resend = await asked(api, 'resends', selection);
  return [`disputes/${id}`, `transactions/${transactionId}`, `resends/${resend.id}`].map((page) =>
    at(`/pix/${page}`),
  );
}

const found: LayoutFaults = { tall: [], unread: [], wide: [] };

test('U16: every page of every account fits from 360 to 1440 px', async ({ signedIn, api, dispute }) => {
  const page = await signedIn('admin');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const { name, see } of [...(await ownPages(await api('admin'), await dispute())), ...PAGES]) {
    await see(page);
    for (const width of WIDTHS) {
      await resized(page, width);
      const faults = await faultsOfLayout(page);
      for (const kind of ['tall', 'unread', 'wide'] as const)
        found[kind].push(...faults[kind].map((fault) => `${name} at ${width}: ${fault}`));
    }
  }
  expect(found.wide).toEqual([]);
});

test('U1: no page is taller than what scrolls, and all of it is scrolled to', () => {
  expect([...found.tall, ...found.unread.filter((fault) => fault.includes('never scrolled to'))]).toEqual([]);
});

test('U2: no time and no amount is cut or covered', () => {
  expect(found.unread).toEqual([]);
});

test('U17: on a phone the search, the count of disputes and what "Mais" holds are found', async ({
  signedIn,
}) => {
  const page = await signedIn('admin');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/pix/overview');
  await hydrated(page);
  const bar = page.getByRole('navigation', { name: 'Principal, tela pequena' });
  await expect(bar.getByRole('link', { name: /^Disputas.*\d/ })).toBeVisible();
  await bar.getByRole('button', { name: 'Mais' }).click();
  const menu = page.getByRole('menu', { name: 'Mais' });
  await expect(menu).toBeVisible();
  const entries = menu.locator('.cap, [role^=menuitem]');
  const words = await entries.allInnerTexts();
  const places = ['Páginas', 'Configurações', 'Contas', 'Suas preferências', 'Sair'].map((word) =>
    words.indexOf(word),
  );
  expect(places).toEqual([...places].sort((one, other) => one - other));
  expect(places).not.toContain(-1);
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('button', { name: 'Buscar' }).click();
  await expect(page.getByRole('dialog', { name: 'Buscar e executar' })).toBeVisible();
});

test('U23: nothing is fetched early that the page does not use', async ({ signedIn }) => {
  const page = await signedIn('admin');
  await page.goto('/pix/overview');
  await hydrated(page);
  await page.getByRole('link', { name: 'Transações' }).first().hover();
  await page.waitForLoadState('load');
  const early = await page.evaluate(() => {
    const paths = (links: string) =>
      [...document.querySelectorAll<HTMLLinkElement>(links)].map(({ href }) => new URL(href).pathname);
    const used = new Set(paths('link[rel=stylesheet]'));
    return paths('link[rel=preload][as=style]').filter((path) => !used.has(path));
  });
  expect(early).toEqual([]);
});
