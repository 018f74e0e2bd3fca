import { beforeAll, expect, test, vi } from 'vitest';
import type { Account } from '#lib/accounts/server/account.ts';
import { AccountMonitor, monitorOf } from '#lib/core/http/health.ts';
import { db } from '#lib/data/client.ts';
import { inboxSteps } from '#lib/data/notifications/testing/inbox-steps.ts';
import { noticeSteps } from '#lib/data/schema/notifications.ts';
import { grants, operators } from '#lib/data/schema/operators.ts';
import { reportEnd, reportRefusal } from '#lib/doctor/server/watch-credentials.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

const certificate = vi.hoisted(() => ({ validTo: null as string | null }));
vi.mock('#lib/providers/registry.ts', () => ({ portFor: () => ({ certificate: () => certificate }) }));

beforeAll(async () => {
  const people = ['ana', 'bia'].map((id) => ({ id, email: `${id}@example.com`, name: id }));
  await db().insert(operators).values(people);
  await db()
    .insert(grants)
    .values([
      { operatorId: 'ana', account: '*', role: 'admin' },
      { operatorId: 'bia', account: '*', role: 'finance' },
    ]);
});

const refused = { kind: 'blocked', code: 'PZA203', sourceIp: null, changing: false } as const;
const taken = { kind: 'success', latencyMs: 5, changing: false } as const;
const reportTwice = () => Promise.all([reportRefusal({ id: 'acc_1' }), reportRefusal({ id: 'acc_1' })]);
const stepsSent = async () =>
  (await db().select().from(noticeSteps).orderBy(noticeSteps.seq)).map(({ step, facts }) => [
    step,
    facts.code,
  ]);
const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

test('a refused credential is told once, and that it is taken again in the same line', async () => {
  const monitor = monitorOf('acc_1');
  await reportTwice();
  expect(await stepsSent()).toEqual([]);
  monitor.report(refused);
  await reportTwice();
  monitor.report(refused);
  await reportTwice();
  expect(await stepsSent()).toEqual([['refused', 'PZA203']]);
  await pause();
  monitor.report(taken);
  await reportTwice();
  expect(await stepsSent()).toEqual([
    ['refused', 'PZA203'],
    ['accepted', 'PZA203'],
  ]);
});

test('a process that has not called since does not tell the old refusal again; a new one is told', async () => {
  const behind = new AccountMonitor(() => Date.now() - 60_000);
  behind.report(refused);
  (globalThis as { guicheMonitors?: Map<string, AccountMonitor> }).guicheMonitors?.set('acc_1', behind);
  await reportTwice();
  expect(await stepsSent()).toHaveLength(2);
  await pause();
  const here = new AccountMonitor();
  here.report(refused);
  (globalThis as { guicheMonitors?: Map<string, AccountMonitor> }).guicheMonitors?.set('acc_1', here);
  await reportTwice();
  expect((await stepsSent()).map(([step]) => step)).toEqual(['refused', 'accepted', 'refused']);
});

test('a certificate’s end is told at 30, 12, 3 and 1 days and when it ended, each once, to who can renew it', async () => {
  await db().delete(noticeSteps);
  const account = { id: 'acc_1' } as Account;
  const DAY_MS = 86_400_000;
  const end = Date.parse('2027-03-01T12:00:00Z');
  const at = (daysLeft: number) => {
    const now = end - daysLeft * DAY_MS;
    return Promise.all([reportEnd(account, now), reportEnd(account, now)]);
  };
  const steps = async () => (await inboxSteps('ana')).filter((step) => step.startsWith('credential_ending'));
  await at(29);
  expect(await steps(), 'a certificate that cannot be read has no end').toEqual([]);
  certificate.validTo = new Date(end).toISOString();
  await at(30.5);
  expect(await steps()).toEqual([]);
  for (const days of [29.5, 29, 12.5, 11.5, 5, 2.5, 1.5, 0.5, 0.1, -0.1, -40]) await at(days);
  expect(await steps()).toEqual(['30', '12', '3', '1', '0'].map((step) => `credential_ending.${step}`));
  expect(await inboxSteps('bia')).toEqual([]);
  const [first] = await db().select().from(noticeSteps).orderBy(noticeSteps.seq).limit(1);
  expect(first?.facts).toEqual({ until: certificate.validTo });
  certificate.validTo = new Date(end + 365 * DAY_MS).toISOString();
  await at(-40);
  expect(await steps(), 'a renewed one is far from its end').toHaveLength(5);
});
