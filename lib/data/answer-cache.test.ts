import { expect, test, vi } from 'vitest';
import { createCache } from '#lib/data/cache.ts';

const minute = () => 60_000;

test('askers at the same time wait for one answer, later ones get it while it is kept', async () => {
  let now = 0;
  const cached = createCache(() => now);
  const load = vi.fn(async () => ({ at: now }));
  const [first, second] = await Promise.all([cached('a', minute, load), cached('a', minute, load)]);
  expect(second).toBe(first);
  now = 59_999;
  expect(await cached('a', minute, load)).toBe(first);
  now = 60_000;
  expect(await cached('a', minute, load)).toEqual({ at: 60_000 });
  expect(load).toHaveBeenCalledTimes(2);
});

test('a failure reaches all who wait and is not kept', async () => {
  const cached = createCache(() => 0);
  const load = vi
    .fn<() => Promise<number>>()
    .mockRejectedValueOnce(new Error('down'))
    .mockResolvedValueOnce(7);
  const requests = [cached('a', minute, load), cached('a', minute, load)];
  expect((await Promise.allSettled(requests)).map((answer) => answer.status)).toEqual([
    'rejected',
    'rejected',
  ]);
  expect(await cached('a', minute, load)).toBe(7);
});

test('keys stand apart and their number is bounded', async () => {
  const cached = createCache(() => 0, 2);
  const load = vi.fn(async () => 1);
  for (const key of ['a', 'b', 'c', 'a']) await cached(key, minute, load);
  expect(load).toHaveBeenCalledTimes(4);
});
