import { desc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { accountBySlug, listAccounts, openCredentials } from '#lib/accounts/server/account.ts';
import { syncAccounts } from '#lib/accounts/server/sync-accounts.ts';
import {
  prepareFirstAdmin,
  prepareReadySignIns,
  readySignIns,
  setUpAdmin,
} from '#lib/auth/server/first-admin.ts';
import { readSession } from '#lib/auth/server/session.ts';
import { signIn } from '#lib/auth/server/sign-in.ts';
import type { AccountSettings } from '#lib/core/env/accounts.ts';
import { settings } from '#lib/core/env/settings.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { operators, passkeys } from '#lib/data/schema/operators.ts';
import { withClockAhead } from '../../../e2e/support/skewed-clock.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
const simulator: AccountSettings = {
  slug: 'pix',
  kind: 'pix',
  environment: 'sandbox',
  simulator: true,
  baseUrl: 'http://127.0.0.1:4010/v1',
  credentials: { accessToken: 'sim-token' },
  settings: { controlUrl: 'http://127.0.0.1:4010/control' },
};
const real: AccountSettings = {
  ...simulator,
  environment: 'production',
  simulator: false,
  baseUrl: 'https://api.example/v1',
  credentials: { accessToken: 'real-token' },
  settings: {},
};
const enter = async () => {
  const [admin] = await readySignIns();
  if (admin === undefined) return null;
  return signIn({ ...admin, address: null, userAgent: null, device: [] });
};

describe('accounts from the environment', () => {
  it('brings the simulator in, with ready sign-ins that stay the same', async () => {
    await syncAccounts([simulator]);
    await prepareReadySignIns();
    const first = await readySignIns();
    expect(first.map((person) => person.role)).toEqual([
      'admin',
      'analyst',
      'finance',
      'developer',
      'viewer',
    ]);
    expect((await enter())?.ok).toBe(true);
    await prepareReadySignIns();
    expect(await readySignIns()).toEqual(first);
  });

  it('gives them back as they were made: a password and a factor that somebody tried out are gone', async () => {
    const [admin] = await readySignIns();
    const id = 'ready-admin';
    await db()
      .update(operators)
      .set({ passwordHash: 'x', passwordAt: new Date() })
      .where(eq(operators.id, id));
    const key = { id: 'key', name: 'Desk', publicKey: '', counter: 0, createdAt: new Date() };
    await db()
      .insert(passkeys)
      .values({ ...key, operatorId: id });
    expect((await enter())?.ok).toBe(false);
    await prepareReadySignIns();
    expect((await enter())?.ok).toBe(true);
    expect((await readySignIns())[0]).toEqual(admin);
  });

  it('A14: shows no ready sign-ins, and ends those that were, where others than this machine may ask', async () => {
    const before = await enter();
    const here = settings();
    const processState = globalThis as { guicheSettings?: object };
    for (const elsewhere of [
      { url: 'https://guiche.example' },
      { host: '0.0.0.0' },
      { host: '10.0.0.7', url: 'http://10.0.0.7:3000' },
    ]) {
      processState.guicheSettings = { ...here, ...elsewhere };
      await prepareReadySignIns();
      expect(await readySignIns()).toEqual([]);
      expect(before?.ok && (await readSession(before.sessionId))).toBeNull();
    }
    const link = await prepareFirstAdmin(true);
    expect(link).toMatch(/\/set-up\?token=/);
    processState.guicheSettings = here;
    await prepareReadySignIns();
    expect((await enter())?.ok).toBe(true);
  });

  it('keeps credentials sealed and follows a new port without an audit entry', async () => {
    const before = await db().$count(auditLog);
    await syncAccounts([{ ...simulator, baseUrl: 'http://127.0.0.1:4011/v1' }]);
    const account = await accountBySlug('pix');
    expect(account?.baseUrl).toContain('4011');
    expect(account && openCredentials(account)).toEqual({ accessToken: 'sim-token' });
    expect(JSON.stringify(await db().select().from(accounts))).not.toContain('sim-token');
    expect(await db().$count(auditLog)).toBe(before);
  });

  it('keeps the simulator’s three accounts side by side, each by its own name', async () => {
    const hub = { ...simulator, slug: 'hub', kind: 'hub' as const };
    const card = { ...simulator, slug: 'card', kind: 'card' as const };
    await syncAccounts([simulator, hub, card]);
    expect((await listAccounts()).map(({ slug, kind, name }) => [slug, kind, name])).toEqual([
      ['pix', 'pix', 'Aroeira testes'],
      ['hub', 'hub', 'Aroeira Hub testes'],
      ['card', 'card', 'Aroeira Cartão testes'],
    ]);
    await syncAccounts([simulator]);
    expect(await listAccounts()).toHaveLength(1);
  });

  it('archives the simulator for a real account and ends the ready sign-ins at once', async () => {
    const old = await enter();
    await syncAccounts([real]);
    await prepareReadySignIns();
    expect(await listAccounts()).toHaveLength(1);
    expect((await accountBySlug('pix'))?.simulator).toBe(false);
    expect(await readySignIns()).toEqual([]);
    expect(old?.ok && (await readSession(old.sessionId))).toBeNull();
  });

  it('audits a changed value by name, never by value', async () => {
    await syncAccounts([{ ...real, credentials: { accessToken: 'newer-token' } }]);
    const rows = await db().select().from(auditLog);
    expect(rows.at(-1)).toMatchObject({
      action: 'account.edit',
      after: { slug: 'pix', changed: ['credentials'] },
    });
    expect(JSON.stringify(rows)).not.toContain('newer-token');
  });

  it('gives one set-up link that works once, while no administrator exists', async () => {
    const link = await prepareFirstAdmin(true);
    const token = new URL(link ?? '').searchParams.get('token') ?? '';
    const person = { name: 'Ana', email: 'Ana@example.test', password: 'a-long-password' };
    const from = { id: 'r', address: null, userAgent: null };
    await expect(setUpAdmin('x'.repeat(32), person, from)).rejects.toMatchObject({ code: 'not_found' });
    await setUpAdmin(token, person, from);
    const again = setUpAdmin(token, { ...person, email: 'b@example.test' }, from);
    await expect(again).rejects.toMatchObject({ code: 'not_found' });
    expect(await prepareFirstAdmin(true)).toBeNull();
    const result = await signIn({ ...person, address: null, userAgent: null, device: [] });
    expect(result.ok).toBe(true);
  });

  it('M3: an account without its variables stays, and no simulator takes its place', async () => {
    const before = await accountBySlug('pix');
    await syncAccounts([]);
    expect(await accountBySlug('pix')).toMatchObject({
      id: before?.id,
      simulator: false,
      unconfigured: true,
    });
    await syncAccounts([simulator, { ...simulator, slug: 'hub', kind: 'hub' }]);
    expect((await listAccounts()).map(({ id, simulator: one }) => [id, one])).toEqual([[before?.id, false]]);
    await syncAccounts([real]);
    const after = await accountBySlug('pix');
    expect(after).toMatchObject({ id: before?.id });
    expect(after?.unconfigured).toBeUndefined();
    expect(after && openCredentials(after)).toEqual({ accessToken: 'real-token' });
  });

  it('M3: instances with other variables leave each other’s accounts alone, also of the same slug', async () => {
    const hub = { ...real, slug: 'hub', kind: 'hub' as const };
    await syncAccounts([real, hub]);
    const ids = (await listAccounts()).map(({ id }) => id);
    for (const configured of [[hub], [real], [], [{ ...real, slug: 'hub' }, hub]]) {
      await syncAccounts(configured);
      expect((await listAccounts()).map(({ id }) => id)).toEqual(ids);
      expect((await accountBySlug('hub'))?.kind).toBe('hub');
    }
  });

  it('M3: an account that an earlier build archived is resumed under its id, and its operations looked up', async () => {
    const before = await accountBySlug('hub');
    const id = before?.id ?? '';
    await db()
      .update(accounts)
      .set({ archivedAt: new Date(), settings: { approvalAbove: '70000' } })
      .where(eq(accounts.id, id));
    const ended = { accountId: id, state: 'rejected', reason: 'account_archived', operatorId: 'op' };
    const requested = { createdAt: new Date(), sentAt: new Date(), settledAt: new Date(), request: 'sealed' };
    await db()
      .insert(operations)
      .values([
        { id: 'op_a', kind: 'withdrawal.key', target: 'a', ...ended, ...requested },
        { id: 'op_b', kind: 'withdrawal.key', target: 'b', ...ended, ...requested, reason: 'not_found' },
      ]);
    await syncAccounts([real, { ...real, slug: 'hub', kind: 'hub' }]);
    expect(await accountBySlug('hub')).toMatchObject({ id, settings: { approvalAbove: '70000' } });
    const rows = await db().select().from(operations).where(eq(operations.accountId, id));
    expect(rows.map((row) => [row.id, row.state, row.reason]).toSorted()).toEqual([
      ['op_a', 'unknown', null],
      ['op_b', 'rejected', 'not_found'],
    ]);
  });

  it('M3: a simulator’s account that gave way is resumed when no real account is left', async () => {
    const [first] = await db()
      .select()
      .from(accounts)
      .where(eq(accounts.simulator, true))
      .orderBy(desc(accounts.archivedAt));
    await invalidateAfter('accounts', () =>
      db()
        .update(accounts)
        .set({ archivedAt: new Date(1) })
        .where(eq(accounts.simulator, false)),
    );
    await syncAccounts([simulator]);
    expect(await accountBySlug('pix')).toMatchObject({ id: first?.id, simulator: true });
    await syncAccounts([real]);
    expect((await listAccounts()).map((one) => one.simulator)).toEqual([false]);
  });

  it.runIf(process.env.GUICHE_TEST_ENGINE === 'postgres')(
    'M9: an account is archived by the database’s clock',
    async () => {
      await invalidateAfter('accounts', () => db().delete(accounts));
      await syncAccounts([simulator]);
      await withClockAhead(-3_600_000, () => syncAccounts([real]));
      const [row] = await db().select().from(accounts).where(eq(accounts.simulator, true));
      expect(Math.abs((row?.archivedAt?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    },
  );
});
