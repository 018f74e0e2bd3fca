import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { awaitBackground } from '#lib/data/jobs/background.ts';
import { inboxSteps } from '#lib/data/notifications/testing/inbox-steps.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { noticeSteps, notices } from '#lib/data/schema/notifications.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { operators } from '#lib/data/schema/operators.ts';
import { gate } from '#lib/operations/server/testing/instances.ts';
import type { ReportJob } from '#lib/providers/money-records.ts';
import { notifyEndedReports } from '#lib/reports/server/notify-ended.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

const provider = vi.hoisted(() => ({ get: async (_id: string): Promise<unknown> => null }));
vi.mock('#lib/providers/registry.ts', () => ({ portFor: () => ({ reports: provider }) }));
withDatabase();

const JOB: ReportJob = {
  ...{ id: 'rep_1', status: 'PENDING', types: [], statuses: [], rows: null, other: {} },
  ...{ from: '2026-11-01T03:00:00.000Z', to: '2026-11-08T03:00:00.000Z' },
  ...{ expiresAt: null, createdAt: null, updatedAt: null },
};

const ACCOUNT = {
  ...{ id: 'acc', slug: 'pix', kind: 'pix', name: 'Matriz', environment: 'production', position: 0 },
  ...{ origin: 'environment', baseUrl: 'https://pix.example/v1', credentials: 'v1.none' },
};
const ORDERED = {
  ...{ id: 'op_1', accountId: 'acc', kind: 'report.create', target: 'report', state: 'confirmed' },
  ...{ request: '', operatorId: 'ana', createdAt: new Date(), result: { report: JOB } },
};

beforeEach(async () => {
  for (const table of [notices, noticeSteps, operations, operators]) await db().delete(table);
  await invalidateAfter('accounts', () => db().delete(accounts));
  await db().insert(accounts).values(ACCOUNT);
  await db()
    .insert(operators)
    .values(['ana', 'bia'].map((id) => ({ id, email: `${id}@casa.example`, name: id })));
  await db().insert(operations).values(ORDERED);
});

/** Two processes check at once. */
async function check(status: string | null): Promise<void> {
  provider.get = async () => {
    if (status === null) throw new Error('unreachable');
    return { ...JOB, status };
  };
  await Promise.all([inProcess(), inProcess()]);
}

const processTasks = new AsyncLocalStorage<Map<string, Promise<void>>>();
beforeAll(() => {
  Object.defineProperty(globalThis, 'guicheTasks', {
    configurable: true,
    get: () => processTasks.getStore(),
  });
});
afterAll(() => void Reflect.deleteProperty(globalThis, 'guicheTasks'));

/** Each process has tasks of its own. */
const inProcess = () =>
  processTasks.run(new Map(), async () => {
    await notifyEndedReports(new AbortController().signal);
    await awaitBackground();
  });

test('a report that failed is told to who ordered it, once', async () => {
  await check('RUNNING');
  await check(null);
  expect(await inboxSteps('ana')).toEqual([]);
  await check('FAILED');
  await check('FAILED');
  expect(await inboxSteps('ana')).toEqual(['work_ended.report_failed']);
  expect(await inboxSteps('bia')).toEqual([]);
  const [step] = await db().select().from(noticeSteps);
  expect(step).toMatchObject({ accountId: 'acc', facts: { id: 'rep_1', topic: 'report', from: JOB.from } });
});

test('one that completed is told as completed, and one of yesterday is not asked for any more', async () => {
  await check('COMPLETED');
  expect(await inboxSteps('ana')).toEqual(['work_ended.report_completed']);
  await db().delete(noticeSteps);
  await db()
    .update(operations)
    .set({ createdAt: new Date(Date.now() - 25 * 3_600_000) });
  await check('FAILED');
  expect(await inboxSteps('ana')).toEqual([]);
});

test('M6: twenty reports of an account whose provider never answers hold up no other account’s', async () => {
  await db()
    .insert(accounts)
    .values({ ...ACCOUNT, id: 'slow', slug: 'slow' });
  const before = new Date(Date.now() - 60_000);
  const slow = (number: number) => ({
    ...{
      ...ORDERED,
      id: `op_slow_${number}`,
      target: `slow ${number}`,
      accountId: 'slow',
      createdAt: before,
    },
    result: { report: { ...JOB, id: 'slow' } },
  });
  await db()
    .insert(operations)
    .values(Array.from({ length: 20 }, (_, number) => slow(number)));
  const hanging = gate();
  provider.get = async (id) => {
    if (id === 'slow') await hanging.pass();
    return { ...JOB, status: id === 'slow' ? 'RUNNING' : 'COMPLETED' };
  };
  await processTasks.run(new Map(), async () => {
    const checked = notifyEndedReports(new AbortController().signal);
    await hanging.reached;
    await vi.waitFor(async () => expect(await inboxSteps('ana')).toEqual(['work_ended.report_completed']));
    hanging.open();
    await checked;
    await awaitBackground();
  });
});
