import { expect, test, vi } from 'vitest';
import { inHashSlot } from '#lib/auth/server/passwords.ts';

vi.mock('node:os', async (original) => ({ ...(await original<object>()), availableParallelism: () => 4 }));

/** Hashes that end when the test ends them. */
function hashes() {
  const running: (() => void)[] = [];
  const state = { most: 0, now: 0 };
  const run = () =>
    inHashSlot(async () => {
      state.now += 1;
      state.most = Math.max(state.most, state.now);
      await new Promise<void>((resolve) => running.push(resolve));
      state.now -= 1;
    });
  return { running, state, run };
}

test('A4: two of four cores hash at once, 32 wait their turn, and more are told when to ask again', async () => {
  const { running, state, run } = hashes();
  const all = Array.from({ length: 300 }, () => run());
  const settled = Promise.allSettled(all);
  let ended = 0;
  for (; ended < 34; ended += 1) {
    await vi.waitUntil(() => running.length > 0);
    running.shift()?.();
  }
  const answers = await settled;
  expect(state.most).toBe(2);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(34);
  const [refused] = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toMatchObject({ code: 'rate_limited', details: { retryAfterSeconds: 2 } });
});

test('A4: who waits longer than two seconds is let go, and a slot is free again after a failure', async () => {
  vi.useFakeTimers();
  const { running, run } = hashes();
  const hashing = [run(), run()];
  const late = run();
  const refused = expect(late).rejects.toMatchObject({ code: 'rate_limited' });
  await vi.advanceTimersByTimeAsync(2_000);
  await refused;
  vi.useRealTimers();
  for (const end of running) end();
  await Promise.all(hashing);
  const broken = () => inHashSlot(() => Promise.reject(new Error('broken')));
  for (let i = 0; i < 3; i += 1) await expect(broken()).rejects.toThrow('broken');
  expect(await inHashSlot(async () => 'free')).toBe('free');
});
