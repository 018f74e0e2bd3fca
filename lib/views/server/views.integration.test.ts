import { desc, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { OperatorCtx } from '#lib/api/context.ts';
import type { Grant } from '#lib/auth/permissions.ts';
import { appendAuditNow } from '#lib/data/audit/append.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { auditLog } from '#lib/data/schema/audit.ts';
import { storedFilters } from '#lib/data/schema/operations.ts';
import { operators, savedViews } from '#lib/data/schema/operators.ts';
import { repeatedAfterCrash } from '#lib/operations/server/testing/crash.ts';
import { deleteExpired } from '#lib/retention/server/delete-expired.ts';
import { storedFilter, storeFilter } from '#lib/transactions/server/stored-filters.ts';
import { contextWith } from '#lib/transactions/server/testing/samples.ts';
import { changeView, createView, deleteView } from '#lib/views/server/change-views.ts';
import { listViews } from '#lib/views/server/list-views.ts';
import { allWaitForLocks } from '../../../e2e/support/held.ts';
import { withClockAhead } from '../../../e2e/support/skewed-clock.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

function operator(id: string, ...grants: Grant[]): OperatorCtx {
  const entry = { operatorId: id, accountId: null, result: 'ok' as const };
  return {
    operator: { id, name: `Name of ${id}`, email: `${id}@example.com`, preferences: {} },
    grants,
    auditEntry: (note: object) => ({ ...entry, ...note }),
  } as unknown as OperatorCtx;
}
const ana = operator('ana', { account: 'acc_1', role: 'viewer' });
const bia = operator('bia', { account: 'acc_1', role: 'analyst' });
const boss = operator('boss', { account: 'acc_1', role: 'admin' });
const stranger = operator('stranger', { account: 'acc_2', role: 'admin' });

beforeAll(async () => {
  const account = (id: string, slug: string) => ({
    id,
    slug,
    kind: 'pix',
    name: slug,
    environment: 'sandbox',
  });
  const rest = { origin: 'environment', baseUrl: 'http://localhost', credentials: '' };
  await invalidateAfter('accounts', () =>
    db()
      .insert(accounts)
      .values([
        { ...account('acc_1', 'pix'), ...rest },
        { ...account('acc_2', 'hub'), ...rest },
      ]),
  );
  for (const { operator: one } of [ana, bia, boss, stranger])
    await db().insert(operators).values({ id: one.id, email: one.email, name: one.name });
});
beforeEach(async () => {
  await db().delete(savedViews);
  await db().delete(storedFilters);
});

const view = (name: string, over: { shared?: boolean; filters?: Record<string, string> } = {}) => ({
  account: 'pix',
  page: 'transactions' as const,
  name,
  shared: false,
  filters: { status: 'ERROR' },
  columns: ['time', 'state', 'who', 'amount'],
  ...over,
});
const namesOf = async (ctx: OperatorCtx, account?: string) =>
  (await listViews({ ctx, query: account === undefined ? {} : { account } })).items.map(({ name }) => name);
const refusal = (code: string, field?: string) => ({
  code,
  ...(field === undefined ? {} : { details: { fields: [{ field }] } }),
});

test('one’s own views and the shared ones of readable accounts are listed by name', async () => {
  await createView({ ctx: ana, body: view('b private') });
  await createView({ ctx: ana, body: view('C shared', { shared: true }) });
  await createView({ ctx: bia, body: view('a of Bia') });
  expect(await namesOf(ana)).toEqual(['b private', 'C shared']);
  expect(await namesOf(bia, 'pix')).toEqual(['a of Bia', 'C shared']);
  expect(await namesOf(stranger)).toEqual([]);
  await expect(namesOf(stranger, 'pix')).rejects.toMatchObject(refusal('not_found'));
  const { items } = await listViews({ ctx: bia, query: { page: 'transactions' } });
  expect(items[1]).toMatchObject({
    account: 'pix',
    filters: { status: 'ERROR' },
    owner: { id: 'ana', name: 'Name of ana' },
    mine: false,
    mayChange: false,
    version: 1,
  });
  expect((await listViews({ ctx: boss, query: {} })).items).toMatchObject([{ mine: false, mayChange: true }]);
});

test('an account that cannot be read takes no view', async () => {
  await expect(createView({ ctx: stranger, body: view('x') })).rejects.toMatchObject(refusal('not_found'));
});

test('a name stands once for its owner, also when two come at once', async () => {
  const both = await Promise.allSettled([
    createView({ ctx: ana, body: view('Falhas') }),
    createView({ ctx: ana, body: view('FALHAS') }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const [lost] = both.filter((one) => one.status === 'rejected');
  expect(lost?.reason).toMatchObject(refusal('conflict', 'name'));
  await createView({ ctx: bia, body: view('Falhas') });
  const other = await createView({ ctx: ana, body: view('Outra') });
  await expect(
    changeView({ ctx: ana, id: other.id, body: { version: 1, name: 'falhas' } }),
  ).rejects.toMatchObject(refusal('conflict', 'name'));
});

test('a hundred are enough', async () => {
  const now = new Date();
  const rows = Array.from({ length: 100 }, (_, at) => ({
    ...{ id: `v${at}`, accountId: 'acc_1', operatorId: 'ana', page: 'transactions', name: `v${at}` },
    ...{ filter: {}, columns: [], createdAt: now, updatedAt: now },
  }));
  await db().insert(savedViews).values(rows);
  await expect(createView({ ctx: ana, body: view('x') })).rejects.toMatchObject(
    refusal('invalid_request', 'name'),
  );
});

test('its owner and an administrator change and delete a shared view, nobody else', async () => {
  const { id } = await createView({ ctx: ana, body: view('Dela', { shared: true }) });
  await expect(changeView({ ctx: bia, id, body: { version: 1, name: 'x' } })).rejects.toMatchObject(
    refusal('forbidden'),
  );
  await expect(deleteView({ ctx: bia, id })).rejects.toMatchObject(refusal('forbidden'));
  const [entry] = await db().select().from(auditLog).orderBy(desc(auditLog.seq)).limit(1);
  expect(entry).toMatchObject({ action: 'view.delete', target: id, operatorId: 'bia', result: 'refused' });
  const renamed = await changeView({ ctx: boss, id, body: { version: 1, name: 'Da conta' } });
  expect(renamed).toMatchObject({ name: 'Da conta', version: 2, owner: { id: 'ana' }, mine: false });
  await deleteView({ ctx: boss, id });
  expect(await namesOf(ana)).toEqual([]);
  await expect(deleteView({ ctx: ana, id })).rejects.toMatchObject(refusal('not_found'));
});

test('a private view is not there for others, administrators among them', async () => {
  const { id } = await createView({ ctx: ana, body: view('Minha') });
  for (const ctx of [bia, boss, stranger]) {
    await expect(changeView({ ctx, id, body: { version: 1 } })).rejects.toMatchObject(refusal('not_found'));
    await expect(deleteView({ ctx, id })).rejects.toMatchObject(refusal('not_found'));
  }
  expect(await changeView({ ctx: ana, id, body: { version: 1, shared: true } })).toMatchObject({
    shared: true,
  });
  expect(await namesOf(bia)).toEqual(['Minha']);
});

test('of two changes to one version the second is a conflict', async () => {
  const { id } = await createView({ ctx: ana, body: view('Falhas', { shared: true }) });
  await changeView({ ctx: boss, id, body: { version: 1, filters: { type: 'DEPOSIT' } } });
  await expect(changeView({ ctx: ana, id, body: { version: 1, name: 'x' } })).rejects.toMatchObject({
    code: 'conflict',
    details: { existing: { version: 2, name: 'Falhas', filters: { type: 'DEPOSIT' } } },
  });
});

test('every change is in the log, without the name', async () => {
  const { id } = await createView({ ctx: ana, body: view('João da Silva') });
  await changeView({ ctx: ana, id, body: { version: 1, shared: true } });
  await deleteView({ ctx: ana, id });
  const entries = await db().select().from(auditLog).where(eq(auditLog.target, id)).orderBy(auditLog.seq);
  expect(entries.map(({ action, result, accountId }) => [action, result, accountId])).toEqual([
    ['view.create', 'ok', 'acc_1'],
    ['view.update', 'ok', 'acc_1'],
    ['view.delete', 'ok', 'acc_1'],
  ]);
  expect(JSON.stringify(entries)).not.toContain('João');
});

test('a stored filter lives as long as a view names it', async () => {
  const { ctx } = contextWith({ permissions: ['read', 'reveal'] });
  const { id: f } = await storeFilter({ ctx, body: { name: 'Ana' } });
  const old = () =>
    db()
      .update(storedFilters)
      .set({ usedAt: new Date(Date.now() - 90 * 86_400_000) })
      .where(eq(storedFilters.id, f));
  const made = await createView({ ctx: ana, body: view('Ana', { filters: { f } }) });
  await old();
  await deleteExpired(new AbortController().signal);
  expect(await storedFilter(ctx, f)).toEqual({ name: 'Ana' });
  await old();
  // Also another view may name it then, although nobody used it for long.
  const second = await createView({ ctx: bia, body: view('Ana', { filters: { f } }) });
  await deleteView({ ctx: bia, id: second.id });
  await changeView({ ctx: ana, id: made.id, body: { version: 1, filters: {} } });
  await old();
  expect(await storedFilter(ctx, f)).toBeNull();
  await deleteExpired(new AbortController().signal);
  expect(await db().select().from(storedFilters).where(eq(storedFilters.id, f))).toEqual([]);
});

test('a view cannot name a stored filter that is gone, old, or of another account', async () => {
  const { ctx } = contextWith({ permissions: ['read', 'reveal'] });
  const { id: f } = await storeFilter({ ctx, body: { name: 'Ana' } });
  const gone = refusal('invalid_request', 'filters.f');
  const elsewhere = { ...view('x', { filters: { f } }), account: 'hub' };
  await expect(createView({ ctx: stranger, body: elsewhere })).rejects.toMatchObject(gone);
  await db()
    .update(storedFilters)
    .set({ usedAt: new Date(0) });
  await expect(createView({ ctx: ana, body: view('x', { filters: { f } }) })).rejects.toMatchObject(gone);
  const { id } = await createView({ ctx: ana, body: view('x') });
  await expect(
    changeView({ ctx: ana, id, body: { version: 1, filters: { f: 'nothing-such' } } }),
  ).rejects.toMatchObject(gone);
});

test('M17: of two views that are saved at once beside ninety-nine, one is too many', async () => {
  const { id } = await createView({ ctx: ana, body: view('view') });
  const [row] = await db().select().from(savedViews).where(eq(savedViews.id, id));
  if (row === undefined) throw new Error('No view.');
  const more = Array.from({ length: 98 }, (_, number) => ({
    ...row,
    ...{ id: `view-${number}`, name: `view ${number}` },
  }));
  await db().insert(savedViews).values(more);
  const [inside, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // A view is written down in the audit log at its end: both are counted by then.
  const lockHolder = db().transaction(async (tx) => {
    await appendAuditNow(tx, ana.auditEntry({ action: 'view.create', target: id }));
    inside.resolve();
    await open.promise;
  });
  await inside.promise;
  const both = ['one', 'other'].map((name) => createView({ ctx: ana, body: view(name) }));
  const ended = Promise.allSettled(both);
  await allWaitForLocks(...both).finally(open.resolve);
  await lockHolder;
  expect((await ended).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await db().$count(savedViews)).toBe(100);
});

/** The embedded database reads the clock of its own process, so the two clocks cannot differ. */
test.runIf(process.env.GUICHE_TEST_ENGINE === 'postgres')(
  'M9: a process 40 days ahead drops no stored filter, and writes views with the database’s times',
  async () => {
    const { ctx } = contextWith({ permissions: ['read', 'reveal'] });
    const { id: f } = await storeFilter({ ctx, body: { name: 'Ana' } });
    const DAYS = 40 * 86_400_000;
    const made = await withClockAhead(DAYS, async () => {
      expect(await storedFilter(ctx, f)).toEqual({ name: 'Ana' });
      await deleteExpired(new AbortController().signal);
      const { id } = await createView({ ctx: ana, body: view('Ana', { filters: { f } }) });
      return changeView({ ctx: ana, id, body: { version: 1, name: 'Ana S.' } });
    });
    expect(await storedFilter(ctx, f)).toEqual({ name: 'Ana' });
    const [row] = await db().select().from(savedViews).where(eq(savedViews.id, made.id));
    const [filterRow] = await db().select().from(storedFilters).where(eq(storedFilters.id, f));
    for (const time of [row?.createdAt, row?.updatedAt, filterRow?.createdAt, filterRow?.usedAt])
      expect(Math.abs((time?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
  },
);

test('M5: a view is made, changed and deleted once for one key, though the process ended at once', async () => {
  const making = await repeatedAfterCrash(
    (intent) => createView({ ctx: { ...ana, intent }, body: view('Falhas') }),
    201,
  );
  expect(making.again).toEqual(making.first);
  const { id } = making.first.value as { id: string };
  const changing = await repeatedAfterCrash((intent) =>
    changeView({ ctx: { ...ana, intent }, id, body: { version: 1, name: 'Quedas' } }),
  );
  expect(changing.again).toEqual(changing.first);
  const deleting = await repeatedAfterCrash((intent) => deleteView({ ctx: { ...ana, intent }, id }), 204);
  expect(deleting.again).toEqual(deleting.first);
});
