import { asc, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { db } from '#lib/data/client.ts';
import {
  beginIncident,
  endIncident,
  openIncidentKeys,
  type Trouble,
} from '#lib/data/notifications/incidents.ts';
import { noticeSteps } from '#lib/data/schema/notifications.ts';
import { grants, operators } from '#lib/data/schema/operators.ts';
import { allWaitForLocks } from '../../../e2e/support/held.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();
beforeAll(async () => {
  await db().insert(operators).values({ id: 'ana', email: 'ana@example.com', name: 'Ana' });
  await db().insert(grants).values({ operatorId: 'ana', account: '*', role: 'admin' });
});

let count = 0;
let trouble: Trouble;
beforeEach(() => {
  count += 1;
  trouble = { event: 'endpoint', accountId: `acc_${count}`, key: 'wh_1' };
});
const telling = { facts: { key: 'wh_1' }, to: ['ana'] };
const begin = (since: string, of = trouble, isNews?: () => boolean) =>
  beginIncident(
    of,
    { since, ended: 'recovered', ...(isNews ? { isNews } : {}) },
    { ...telling, step: 'failing' },
  );
const end = (over = true, of = trouble) => endIncident(of, 'recovered', async () => (over ? telling : null));
const steps = async (accountId = trouble.accountId) =>
  (
    await db()
      .select()
      .from(noticeSteps)
      .where(eq(noticeSteps.accountId, accountId))
      .orderBy(asc(noticeSteps.seq))
  ).map(({ cause, step }) => `${cause.split(':').at(-1)} ${step}`);

test('one that goes on is not begun again; once it ended, the next is another', async () => {
  await begin('one');
  await begin('two');
  expect(await steps()).toEqual(['one failing']);
  expect(await openIncidentKeys('endpoint', trouble.accountId, 'recovered')).toEqual(['wh_1']);
  await end(false);
  expect(await openIncidentKeys('endpoint', trouble.accountId, 'recovered'), 'it is not over').toEqual([
    'wh_1',
  ]);
  await end();
  await end();
  expect(await openIncidentKeys('endpoint', trouble.accountId, 'recovered')).toEqual([]);
  await begin('three');
  expect(await steps()).toEqual(['one failing', 'one recovered', 'three failing']);
});

test('what is no news since the last one ended begins none', async () => {
  const isNews = vi.fn(() => false);
  await begin('one', trouble, isNews);
  expect(isNews, 'there was none before').not.toHaveBeenCalled();
  await end();
  await begin('two', trouble, isNews);
  expect(await steps()).toEqual(['one failing', 'one recovered']);
});

test('an end without a beginning is none', async () => {
  await end();
  expect(await steps()).toEqual([]);
});

test('another key or account is another trouble, also one whose name begins alike', async () => {
  await begin('one');
  await begin('one', { ...trouble, key: 'wh_1:2' });
  await begin('one', { ...trouble, key: 'wh_1%' });
  const other = { ...trouble, accountId: `${trouble.accountId}-b` };
  await begin('one', other);
  expect(await steps()).toHaveLength(3);
  expect(await steps(other.accountId)).toEqual(['one failing']);
  await end();
  expect((await steps()).filter((step) => step.endsWith('recovered'))).toHaveLength(1);
});

test('two that see it at once begin one, by the database', async () => {
  let second: Promise<void> = Promise.resolve();
  await begin('zero');
  await endIncident(trouble, 'recovered', async () => {
    // Whoever judges holds the trouble: the other waits for its end, and finds it.
    second = begin('second');
    await allWaitForLocks(second);
    return telling;
  });
  await second;
  expect(await steps()).toEqual(['zero failing', 'zero recovered', 'second failing']);
});
