import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { db } from '#lib/data/client.ts';
import { deliveries, deliveryIndexes } from '#lib/data/schema/deliveries.ts';
import { noticeSteps } from '#lib/data/schema/notifications.ts';
import { grants, operators } from '#lib/data/schema/operators.ts';
import { notifyEndpoints } from '#lib/deliveries/server/watch-endpoints.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

const BEGIN = Date.parse('2026-11-19T12:00:00Z');
const at = (minute: number) => new Date(BEGIN + minute * 60_000);

beforeAll(async () => {
  await db().insert(operators).values({ id: 'ana', email: 'ana@example.com', name: 'Ana' });
  await db().insert(grants).values({ operatorId: 'ana', account: '*', role: 'admin' });
});

let count = 0;
async function deliver(minute: number, delivered: boolean, over: object = {}) {
  count += 1;
  await db()
    .insert(deliveries)
    .values({
      ...{
        accountId: 'acc_1',
        id: `d${count}`,
        transactionId: `t${count}`,
        webhookId: 'wh_1',
        host: 'api.example',
      },
      ...{ url: 'https://api.example/hook', event: 'TRANSACTION_COMPLETED', status: delivered ? 200 : 503 },
      ...{
        delivered,
        outcome: delivered ? 'delivered' : 'failed',
        open: !delivered,
        transactionStatus: 'COMPLETED',
      },
      ...{ amount: 1_000, createdAt: at(minute), lastAt: at(minute), ...over },
    });
  await db()
    .insert(deliveryIndexes)
    .values({ accountId: 'acc_1', wantedUntil: at(minute), newestAt: at(minute) })
    .onConflictDoUpdate({ target: deliveryIndexes.accountId, set: { newestAt: at(minute) } });
}
const notify = () => Promise.all([notifyEndpoints({ id: 'acc_1' }), notifyEndpoints({ id: 'acc_1' })]);
const recordedSteps = async () =>
  (await db().select().from(noticeSteps).orderBy(noticeSteps.seq)).map(({ cause, step }) => ({
    cause,
    step,
  }));

test('an endpoint that stops and one that comes back are one cause; the next stop is another', async () => {
  await deliver(0, true);
  await notify();
  await deliver(1, false);
  await notify();
  expect(await recordedSteps(), 'one failure is none').toEqual([]);
  await deliver(2, false);
  await notify();
  await deliver(3, false);
  await notify();
  expect(await recordedSteps()).toEqual([{ cause: expect.stringMatching(/:wh_1:/), step: 'failing' }]);
  await deliver(4, true, { resendId: 'R-1' });
  await notify();
  expect(await recordedSteps(), 'a resend of ours says nothing').toHaveLength(1);
  await deliver(5, true);
  await notify();
  const [failed, recovered] = await recordedSteps();
  expect(recovered).toEqual({ cause: failed?.cause, step: 'recovered' });
  // From its first failure to the first notice that it accepted without a resend of Guichê.
  const [end] = await db().select().from(noticeSteps).where(eq(noticeSteps.step, 'recovered'));
  expect(end?.facts).toMatchObject({ since: at(1).toISOString(), until: at(5).toISOString(), count: 3 });
  // It fails again before anybody sees that it recovered.
  await deliver(6, false);
  await deliver(7, false);
  await notify();
  const all = await recordedSteps();
  expect(all.map(({ step }) => step)).toEqual(['failing', 'recovered', 'failing']);
  expect(all[2]?.cause).not.toBe(failed?.cause);
});

test('a failure that lasts for days stays one', async () => {
  await deliver(8 + 3 * 24 * 60, false);
  await deliver(9 + 3 * 24 * 60, false);
  await notify();
  expect(await recordedSteps()).toHaveLength(3);
});
