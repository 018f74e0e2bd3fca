import type { Locator, Page } from '@playwright/test';
import { expect, test } from './own-product.ts';
import { hydrated } from './support/hydrated.ts';

/** So many that disputes are open and closed; time stands still. */
test.use({ more: { simulator: { transactions: 20_000, speed: 0 } } });

/** Operations and resends of an operator who is not there, some alike in what they are ordered by. */
const SEEDED = [
  `insert into operations
    (id, account_id, kind, target, state, amount, request, operator_id, created_at, settled_at)
    select 'listed-' || n, a.id, 'webhook.register', 'thing-' || n, 'confirmed', (n % 4) * 100, '', 'nobody',
      now() - n * interval '1 minute', now() - (n % 3) * interval '1 hour'
    from generate_series(1, 60) n, accounts a where a.slug = 'pix'`,
  `insert into resends
    (id, account_id, number, state, scope, operator_id, earliest, created_at, completed_at, counts)
    select 'listed-' || n, a.id, n, 'completed', 'failures', 'nobody', now(), now() - n * interval '1 hour', now(),
      jsonb_build_object(
        'total', 0, 'outside', 0, 'unreachable', 0, 'skipped', 0, 'requested', 0, 'unknown', 0, 'remaining', 0,
        'accepted', 0, 'delivered', 0, 'failed', 0, 'amount', (n % 4) * 1000)
    from generate_series(1, 55) n, accounts a where a.slug = 'pix'`,
];

/** Opens a head's or a button's menu, and goes to one of its lines, by keys alone. */
async function pickByKeys(page: Page, button: Locator, name: string): Promise<void> {
  await button.focus();
  await page.keyboard.press('Enter');
  const item = page.getByRole('menuitemcheckbox', { name, exact: true });
  await expect(item).toBeVisible();
  const focused = () => item.evaluate((element) => element === document.activeElement);
  for (let step = 0; step < 12 && !(await focused()); step += 1) await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe(true);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
}

const cellsOf = async (table: Locator, place: string) =>
  (await table.locator(`tbody tr[data-index] td[data-place=${place}]`).allInnerTexts()).map((text) =>
    Number(text.replace(/\D/g, '')),
  );

test('U3, U13: statement, disputes, operations and resends: columns are chosen and rows put in order, by keys too', async ({
  signedIn,
  api,
  sql,
}) => {
  for (const statement of SEEDED) await sql(statement);
  const page = await signedIn('admin');
  const request = await api('admin');
  await expect(async () => {
    await request.post('/api/accounts/pix/disputes/refresh');
    const { completeAt } = await (await request.get('/api/accounts/pix/disputes?limit=1')).json();
    expect(completeAt).not.toBeNull();
  }).toPass({ timeout: 45_000 });
  for (const { path, name, hides, by, first, second } of [
    { path: 'operations', name: 'Encerradas', hides: 'Quem', by: 'Valor', first: 'descending' },
    { path: 'resends', name: /^Reenvios/, hides: 'Andamento', by: 'Soma', first: 'descending' },
    {
      path: 'disputes?state=closed',
      name: /^Disputas/,
      hides: 'Resultado',
      by: 'Valor',
      first: 'descending',
    },
    {
      path: 'disputes',
      name: /^Disputas/,
      hides: 'Motivo e disputa',
      by: 'Vence em',
      first: 'descending',
    },
    { path: 'statement', name: 'Lançamentos', hides: 'Saldo depois', by: 'Hora', first: 'ascending' },
  ].map((one) => ({ ...one, second: one.first === 'ascending' ? 'descending' : 'ascending' }))) {
    await page.goto(`/pix/${path}`);
    const table = page.getByRole('table', { name });
    const listed = table.locator('tbody tr[data-index]');
    await expect(listed.first()).toBeVisible();
    await hydrated(page, 'table');
    const head = (word: string) => table.getByRole('columnheader', { name: word, exact: true });
    await expect(head(hides), path).toHaveCount(1);
    await pickByKeys(page, page.getByRole('button', { name: 'Escolher colunas' }), hides);
    await expect(head(hides), path).toHaveCount(0);
    await head(by).getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(head(by), path).toHaveAttribute('aria-sort', first);
    await expect(page).toHaveURL(/[?&](sort|order)=/);
    const address = page.url();
    await page.keyboard.press('Enter');
    await expect(head(by), path).toHaveAttribute('aria-sort', second);
    // Both stay: the columns in this browser, the order in the address.
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(address);
    await page.reload();
    await expect(listed.first()).toBeVisible();
    await expect(head(by), path).toHaveAttribute('aria-sort', first);
    await expect(head(hides), path).toHaveCount(0);
    if (!/Valor|Soma/.test(by)) continue;
    const amounts = await cellsOf(table, 'amount');
    expect(amounts.length, path).toBeGreaterThan(2);
    expect(amounts, path).toEqual(amounts.toSorted((a, b) => b - a));
  }
});
