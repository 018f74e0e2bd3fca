import { hashKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { frameReads } from '#lib/app-shell/server/frame-reads.ts';
import { incidentsOptions } from '#lib/deliveries/queries.ts';
import { listIncidents } from '#lib/deliveries/server/get-incidents.ts';
import { DisputeListQuery } from '#lib/disputes/contract.ts';
import { firstDueOptions } from '#lib/disputes/queries.ts';
import { listDisputes } from '#lib/disputes/server/list-disputes.ts';
import { withBench } from '#lib/disputes/server/testing/bench.ts';
import { firstPaint } from '#lib/handlers.ts';
import { unreadOptions } from '#lib/notifications/queries.ts';
import { awaitingOptions, lateConfirmationsOptions } from '#lib/operations/queries.ts';
import { blockQuery } from '#lib/overview/queries.ts';

const bench = withBench();

/** Names of the queries that came with the page. */
async function read(permissions?: Parameters<ReturnType<typeof bench>['context']>[1]): Promise<unknown[]> {
  const ctx = bench().context('livia', permissions);
  const { read: state, refused } = await firstPaint(ctx, frameReads(ctx));
  expect(refused).toEqual([]);
  const { slug } = ctx.account;
  const names = new Map([
    [hashKey(awaitingOptions(slug).queryKey), 'awaiting'],
    [hashKey(blockQuery(slug).queryKey), 'block'],
    [hashKey(firstDueOptions(slug).queryKey), 'first'],
    [hashKey(incidentsOptions(slug).queryKey), 'incidents'],
    [hashKey(lateConfirmationsOptions(slug).queryKey), 'late'],
    [hashKey(unreadOptions(slug).queryKey), 'unread'],
  ]);
  return state.queries.map(({ queryHash }) => names.get(queryHash)).sort();
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
