import { expect, test } from 'vitest';
import { prefetchFrame } from '#lib/app-shell/server/prefetch-frame.ts';
import { listIncidents } from '#lib/deliveries/server/get-incidents.ts';
import { DisputeListQuery } from '#lib/disputes/contract.ts';
import { listDisputes } from '#lib/disputes/server/list-disputes.ts';
import { withBench } from '#lib/disputes/server/testing/bench.ts';

const bench = withBench();

/** Last words of the keys that came with the page. */
async function read(permissions?: Parameters<ReturnType<typeof bench>['context']>[1]): Promise<unknown[]> {
  const { read: state, refused } = await prefetchFrame({ ctx: bench().context('livia', permissions) });
  expect(refused).toEqual([]);
  return state.queries.map(({ queryKey }) => queryKey.at(-1)).sort();
}

test('a page’s frame is read without its provider, which first readings would wait for', async () => {
  const before = await bench().calls('GET', '/');
  expect(await read()).toEqual(['block', 'late', 'unread']);
  expect(await bench().calls('GET', '/')).toBe(before);
});

test('once they were made, what fails and what is due first come too; what waits for a yes, to who may say it', async () => {
  const ctx = bench().context();
  await listDisputes({ ctx, query: DisputeListQuery.parse({}) });
  await listIncidents({ ctx });
  const before = await bench().calls('GET', '/');
  const all = ['block', 'first', 'incidents', 'late', 'unread'];
  expect(await read()).toEqual(all);
  expect(await read(['read', 'approve'])).toEqual(['awaiting', ...all]);
  expect(await bench().calls('GET', '/')).toBe(before);
});
