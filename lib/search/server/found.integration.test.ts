import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Account } from '#lib/accounts/server/account.ts';
import { db } from '#lib/data/client.ts';
import { providerBudgets } from '#lib/data/schema/accounts.ts';
import { ProviderCallQuota } from '#lib/search/server/found.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

let ids = 0;
function account(more: Partial<Account>): Account {
  ids += 1;
  return {
    ...{ id: `account-${ids}`, slug: 'pix', kind: 'pix', name: 'Pix', environment: 'production' },
    ...{ simulator: false, baseUrl: '', settings: {}, sealedCredentials: '' },
    ...more,
  } as Account;
}
/** How many of the wanted calls are made. */
async function made(quota: ProviderCallQuota, wanted: number): Promise<number> {
  let count = 0;
  for (let one = 0; one < wanted; one += 1) count += await quota.spend(0, async () => 1);
  return count;
}

test.each([
  ['pix', 5],
  ['hub', 6],
  ['card', 3],
] as const)(
  'one search of a %s account makes at most %i calls, which is no limit to tell of',
  async (kind, most) => {
    const quota = new ProviderCallQuota(account({ kind }));
    expect(await made(quota, 10)).toBe(most);
    expect(quota.limited).toBe(false);
    expect(await quota.spend('none', async () => 'some')).toBe('none');
  },
);

test.each([
  ['production', false, 60],
  ['sandbox', false, 12],
  ['sandbox', true, 60],
] as const)(
  'all searches of a minute on %s (simulator: %s) make at most %i',
  async (environment, simulator, most) => {
    const one = account({ environment, simulator });
    const search = () => new ProviderCallQuota(one);
    let count = 0;
    for (let times = 0; times < 30; times += 1) count += await made(search(), 5);
    expect(count).toBe(most);
    const refused = search();
    expect([await made(refused, 1), refused.limited]).toEqual([0, true]);
    // Another account's searches are its own.
    expect(await made(new ProviderCallQuota(account({})), 5)).toBe(5);
    // The minute passes.
    await db()
      .update(providerBudgets)
      .set({ slots: [] })
      .where(eq(providerBudgets.id, `${one.id} search`));
    const later = search();
    expect([await made(later, 5), later.limited]).toEqual([5, false]);
  },
);
