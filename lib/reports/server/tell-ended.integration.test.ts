import { beforeEach, expect, test, vi } from 'vitest';
import { db } from '#lib/db/client.ts';
import { writing } from '#lib/db/remembered.ts';
import { accounts } from '#lib/db/schema/accounts.ts';
import { jobTurns } from '#lib/db/schema/jobs.ts';
import { noticeSteps, notices } from '#lib/db/schema/notifications.ts';
import { operations } from '#lib/db/schema/operations.ts';
import { operators } from '#lib/db/schema/operators.ts';
import { inboxSteps } from '#lib/notices/server/testing/inbox-steps.ts';
import type { ReportJob } from '#lib/providers/money-records.ts';
import { tellEndedReports } from '#lib/reports/server/tell-ended.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

const provider = vi.hoisted(() => ({ get: async (_id: string): Promise<unknown> => null }));
vi.mock('#lib/providers/registry.ts', () => ({ portFor: () => ({ reports: provider }) }));
withDatabase();

const JOB: ReportJob = {
  ...{ id: 'rep_1', status: 'PENDING', types: [], statuses: [], rows: null, other: {} },
  ...{ from: '2026-11-01T03:00:00.000Z', to: '2026-11-08T03:00:00.000Z' },
  ...{ expiresAt: null, createdAt: null, updatedAt: null },
};

beforeEach(async () => {
  for (const table of [notices, noticeSteps, operations, jobTurns, operators]) await db().delete(table);
  await writing('accounts', () => db().delete(accounts));
  await db()
    .insert(accounts)
    .values({
      ...{ id: 'acc', slug: 'pix', kind: 'pix', name: 'Matriz', environment: 'production', position: 0 },
      ...{ origin: 'environment', baseUrl: 'https://pix.example/v1', credentials: 'v1.none' },
    });
  await db()
    .insert(operators)
    .values(['ana', 'bia'].map((id) => ({ id, email: `${id}@casa.example`, name: id })));
  await db()
    .insert(operations)
    .values({
      ...{ id: 'op_1', accountId: 'acc', kind: 'report.create', target: 'report', state: 'confirmed' },
      ...{ request: '', operatorId: 'ana', createdAt: new Date(), result: { report: JOB } },
    });
});

/** Two processes look, when the turn of half a minute is over. */
async function look(status: string | null): Promise<void> {
  provider.get = async () => {
    if (status === null) throw new Error('unreachable');
    return { ...JOB, status };
  };
  await db().delete(jobTurns);
  const { signal } = new AbortController();
  await Promise.all([tellEndedReports(signal), tellEndedReports(signal)]);
}

test('a report that failed is told to who ordered it, once', async () => {
  await look('RUNNING');
  await look(null);
  expect(await inboxSteps('ana')).toEqual([]);
  await look('FAILED');
  await look('FAILED');
  expect(await inboxSteps('ana')).toEqual(['work_ended.report_failed']);
  expect(await inboxSteps('bia')).toEqual([]);
  const [told] = await db().select().from(noticeSteps);
  expect(told).toMatchObject({ accountId: 'acc', facts: { id: 'rep_1', topic: 'report', from: JOB.from } });
});

test('one that completed is told as completed, and one of yesterday is not asked for any more', async () => {
  await look('COMPLETED');
  expect(await inboxSteps('ana')).toEqual(['work_ended.report_completed']);
  await db().delete(noticeSteps);
  await db()
    .update(operations)
    .set({ createdAt: new Date(Date.now() - 25 * 3_600_000) });
  await look('FAILED');
  expect(await inboxSteps('ana')).toEqual([]);
});
