import { get as httpGet, type IncomingMessage } from 'node:http';
import {
  interleaved,
  mb,
  median,
  ms,
  type Row,
  residentBytes,
  sleep,
  times,
  watchMemory,
} from './measure.ts';
import { type Bench, nextList } from './products.ts';

const CSV = '/api/accounts/pix/transactions.csv';
const PAGE = 1000;

/**
 * The whole list as CSV against reading the same pages directly, its memory, and that cancelling stops the
 * reading.
 */
export async function csvRows(bench: Bench, rows: number): Promise<Row[]> {
  // Warms the server up, so its heap already has the size that lists need.
  for (let warm = 0; warm < 400; warm += 1) await bench.dashboard(nextList().dashboard);
  await download(bench, { most: 4_000_000 });
  await sleep(2_000);
  const before = residentBytes(bench.product.pid);
  const memory = watchMemory(bench.product.pid);
  const firstBytes: number[] = [];
  const firstPages: number[] = [];
  const figures = await interleaved(rows > 200_000 ? 1 : 3, {
    straight: () => readStraight(bench, rows, firstPages),
    dashboard: async () => {
      const { seconds, lines, firstByteMs } = await download(bench, {});
      firstBytes.push(firstByteMs);
      return lines / seconds;
    },
    again: () => readStraight(bench, rows, firstPages),
  });
  const added = mb(memory.stop() - before);
  const own = median([...figures.straight, ...figures.again]);
  const whole = median(figures.dashboard);
  const count = rows.toLocaleString('en');
  const [first, firstPage] = [median(firstBytes), median(firstPages)];
  return [
    {
      what: `CSV of ${count} rows`,
      measured: `${whole.toFixed(0)} rows/s, ${times(whole / own)}`,
      reference: `straight ${own.toFixed(0)} rows/s`,
      goal: '≥ 0.4 ×',
      met: whole / own >= 0.4,
      figures: { straight: own, dashboard: whole, ratio: whole / own },
    },
    {
      what: 'CSV: first byte',
      measured: ms(first),
      reference: `straight, first page ${ms(firstPage)}`,
      goal: 'after the first page (+ 500 ms)',
      met: first <= firstPage + 500,
      figures: { firstByte: first, firstPage },
    },
    {
      what: 'CSV: memory of the server',
      measured: `+ ${added} MB`,
      reference: `before, in use ${mb(before)} MB`,
      goal: '≤ + 60 MB',
      met: added <= 60,
      figures: { added, before: mb(before) },
    },
    await cancelled(bench, rows),
  ];
}

/**
 * Reads the pages as document 1 allows, each up to the last row of the previous one; returns rows a second.
 */
async function readStraight({ straight }: Bench, rows: number, firstPages: number[]): Promise<number> {
  const began = performance.now();
  let read = 0;
  let until = '';
  while (read < rows - PAGE) {
    const answer = await straight(`/user/transactions?page=1&limit=${PAGE}${until}`);
    if (read === 0) firstPages.push(performance.now() - began);
    const last = answer.slice(answer.lastIndexOf('"createdAt"')).match(/"createdAt":"([^"]+)"/)?.[1];
    if (last === undefined) break;
    until = `&dateTo=${encodeURIComponent(last)}`;
    read += PAGE - 1;
  }
  return (read * 1000) / (performance.now() - began);
}

type Downloaded = { seconds: number; lines: number; firstByteMs: number };

/** Downloads the file at full speed and discards it; stops after `most` bytes. */
async function download(bench: Bench, { most }: { most?: number }): Promise<Downloaded> {
  const began = performance.now();
  const answer = await open(bench);
  let [bytes, lines, firstByteMs] = [0, 0, Number.NaN];
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    if (bytes === 0) firstByteMs = performance.now() - began;
    bytes += chunk.length;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
    if (most !== undefined && bytes > most) break;
  }
  answer.destroy();
  return { seconds: (performance.now() - began) / 1000, lines: lines - 1, firstByteMs };
}

function open({ product, cookie }: Bench): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    httpGet(`${product.url}${CSV}`, { headers: { cookie }, agent: false }, resolve).on('error', reject);
  });
}

/** Cancelling in the middle stops the reading at the provider. */
async function cancelled(bench: Bench, rows: number): Promise<Row> {
  const count = async () => {
    const { requests } = await bench.control('/state');
    return (requests as Record<string, number>)['GET /user/transactions'] ?? 0;
  };
  const before = await count();
  await download(bench, { most: 2_000_000 });
  await sleep(500);
  const after = await count();
  await sleep(1_500);
  const later = await count();
  return {
    what: 'CSV cancelled after 2 MB: pages read',
    measured: `${after - before}, then ${later - after}`,
    reference: `whole ${Math.ceil(rows / PAGE)} pages`,
    goal: 'none after it',
    met: later === after,
    figures: { pages: after - before, later: later - after },
  };
}
