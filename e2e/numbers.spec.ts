import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { hydrated } from './support/hydrated.ts';

// Time stands still: what is counted on one page is the same on the next.
test.use({ productOptions: { simulator: { transactions: 800, speed: 0 } } });
test.setTimeout(240_000);

/** The first whole number in a text: '1.234' is one. */
const numberIn = (text: string) => Number(/\d[\d.]*/.exec(text)?.[0].replaceAll('.', '') ?? Number.NaN);

/** How many rows the list has that the page shows, by the same account, list and filters as its address. */
async function rowsOf(page: Page, request: APIRequestContext): Promise<number> {
  const { pathname, search } = new URL(page.url());
  const [, account = '', list = ''] = pathname.split('/');
  const query = new URLSearchParams(search);
  for (const name of ['open', 'tab', 'show']) query.delete(name);
  query.set('limit', '100');
  let count = 0;
  for (let cursor: string | null = null; ; ) {
    if (cursor !== null) query.set('cursor', cursor);
    const path = `/api/accounts/${account}/${list === 'card' ? 'card/charges' : list}`;
    const answer = await request.get(`${path}?${query}`);
    const text = await answer.text();
    expect(answer.status(), `${path}?${query}: ${text.slice(0, 300)}`).toBe(200);
    const { items, nextCursor } = JSON.parse(text) as { items: unknown[]; nextCursor: string | null };
    count += items.length;
    cursor = nextCursor;
    if (cursor === null) return count;
  }
}

/** Follows a number to its list, and back. */
async function leadsTo(page: Page, request: APIRequestContext, count: number, press: Locator, what: string) {
  const from = page.url();
  await press.click();
  await expect(page).not.toHaveURL(from);
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
  expect(await rowsOf(page, request), `${what}: ${page.url()}`).toBe(count);
  const first = page.getByRole('main').locator('tr[data-id], tr[data-index]').first();
  if (count === 0) await expect(first).toHaveCount(0);
  else await expect(first).toBeVisible();
  await page.goto(from);
  await hydrated(page);
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
}

test('every number of the overview and the menu leads to exactly as many rows', async ({ signedIn, api }) => {
  const [page, request] = [await signedIn('admin'), await api('admin')];
  await page.goto('/pix/overview');
  await hydrated(page);
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);

  const created = page.getByRole('row', { name: /^Transações/ });
  const today = numberIn(await created.locator('td b').first().innerText());
  await leadsTo(page, request, today, created.getByRole('link'), 'transactions of today');
  const endpoints = page
    .getByRole('region', { name: 'Webhooks' })
    .getByRole('link', { name: /falhas? abertas?/ });
  await expect(endpoints.first()).toBeVisible();
  for (let at = 0; at < (await endpoints.count()); at += 1)
    await leadsTo(
      page,
      request,
      numberIn(await endpoints.nth(at).innerText()),
      endpoints.nth(at),
      `webhook ${at}`,
    );
  const states = page.getByRole('region', { name: 'Hoje por estado' }).getByRole('row');
  const named = states.filter({ has: page.getByRole('link') });
  for (let at = 0; at < (await named.count()); at += 1) {
    const count = numberIn(await named.nth(at).locator('td b').innerText());
    await leadsTo(page, request, count, named.nth(at).getByRole('link'), `state ${at}`);
  }
  const recent = page
    .getByRole('region', { name: 'Transações recentes' })
    .getByRole('link', { name: /de hoje$/ });
  await leadsTo(page, request, numberIn(await recent.innerText()), recent, 'recent transactions of today');
  const menu = page.getByRole('navigation', { name: 'Principal', exact: true });
  const failures = menu.getByRole('link', { name: /não entregue/ });
  await expect(failures).toBeVisible();
  await leadsTo(page, request, numberIn(await failures.innerText()), failures, 'failures of the menu');
});

test('each facet leaves exactly the rows that it counts, and all of them add up', async ({
  signedIn,
  api,
}) => {
  const [page, request] = [await signedIn('admin'), await api('admin')];
  for (const [path, group] of [
    ['/pix/disputes', 'Estado'],
    ['/pix/deliveries', 'Resultado'],
  ] as const) {
    await page.goto(path);
    await hydrated(page);
    const facets = page.getByRole('group', { name: group }).getByRole('button');
    await expect(facets.first()).toContainText(/\d/);
    const counts: number[] = [];
    for (let at = 0; at < (await facets.count()); at += 1) {
      const facet = facets.nth(at);
      await facet.click();
      await expect(facet).toHaveAttribute('aria-pressed', 'true');
      await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0);
      const shown = numberIn((await facet.innerText()).split('\n').at(-1) ?? '');
      expect(await rowsOf(page, request), `${path}: ${await facet.innerText()}`).toBe(shown);
      counts.push(shown);
    }
    const [all = 0, ...parts] = counts;
    if (group === 'Resultado') expect(parts.reduce((sum, one) => sum + one, 0)).toBe(all);
  }
});

test('an endpoint’s open failures lead to exactly these', async ({ signedIn, api }) => {
  const [page, request] = [await signedIn('admin'), await api('admin')];
  // A product that just started reads the deliveries first.
  const open = async () => (await (await request.get('/api/accounts/pix/deliveries/incidents')).json()).open;
  await expect.poll(open, { timeout: 60_000 }).toBeGreaterThan(0);
  await page.goto('/pix/webhooks');
  await hydrated(page);
  const links = page.getByRole('main').locator('a[href*="outcome=failed"]');
  await expect(links.first()).toBeVisible();
  for (let at = 0; at < (await links.count()); at += 1)
    await leadsTo(page, request, numberIn(await links.nth(at).innerText()), links.nth(at), `endpoint ${at}`);
});
