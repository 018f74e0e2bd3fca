import { expect, test, vi } from 'vitest';
import { Coalescer } from '#lib/core/http/coalesce.ts';

function slowRead() {
  let finish: (value: string) => void = () => undefined;
  let signal: AbortSignal | undefined;
  const run = vi.fn(
    (received: AbortSignal) =>
      new Promise<string>((resolve) => {
        signal = received;
        finish = resolve;
      }),
  );
  return { run, finish: (value: string) => finish(value), ended: () => signal?.aborted };
}

test('callers at the same time share one call, later ones make their own', async () => {
  const coalescer = new Coalescer();
  const { run, finish } = slowRead();
  const both = [coalescer.share('a', run), coalescer.share('a', run)];
  finish('one');
  expect(await Promise.all(both)).toEqual(['one', 'one']);
  const later = coalescer.share('a', run);
  finish('two');
  expect(await later).toBe('two');
  expect(run).toHaveBeenCalledTimes(2);
});

test('other keys are other calls', async () => {
  const coalescer = new Coalescer();
  const run = vi.fn(async () => 'x');
  await Promise.all([coalescer.share('a', run), coalescer.share('b', run)]);
  expect(run).toHaveBeenCalledTimes(2);
});

test('one caller going away leaves the call to the others', async () => {
  const coalescer = new Coalescer();
  const { run, finish, ended } = slowRead();
  const leaving = new AbortController();
  const left = coalescer.share('a', run, leaving.signal);
  const stayed = coalescer.share('a', run);
  leaving.abort();
  await expect(left).rejects.toThrow();
  expect(ended()).toBe(false);
  finish('here');
  expect(await stayed).toBe('here');
});

test('the last caller going away ends the call, and the next starts anew', async () => {
  const coalescer = new Coalescer();
  const { run, finish, ended } = slowRead();
  const leaving = new AbortController();
  const left = coalescer.share('a', run, leaving.signal);
  leaving.abort();
  await expect(left).rejects.toThrow();
  expect(ended()).toBe(true);
  const next = coalescer.share('a', run);
  finish('new');
  expect(await next).toBe('new');
  expect(run).toHaveBeenCalledTimes(2);
});

test('a failure reaches all who wait', async () => {
  const coalescer = new Coalescer();
  const run = async () => {
    throw new Error('down');
  };
  const results = await Promise.allSettled([coalescer.share('a', run), coalescer.share('a', run)]);
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected']);
});
