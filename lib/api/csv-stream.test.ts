import { expect, test, vi } from 'vitest';
import { csvStream, xlsxStream } from '#lib/api/csv-stream.ts';
import { sheetsOf } from '#lib/api/testing/workbook.ts';

type Page = { items: string[]; next: unknown };
const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

/** A list whose second page comes when the test resolves it. */
function stream() {
  const stop = vi.fn();
  const second = Promise.withResolvers<Page>();
  const reads: (() => boolean)[] = [];
  const read = (_: unknown, onward: () => boolean) => {
    reads.push(onward);
    return second.promise;
  };
  const lines = (items: string[]) => items.join();
  const made = csvStream({ first: { items: ['one'], next: 2 }, read, head: '', lines, stop });
  return { reader: made.getReader(), second, reads, stop };
}

test('the page after the next one is wanted only while somebody waits for the next', async () => {
  const { reader, reads } = stream();
  await pause();
  expect(reads.map((onward) => onward())).toEqual([false]);
  await reader.read();
  await pause();
  expect(reads.map((onward) => onward())).toEqual([true]);
});

test('a fault ends what may have been asked beyond it', async () => {
  const { reader, second, stop } = stream();
  await reader.read();
  expect(stop).not.toHaveBeenCalled();
  second.reject(new Error('reset'));
  await expect(reader.read()).rejects.toThrow('reset');
  expect(stop).toHaveBeenCalledOnce();
});

const columns = [{ header: 'Id' }, { header: 'Nome' }];
/** So many pages of 1,000 rows; the one behind them fails if `error` is set. */
function book(pages: number, { error, rowsPerSheet }: { error?: Error; rowsPerSheet?: number } = {}) {
  const stop = vi.fn();
  let reads = 0;
  const page = (at: number) => ({
    items: Array.from({ length: 1_000 }, (_, row) => at * 1_000 + row),
    next: at + 1 < pages || error ? at + 1 : null,
  });
  const read = async (position: unknown) => {
    reads += 1;
    if (position === pages && error) throw error;
    return page(Number(position));
  };
  const stream = xlsxStream<number>({
    ...{ first: page(0), read, stop, name: 'Lista', columns },
    rows: (items) => items.map((row) => [row, `nome ${row} ${(row * 2_654_435_761) % 1e9}`]),
    ...(rowsPerSheet === undefined ? {} : { rowsPerSheet }),
  });
  return { stream, stop, reads: () => reads };
}

test('XLSX: a fault in the middle breaks the stream, so that a short file never looks whole', async () => {
  const { stream, stop } = book(3, { error: new Error('reset') });
  await expect(new Response(stream).arrayBuffer()).rejects.toThrow('reset');
  expect(stop).toHaveBeenCalled();
});

test('XLSX: rows beyond a sheet go on in further ones, each with its headings', async () => {
  const { stream } = book(3, { rowsPerSheet: 1_001 });
  const sheets = sheetsOf(new Uint8Array(await new Response(stream).arrayBuffer()));
  expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['Lista', 1_001],
    ['Lista_2', 1_001],
    ['Lista_3', 1_001],
  ]);
  for (const { rows } of sheets) expect(rows[0]?.[0]).toEqual({ as: 'text', text: 'Id' });
  expect(sheets.flatMap(({ rows }) => rows.slice(1)).map((row) => row[0])).toEqual(
    Array.from({ length: 3_000 }, (_, number) => ({ as: 'number', number, format: 'General' })),
  );
});

test('XLSX: what nobody takes is not read, and leaving stops the reading', async () => {
  const { stream, stop, reads } = book(2_000);
  const reader = stream.getReader();
  await pause();
  expect(reads(), 'before the first byte is asked for').toBeLessThanOrEqual(1);
  for (let taken = 0; taken < 3; taken += 1) await reader.read();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const before = reads();
  expect(before).toBeLessThan(60);
  await reader.cancel();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(stop).toHaveBeenCalled();
  expect(reads()).toBeLessThanOrEqual(before + 1);
});
