import { onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { liveQueries } from '#lib/events/client.ts';

let page: EventTarget & { hidden: boolean };
let client: QueryClient;
beforeEach(() => {
  vi.useFakeTimers();
  // A test before this one, in the same process, may have lost its connection.
  onlineManager.setOnline(true);
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
  client = new QueryClient();
});
afterEach(() => {
  client.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A query on screen; counts its readings. */
async function onScreen(queryKey: string[], over: { meta?: object; takes?: number } = {}) {
  const read = vi.fn(() => new Promise((done) => setTimeout(() => done(1), over.takes ?? 0)));
  const options = { queryKey, queryFn: read, staleTime: Number.POSITIVE_INFINITY };
  const observer = new QueryObserver(client, {
    ...options,
    ...(over.meta ? { meta: { ...over.meta } } : {}),
  });
  observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(over.takes ?? 0);
  read.mockClear();
  return read;
}

test('reads again what begins with a told key, on this account, once for many', async () => {
  const queue = await onScreen(['disputes', 'pix', 'list']);
  const other = await onScreen(['disputes', 'hub', 'list']);
  const webhooks = await onScreen(['webhooks', 'pix']);
  const still = await onScreen(['disputes', 'pix', 'long'], { meta: { live: false } });
  const live = liveQueries(client, 'pix');
  for (let count = 0; count < 20; count += 1) live.apply({ keys: [['disputes', 'pix']] });
  await vi.advanceTimersByTimeAsync(1_100);
  expect([queue, other, webhooks, still].map((read) => read.mock.calls.length)).toEqual([1, 0, 0, 0]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(queue).toHaveBeenCalledTimes(1);
  live.stop();
});

test('after something was missed reads all of the account', async () => {
  const reads = [await onScreen(['disputes', 'pix']), await onScreen(['webhooks', 'pix'])];
  const other = await onScreen(['webhooks', 'hub']);
  const live = liveQueries(client, 'pix');
  live.apply({ missed: true });
  await vi.advanceTimersByTimeAsync(1_100);
  for (const read of reads) expect(read).toHaveBeenCalledTimes(1);
  expect(other).not.toHaveBeenCalled();
  live.stop();
});

test('a hidden tab reads when it is looked at', async () => {
  const read = await onScreen(['disputes', 'pix']);
  const live = liveQueries(client, 'pix');
  page.hidden = true;
  live.apply({ keys: [['disputes', 'pix']] });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(read).not.toHaveBeenCalled();
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(10);
  expect(read).toHaveBeenCalledTimes(1);
  live.stop();
});

test('a slow reading ends although changes keep coming, and is repeated after the last', async () => {
  const read = await onScreen(['deliveries', 'pix'], { takes: 2_500 });
  const live = liveQueries(client, 'pix');
  for (let second = 0; second < 6; second += 1) {
    live.apply({ keys: [['deliveries', 'pix']] });
    await vi.advanceTimersByTimeAsync(500);
  }
  const ended = () => client.getQueryState(['deliveries', 'pix'])?.dataUpdateCount ?? 0;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(read.mock.calls.length).toBeGreaterThanOrEqual(2);
  expect(ended()).toBe(1 + read.mock.calls.length);
  live.stop();
});
