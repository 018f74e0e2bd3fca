import { expect, test, vi } from 'vitest';
import { csvStream } from '#lib/api/csv-stream.ts';

type Page = { items: string[]; next: unknown };
const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

/** A list whose second page comes when it is told to. */
function stream() {
  const stop = vi.fn();
  const second = Promise.withResolvers<Page>();
  const asked: (() => boolean)[] = [];
  const read = (_: unknown, onward: () => boolean) => {
    asked.push(onward);
    return second.promise;
  };
  const lines = (items: string[]) => items.join();
  const made = csvStream({ first: { items: ['one'], next: 2 }, read, head: '', lines, stop });
  return { reader: made.getReader(), second, asked, stop };
}

test('the page after the next one is wanted only while somebody waits for the next', async () => {
  const { reader, asked } = stream();
  await turn();
  expect(asked.map((onward) => onward())).toEqual([false]);
  await reader.read();
  await turn();
  expect(asked.map((onward) => onward())).toEqual([true]);
});

test('a fault ends what may have been asked beyond it', async () => {
  const { reader, second, stop } = stream();
  await reader.read();
  expect(stop).not.toHaveBeenCalled();
  second.reject(new Error('reset'));
  await expect(reader.read()).rejects.toThrow('reset');
  expect(stop).toHaveBeenCalledOnce();
});
