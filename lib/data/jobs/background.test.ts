import { expect, it, vi } from 'vitest';
import { awaitBackground, runDetached, runInBackground } from '#lib/data/jobs/background.ts';

const soon = () => new Promise((resolve) => setTimeout(resolve, 20));

it('a shutdown waits for what follows a request, for what that begins, and for no failure', async () => {
  const done: string[] = [];
  runDetached('a failure', async () => {
    throw new Error('this time');
  });
  runDetached('first', async () => {
    await soon();
    runDetached('second', async () => {
      await soon();
      done.push('second');
    });
    done.push('first');
  });
  await awaitBackground();
  expect(done).toEqual(['first', 'second']);
});

it('one lane is taken once, and free after its end', async () => {
  const work = vi.fn(soon);
  expect([
    runInBackground('one', async () => void (await work())),
    runInBackground('one', async () => void (await work())),
  ]).toEqual([true, false]);
  await awaitBackground();
  expect(runInBackground('one', async () => void (await work()))).toBe(true);
  await awaitBackground();
  expect(work).toHaveBeenCalledTimes(2);
});

it('a shutdown waits five seconds for what does not end', async () => {
  vi.useFakeTimers();
  const hung = Promise.withResolvers<void>();
  runDetached('hung', () => hung.promise);
  const ended = awaitBackground();
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  await ended;
  hung.resolve();
});
