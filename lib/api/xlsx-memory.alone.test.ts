import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { xlsxStream } from '#lib/api/csv-stream.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const PAGE = 1_000;
const MB = 1_000_000;

/** Bytes in memory, once per 100,000 rows, while so many rows are written and discarded. */
async function writeRows(rows: number): Promise<{ buffered: number[]; bytes: number; end: string }> {
  const buffered: number[] = [];
  const page = (at: number) => ({
    items: Array.from({ length: PAGE }, (_, row) => at * PAGE + row),
    next: (at + 1) * PAGE < rows ? at + 1 : null,
  });
  const stream = xlsxStream<number>({
    first: page(0),
    stop: () => {},
    read: async (position) => {
      if (Number(position) % 100 === 0) {
        collect();
        const { heapUsed, arrayBuffers } = process.memoryUsage();
        buffered.push(heapUsed + arrayBuffers);
      }
      return page(Number(position));
    },
    ...{ name: 'Lista', columns: [{ header: 'Id' }, { header: 'Referência' }] },
    rows: (items) => items.map((row) => [row, `pedido ${(row * 2_654_435_761) % 1e9}`]),
  });
  let bytes = 0;
  let last = Buffer.alloc(0);
  for await (const chunk of stream) {
    bytes += chunk.byteLength;
    last = Buffer.concat([last.subarray(-20_000), chunk]);
  }
  return { buffered, bytes, end: last.toString('latin1') };
}

test('a list of more rows than a sheet has goes into two, in memory that does not grow', async () => {
  const { buffered, bytes, end } = await writeRows(1_100_000);
  expect(bytes).toBeGreaterThan(10 * MB);
  expect(end).toContain('xl/worksheets/sheet2.xml');
  expect(end).not.toContain('xl/worksheets/sheet3.xml');
  const [first = 0, ...later] = buffered;
  expect(later.length).toBeGreaterThan(8);
  expect((Math.max(...later) - first) / MB).toBeLessThan(10);
}, 240_000);
