import { expect, test, vi } from 'vitest';
import { createCache } from '#lib/data/cache.ts';

const minute = () => 60_000;
/** lru-cache takes a time of 0 for none. */
const clockAt = (ms = 1) => ({ ms });
const cacheBy = (clock: { ms: number }, max?: number) =>
  createCache({ now: () => clock.ms, ...(max === undefined ? {} : { max }) });

test('askers at the same time wait for one answer, later ones get it while it is kept', async () => {
  const clock = clockAt();
  const cache = cacheBy(clock);
  const load = vi.fn(async () => ({ at: clock.ms }));
  const [first, second] = await Promise.all([cache.read('a', minute, load), cache.read('a', minute, load)]);
  expect(second).toBe(first);
  clock.ms = 60_000;
  expect(await cache.read('a', minute, load)).toBe(first);
  clock.ms = 60_002;
  expect(await cache.read('a', minute, load)).toEqual({ at: 60_002 });
  expect(load).toHaveBeenCalledTimes(2);
});

test('an answer’s age counts from when its read began', async () => {
  const clock = clockAt();
  const cache = cacheBy(clock);
  const load = vi.fn(async () => {
    clock.ms += 50_000;
  });
  await cache.read('a', minute, load);
  clock.ms += 9_999;
  await cache.read('a', minute, load);
  expect(load).toHaveBeenCalledTimes(1);
  clock.ms += 2;
  await cache.read('a', minute, load);
  expect(load).toHaveBeenCalledTimes(2);
});

test('an answer that may not be kept goes to all who wait for it, and to nobody later', async () => {
  const cache = cacheBy(clockAt());
  const load = vi.fn(async () => null);
  const never = () => 0;
  expect(await Promise.all([cache.read('a', never, load), cache.read('a', never, load)])).toEqual([
    null,
    null,
  ]);
  expect(load).toHaveBeenCalledTimes(1);
  await cache.read('a', never, load);
  expect(load).toHaveBeenCalledTimes(2);
});

test('a failure reaches all who wait and is not kept', async () => {
  const cache = cacheBy(clockAt());
  const load = vi
    .fn<() => Promise<number>>()
    .mockRejectedValueOnce(new Error('down'))
    .mockResolvedValueOnce(7);
  const requests = [cache.read('a', minute, load), cache.read('a', minute, load)];
  expect((await Promise.allSettled(requests)).map((answer) => answer.status)).toEqual([
    'rejected',
    'rejected',
  ]);
  expect(await cache.read('a', minute, load)).toBe(7);
});

test.each(['delete', 'clear'] as const)(
  '%s: a read that runs meanwhile is answered and not kept, and who comes later does not wait for it',
  async (how) => {
    const cache = cacheBy(clockAt());
    const slow = Promise.withResolvers<string>();
    const before = cache.read('a', minute, () => slow.promise);
    cache[how]('a');
    expect(await cache.read('a', minute, async () => 'after')).toBe('after');
    slow.resolve('before');
    expect(await before).toBe('before');
    expect(await cache.read('a', minute, async () => 'again')).toBe('after');
  },
);

test('keys stand apart and their number is bounded', async () => {
  const cache = cacheBy(clockAt(), 2);
  const load = vi.fn(async () => 1);
  for (const key of ['a', 'b', 'c', 'a']) await cache.read(key, minute, load);
  expect(load).toHaveBeenCalledTimes(4);
});
