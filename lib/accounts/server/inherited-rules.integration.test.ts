import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { syncAccounts } from '#lib/accounts/server/sync-accounts.ts';
import { type AuditNote, type Ctx, type OperatorCtx, Reply } from '#lib/api/context.ts';
import {
  addAccount,
  changeAccount,
  removeAccount,
  replaceCredential,
} from '#lib/connections/server/change-account.ts';
import { applyLapsedChanges } from '#lib/connections/server/rule-changes.ts';
import type { AccountSettings } from '#lib/core/env/accounts.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { accounts, ruleChanges } from '#lib/data/schema/accounts.ts';
import { grants, operators } from '#lib/data/schema/operators.ts';
import { approvalRules, needsApproval } from '#lib/operations/server/approval.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

process.env.GUICHE_ALLOW_PRIVATE_ADDRESSES = '1';
withDatabase();

const ctx = {
  operator: { id: 'marina', name: 'Marina', email: 'm@example.test', preferences: {} },
  locale: 'pt-BR',
  auditEntry: (note: AuditNote) => ({
    ...{ operatorId: 'marina', accountId: null, address: null, userAgent: null, result: 'ok' as const },
    ...note,
  }),
  request: { id: 'r', address: null, userAgent: null },
} as unknown as OperatorCtx;
const fromEnvironment: AccountSettings = {
  ...{ slug: 'pix', kind: 'pix', environment: 'production', simulator: false },
  ...{
    baseUrl: 'http://127.0.0.1:4999/v1',
    credentials: { accessToken: 'token-of-the-account' },
    settings: {},
  },
};
const add = (slug: string, kind: 'pix' | 'hub' = 'pix') =>
  addAccount({
    ctx,
    body: {
      ...{ slug, kind, name: slug, environment: 'production', baseUrl: 'http://127.0.0.1:4999/v1' },
      credentials: kind === 'pix' ? { accessToken: 'token-of-the-account' } : { clientSecret: 'svc_secret' },
    },
  });
const rules = async (slug: string) => {
  const [row] = await db()
    .select()
    .from(accounts)
    .where(and(eq(accounts.slug, slug), isNull(accounts.archivedAt)));
  const { approvalAbove, approvalAboveDaily } = (row?.settings ?? {}) as Record<string, string>;
  return { id: row?.id ?? '', approvalAbove, approvalAboveDaily };
};
const strict = (slug: string, settings: object) =>
  rules(slug).then(({ id }) =>
    changeAccount({ ctx, id, body: { settings, reason: 'Fornecedores subiram.' } }),
  );

beforeAll(async () => {
  await db().insert(operators).values({ id: 'marina', name: 'Marina', email: 'marina@example.test' });
  await db().insert(grants).values({ operatorId: 'marina', account: '*', role: 'admin' });
});
beforeEach(async () => {
  await invalidateAfter('accounts', () => db().delete(ruleChanges));
  await invalidateAfter('accounts', () => db().delete(accounts));
  await db()
    .insert(operators)
    .values({ id: randomUUID(), name: 'Ana', email: `${randomUUID()}@example.test` });
  await syncAccounts([fromEnvironment]);
});

test('A12: an account that is removed and entered again, or twice, keeps asking for a second person', async () => {
  await add('loja');
  await strict('loja', { approvalAbove: 100_000, approvalAboveDaily: 300_000 });
  await removeAccount({ ctx, id: (await rules('loja')).id, body: { slug: 'loja' } });
  await add('loja');
  expect(await rules('loja')).toMatchObject({ approvalAbove: '100000', approvalAboveDaily: '300000' });
  await add('loja-nova');
  expect(await rules('loja-nova'), 'the same money under another name').toMatchObject({
    approvalAbove: '100000',
    approvalAboveDaily: '300000',
  });
  await add('outra', 'hub');
  expect((await rules('outra')).approvalAbove, 'another kind of account').toBeUndefined();
  const weaker = await strict('loja', { approvalAbove: 900_000 });
  expect(weaker, 'the way out is the pending change').toBeInstanceOf(Reply);
});

test('A12: the strictest of several holds, of each slug as it was last', async () => {
  await add('loja');
  await strict('loja', { approvalAbove: 100_000 });
  await add('filial');
  await strict('filial', { approvalAbove: 40_000, approvalAboveDaily: 90_000 });
  await add('nova');
  expect(await rules('nova')).toMatchObject({ approvalAbove: '40000', approvalAboveDaily: '90000' });
  const { id } = await rules('filial');
  // A second person agreed to more: what the slug required before no longer counts.
  await db()
    .update(accounts)
    .set({ settings: { approvalAbove: '70000' } })
    .where(eq(accounts.id, id));
  await removeAccount({ ctx, id, body: { slug: 'filial' } });
  await removeAccount({ ctx, id: (await rules('nova')).id, body: { slug: 'nova' } });
  await db().delete(accounts).where(eq(accounts.slug, 'nova'));
  await add('filial');
  expect((await rules('filial')).approvalAbove).toBe('70000');
});

test('A12: starting without the account and with it again, or as another one, keeps the rules', async () => {
  await strict('pix', { approvalAbove: 55_000 });
  const simulated = { ...fromEnvironment, simulator: true, environment: 'sandbox' } as const;
  await syncAccounts([simulated]);
  expect((await rules('pix')).approvalAbove, 'no simulator takes its place').toBe('55000');
  await syncAccounts([fromEnvironment]);
  expect((await rules('pix')).approvalAbove).toBe('55000');
  await syncAccounts([{ ...fromEnvironment, baseUrl: 'http://127.0.0.1:4998/v1' }]);
  expect((await rules('pix')).approvalAbove, 'another address').toBe('55000');
});

test('A12: the limit of a day does not begin anew under another slug for who entered it', async () => {
  const waits = async (slug: string, operatorId: string, amount: number) => {
    const { id } = await rules(slug);
    return db().transaction((tx) => needsApproval(tx, { id, settings: {} }, { amount, operatorId }));
  };
  const { id: first } = await rules('pix');
  await strict('pix', { approvalAboveDaily: 100_000 });
  await add('pix-dois');
  expect(await waits('pix', 'marina', 90_000)).toBe(false);
  expect(await waits('pix-dois', 'marina', 1), 'the same money, once more').toBe(true);
  expect(await waits('pix-dois', 'otto', 90_000), 'who entered nothing has the limit that holds').toBe(false);
  const { id } = await rules('pix-dois');
  const isEntered = async (accountId: string) => {
    const account = { id: accountId, settings: { approvalAboveDaily: '100000' } };
    return (await approvalRules({ ...ctx, account } as unknown as Ctx)).entered;
  };
  expect([await isEntered(first), await isEntered(id)], 'forms say so beforehand').toEqual([false, true]);
  await db().execute(sql`update audit_log set at = at - interval '25 hours'`);
  expect(await waits('pix-dois', 'marina', 90_000), 'a day later it is an account like the others').toBe(
    false,
  );
  const credentials = { accessToken: 'token-of-another-account' };
  const body = { environment: 'production', baseUrl: 'http://127.0.0.1:4999/v1', credentials } as const;
  await replaceCredential({ ctx, id, body });
  expect(await waits('pix-dois', 'marina', 1), 'another credential may be that of the first').toBe(true);
  await add('hub-novo', 'hub');
  expect(await waits('hub-novo', 'marina', 9_000_000), 'where no rule holds there is nothing to begin').toBe(
    false,
  );
});

test('A12: what waits on an account that was taken away holds up nobody else’s change', async () => {
  await add('loja');
  await strict('loja', { approvalAbove: 10_000 });
  await strict('loja', { approvalAbove: null });
  await strict('pix', { approvalAbove: 20_000 });
  await strict('pix', { approvalAbove: 30_000 });
  await removeAccount({ ctx, id: (await rules('loja')).id, body: { slug: 'loja' } });
  await db().update(ruleChanges).set({ effectiveAt: sql`now() - interval '1 second'` });
  await applyLapsedChanges();
  expect((await rules('pix')).approvalAbove).toBe('30000');
});
