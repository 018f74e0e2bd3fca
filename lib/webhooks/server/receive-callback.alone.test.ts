import { expect, test, vi } from 'vitest';
import { afterReceiving } from '#lib/webhooks/server/receive-callback.ts';

const { made, noting } = vi.hoisted(() => {
  const made: unknown[][] = [];
  return {
    made,
    noting:
      (name: string) =>
      async (...args: unknown[]) =>
        void made.push([name, ...args]),
  };
});
vi.mock('#lib/data/client.ts', () => ({ db: () => 'db' }));
vi.mock('#lib/data/jobs/queue.ts', () => ({ enqueue: noting('enqueue') }));
vi.mock('#lib/events/server/announce.ts', () => ({ announce: noting('announce') }));
vi.mock('#lib/operations/server/late-confirmation.ts', () => ({ onCallbacks: noting('look up') }));
vi.mock('#lib/webhooks/server/rotate-secret.ts', () => ({ resolveRotationBy: noting('resolve') }));

const used = { target: 'wh_1', secretId: 'sec_1', old: false, signedAt: 1 };
const paid = (clientReference: string) => ({
  ...{ transactionId: `tx_${clientReference}`, event: 'TRANSACTION_COMPLETED', status: 'COMPLETED' },
  ...{ infraction: null, clientReference },
});

test('what follows a burst is asked of the database once, and of its new ones only', async () => {
  for (const reference of ['a', 'b', 'a']) afterReceiving('acc_1', paid(reference), used, true);
  afterReceiving('acc_1', paid('known'), used, false);
  afterReceiving('acc_2', paid('c'), { ...used, secretId: null }, true);
  expect(made).toEqual([]);
  await vi.waitFor(() => expect(made.length).toBeGreaterThan(0));
  const features = [['deliveries'], ['transactions'], ['payments'], ['statement'], ['overview']];
  expect(made.toSorted()).toEqual([
    ['announce', 'db', 'acc_1', features],
    ['announce', 'db', 'acc_2', features],
    ['look up', 'acc_1', ['a', 'b']],
    ['look up', 'acc_2', ['c']],
    ['resolve', 'acc_1', { ...used, isNew: true }],
  ]);
});
