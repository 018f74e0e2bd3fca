import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/db/client.ts';
import { noticeSteps } from '#lib/db/schema/notifications.ts';
import { grants, operators } from '#lib/db/schema/operators.ts';
import { tellRefusal } from '#lib/doctor/server/watch-credentials.ts';
import { AccountMonitor, monitorOf } from '#lib/http/health.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

beforeAll(async () => {
  await db().insert(operators).values({ id: 'ana', email: 'ana@example.com', name: 'Ana' });
  await db().insert(grants).values({ operatorId: 'ana', account: '*', role: 'admin' });
});

const refused = { kind: 'blocked', code: 'PZA203', sourceIp: null, changing: false } as const;
const taken = { kind: 'success', latencyMs: 5, changing: false } as const;
const look = () => Promise.all([tellRefusal({ id: 'acc_1' }), tellRefusal({ id: 'acc_1' })]);
const told = async () =>
  (await db().select().from(noticeSteps).orderBy(noticeSteps.seq)).map(({ step, facts }) => [
    step,
    facts.code,
  ]);
const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

test('a refused credential is told once, and that it is taken again in the same line', async () => {
  const monitor = monitorOf('acc_1');
  await look();
  expect(await told()).toEqual([]);
  monitor.report(refused);
  await look();
  monitor.report(refused);
  await look();
  expect(await told()).toEqual([['refused', 'PZA203']]);
  await pause();
  monitor.report(taken);
  await look();
  expect(await told()).toEqual([
    ['refused', 'PZA203'],
    ['accepted', 'PZA203'],
  ]);
});

test('a process that has not called since does not tell the old refusal again; a new one is told', async () => {
  const behind = new AccountMonitor(() => Date.now() - 60_000);
  behind.report(refused);
  (globalThis as { guicheMonitors?: Map<string, AccountMonitor> }).guicheMonitors?.set('acc_1', behind);
  await look();
  expect(await told()).toHaveLength(2);
  await pause();
  const here = new AccountMonitor();
  here.report(refused);
  (globalThis as { guicheMonitors?: Map<string, AccountMonitor> }).guicheMonitors?.set('acc_1', here);
  await look();
  expect((await told()).map(([step]) => step)).toEqual(['refused', 'accepted', 'refused']);
});
