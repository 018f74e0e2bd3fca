import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { syncAccounts } from '#lib/accounts/server/sync-accounts.ts';
import { adminExists, prepareFirstAdmin } from '#lib/auth/server/first-admin.ts';
import type { AccountSettings } from '#lib/core/env/accounts.ts';
import { db, lockFirstRows, type Transaction } from '#lib/data/client.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { grants, operators } from '#lib/data/schema/operators.ts';
import { allWaitForLocks } from '../../e2e/support/held.ts';
import { withDatabase } from '../../e2e/support/test-database.ts';

process.env.GUICHE_ADMIN_EMAIL = 'first@guiche.example';
process.env.GUICHE_ADMIN_PASSWORD = 'a long enough password';
withDatabase();

const configured: AccountSettings = {
  slug: 'pix',
  kind: 'pix',
  environment: 'sandbox',
  simulator: true,
  baseUrl: 'http://127.0.0.1:4010/v1',
  credentials: { accessToken: 'token' },
  settings: {},
};

/** Another instance's start stands in the middle of `write`; ours begins meanwhile, and that one commits. */
async function startAlongside(write: (tx: Transaction) => Promise<unknown>, start: () => Promise<unknown>) {
  // The embedded database has one instance only.
  if (process.env.DATABASE_URL === '') return Promise.all([start(), start()]);
  const ours: Promise<unknown>[] = [];
  await db().transaction(async (tx) => {
    await lockFirstRows(tx);
    await write(tx);
    ours.push(start());
    await allWaitForLocks(...ours);
  });
  return Promise.all(ours);
}

it('M13: two instances that start first at once make one account', async () => {
  const row = {
    ...configured,
    id: randomUUID(),
    name: 'Pix',
    origin: 'simulator',
    credentials: 'sealed elsewhere',
  };
  await startAlongside(
    (tx) => tx.insert(accounts).values(row),
    () => syncAccounts([configured]),
  );
  expect(await db().$count(accounts)).toBe(1);
});

it('M13: and one administrator', async () => {
  const id = randomUUID();
  await startAlongside(
    async (tx) => {
      await tx
        .insert(operators)
        .values({ id, email: 'first@guiche.example', name: 'first', passwordHash: 'x' });
      await tx.insert(grants).values({ operatorId: id, account: '*', role: 'admin' });
    },
    () => prepareFirstAdmin(true),
  );
  expect(await adminExists()).toBe(true);
  expect(await db().$count(operators)).toBe(1);
});
