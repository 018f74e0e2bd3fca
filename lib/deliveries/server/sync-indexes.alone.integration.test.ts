import { expect, it, vi } from 'vitest';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { awaitBackground } from '#lib/data/jobs/background.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { keepIndexCurrent } from '#lib/deliveries/server/index-state.ts';
import { syncIndexes } from '#lib/deliveries/server/sync-indexes.ts';
import { gate } from '#lib/operations/server/testing/instances.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

const reading = vi.hoisted(() => ({ of: async (_account: string): Promise<void> => undefined }));
vi.mock('#lib/deliveries/server/read-index.ts', () => ({
  readIndex: ({ id }: { id: string }) => reading.of(id),
}));
withDatabase();

it('M6: one account whose provider never answers holds up no other account’s index', async () => {
  const account = { kind: 'pix', name: 'Pix', environment: 'sandbox', origin: 'environment' };
  const rest = { baseUrl: 'https://pix.example/v1', credentials: 'v1.none' };
  for (const id of ['slow', 'quick']) {
    await invalidateAfter('accounts', () =>
      db()
        .insert(accounts)
        .values({ ...account, ...rest, id, slug: id }),
    );
    await keepIndexCurrent(id);
  }
  const hanging = gate();
  const read: string[] = [];
  reading.of = async (id) => {
    read.push(id);
    if (id === 'slow') await hanging.pass();
  };
  const ticked = syncIndexes(new AbortController().signal);
  await hanging.reached;
  await vi.waitFor(() => expect(read.toSorted()).toEqual(['quick', 'slow']));
  hanging.open();
  await ticked;
  await awaitBackground();
});
