import { asc, eq, isNull, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { type OperatorCtx, Reply } from '#lib/api/context.ts';
import { changeAccount } from '#lib/connections/server/change-account.ts';
import { applyLapsedChanges, approveChange, declineChange } from '#lib/connections/server/rule-changes.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { inboxSteps } from '#lib/data/notifications/testing/inbox-steps.ts';
import { accounts, ruleChanges } from '#lib/data/schema/accounts.ts';
import { noticeSteps, notices } from '#lib/data/schema/notifications.ts';
import { grants, operators } from '#lib/data/schema/operators.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

const ROLES = { ana: '*:admin', bia: '*:admin', eva: '*:admin', caio: 'acc:admin', davi: '*:finance' };
const ctxOf = (id: string) =>
  ({
    operator: { id, name: id, email: `${id}@casa.example`, preferences: {} },
    auditEntry: (note: object) => ({ operatorId: id, accountId: null, result: 'ok', ...note }),
    audit: async () => undefined,
    request: { address: '10.0.0.7', userAgent: null },
  }) as unknown as OperatorCtx;

beforeEach(async () => {
  await invalidateAfter('people', () =>
    invalidateAfter('accounts', async () => {
      for (const table of [notices, noticeSteps, ruleChanges, accounts, grants, operators])
        await db().delete(table);
    }),
  );
  const ids = Object.keys(ROLES);
  await db()
    .insert(operators)
    .values(ids.map((id) => ({ id, email: `${id}@casa.example`, name: id })));
  await db()
    .insert(grants)
    .values(
      Object.entries(ROLES).map(([operatorId, on]) => {
        const [account = '', role = ''] = on.split(':');
        return { operatorId, account, role };
      }),
    );
  await db()
    .insert(accounts)
    .values({
      ...{ id: 'acc', slug: 'pix', kind: 'pix', name: 'Matriz', environment: 'production', position: 0 },
      ...{ origin: 'environment', baseUrl: 'https://pix.example/v1', credentials: 'v1.none' },
      settings: { approvalAbove: '10000' },
    });
});

/** Ana requests a weaker rule; returns its id. */
async function requestWeakerRule(approvalAbove: number | null = null): Promise<string> {
  const body = { settings: { approvalAbove }, reason: 'Fornecedores subiram.' };
  const answer = await changeAccount({ ctx: ctxOf('ana'), id: 'acc', body });
  if (!(answer instanceof Reply)) throw new Error('A weaker rule waits for nobody.');
  return (answer.value as { change: { id: string } }).change.id;
}
const readAll = () => db().update(notices).set({ readAt: sql`now()` });
/** Those with a line that they have not read. */
async function unread(): Promise<string[]> {
  const rows = await db()
    .select()
    .from(notices)
    .where(isNull(notices.readAt))
    .orderBy(asc(notices.operatorId));
  return rows.map(({ operatorId }) => operatorId);
}
const stricter = (by: string) =>
  changeAccount({ ctx: ctxOf(by), id: 'acc', body: { settings: { approvalAbove: 5_000 } } });

test('a weaker rule that waits is told to the other administrators of everything, and to nobody else', async () => {
  await requestWeakerRule();
  for (const id of ['bia', 'eva']) expect(await inboxSteps(id), id).toEqual(['rule_waiting.waiting']);
  for (const id of ['ana', 'caio', 'davi']) expect(await inboxSteps(id), id).toEqual([]);
});

test.each([
  ['approved', (id: string) => approveChange({ ctx: ctxOf('bia'), id })],
  ['declined', (id: string) => declineChange({ ctx: ctxOf('bia'), id })],
  ['superseded', () => stricter('bia')],
])(
  'one that was %s is told to who asked and to who read that it waits, once; who decided knows',
  async (step, decide) => {
    const id = await requestWeakerRule();
    await readAll();
    await decide(id);
    await decide(id).catch(() => undefined);
    for (const one of ['ana', 'bia', 'eva'])
      expect(await inboxSteps(one), one).toEqual(['rule_waiting.waiting', `request_decided.rule_${step}`]);
    for (const one of ['caio', 'davi']) expect(await inboxSteps(one), one).toEqual([]);
    expect(await unread()).toEqual(['ana', 'eva']);
  },
);

test('one that nobody decided in its 24 hours is told to all of them when it holds', async () => {
  await requestWeakerRule(50_000);
  await readAll();
  await applyLapsedChanges();
  expect(await inboxSteps('ana')).toEqual([]);
  await db().update(ruleChanges).set({ effectiveAt: sql`now() - interval '1 second'` });
  await Promise.all([applyLapsedChanges(), applyLapsedChanges()]);
  for (const one of ['ana', 'bia', 'eva'])
    expect(await inboxSteps(one), one).toEqual(['rule_waiting.waiting', 'request_decided.rule_lapsed']);
  expect(await unread()).toEqual(['ana', 'bia', 'eva']);
  const [account] = await db().select().from(accounts);
  expect(account?.settings).toEqual({ approvalAbove: '50000' });
});

test('one that its own asker took back is no news to them, and waits for nobody in the others’ line', async () => {
  const id = await requestWeakerRule();
  await readAll();
  await declineChange({ ctx: ctxOf('ana'), id });
  expect(await inboxSteps('ana')).toEqual([]);
  expect(await inboxSteps('bia')).toEqual(['rule_waiting.waiting', 'request_decided.rule_declined']);
  expect(await unread()).toEqual(['bia', 'eva']);
});

test('one whose asker administers no more is off, which the others are told', async () => {
  await requestWeakerRule();
  await readAll();
  await invalidateAfter('people', () =>
    db().update(operators).set({ disabledAt: sql`now()` }).where(eq(operators.id, 'ana')),
  );
  await applyLapsedChanges();
  expect(await unread()).toEqual(['bia', 'eva']);
  expect(await inboxSteps('ana')).toEqual([]);
});
