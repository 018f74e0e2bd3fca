import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { readAt, serverClock } from '#lib/core/clock.ts';
import { PageHydration } from './providers.tsx';

const READ = Date.parse('2026-11-28T12:00:00.000Z');
const AHEAD = 11 * 3_600_000;
const queryKey = ['one'];
const state = { data: 1, dataUpdatedAt: READ, status: 'success', fetchStatus: 'idle', errorUpdateCount: 0 };
const page = {
  read: { mutations: [], queries: [{ queryKey, queryHash: JSON.stringify(queryKey), state }] },
  refused: [{ queryKey: ['two'], problem: { title: 't', status: 409, code: 'conflict' }, at: READ }],
};

/** When each was read by the query's own clock and by the server's; refused ones with their error's time. */
function Times() {
  const client = useQueryClient();
  const one = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
  const two = client.getQueryState(['two']);
  return JSON.stringify([one, readAt(one), two?.errorUpdatedAt, (two?.error as { at?: Date } | null)?.at]);
}

afterEach(() => vi.restoreAllMocks());

it('P13: data that came with the page is as old by this computer’s clock as by the server’s', () => {
  // The computer is eleven hours ahead.
  vi.spyOn(serverClock, 'toLocal').mockImplementation((at) => at + AHEAD);
  vi.spyOn(serverClock, 'toServer').mockImplementation((at) => at - AHEAD);
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <PageHydration state={page as never}>
        <Times />
      </PageHydration>
    </QueryClientProvider>,
  );
  const iso = new Date(READ).toISOString();
  expect(JSON.parse(markup.replaceAll('&quot;', '"'))).toEqual([READ + AHEAD, iso, READ + AHEAD, iso]);
});
