import { Client } from 'pg';
import { Pool } from 'undici';
import { startPostgres } from '../scripts/postgres.ts';
import { startBare } from './bare.ts';
import { receiverOf, sendCallback, storedCallbacks } from './callbacks.ts';
import { interleaved, median, paced, percentile, sleep, throughput } from './measure.ts';
import { type Bench, nextList, openBench, SECRET } from './products.ts';
import { ms, type Row, times } from './report.ts';

const WIDTH = 16;
const OPERATORS = 10;
/** An operator looks at a page, and then at another. */
const LOOK_MS = 2_000;
const PAGES = ['/pix/overview', '/pix/transactions', '/pix/deliveries', '/pix/disputes', '/inbox'];
const A_SECOND = 100;
const MOST_MS = 250;

/** The webhook receiver beside a handler that only verifies; then its answers while operators go through pages. */
export async function receiverRows(quick: boolean): Promise<Row[]> {
  const postgres = await startPostgres();
  const bench = await openBench(2_000, { env: { DATABASE_URL: postgres.url, GUICHE_SECRET: SECRET } });
  const client = new Client(postgres.url);
  await client.connect();
  const receiver = await receiverOf(bench);
  const bare = await startBare('bare-receiver.ts', [receiver.secret]);
  const [own, other] = [bench.product.url, bare.url].map((url) => new Pool(url, { connections: 64 }));
  try {
    const take = () => sendCallback(own as Pool, receiver);
    await paced(A_SECOND, 10, take);
    const figures = await interleaved(3, {
      bare: () => throughput(WIDTH, quick ? 2 : 5, () => sendCallback(other as Pool, receiver)),
      receiver: () => throughput(WIDTH, quick ? 2 : 5, take),
    });
    const [verified, taken] = [median(figures.bare), median(figures.receiver)];
    return [
      {
        what: 'webhook receiver: most callbacks/s',
        measured: `${taken.toFixed(0)}/s, ${times(taken / verified)}`,
        reference: `verified and no more ${verified.toFixed(0)}/s`,
        goal: '≥ 0.33 ×',
        met: taken / verified >= 1 / 3,
        figures: { verified, taken, ratio: taken / verified },
      },
      await whileBrowsing(bench, client, take, quick ? 5 : 15),
    ];
  } finally {
    bare.stop();
    await Promise.all([own?.close(), other?.close(), client.end()]);
    await bench.stop();
    await postgres.stop();
  }
}

async function whileBrowsing(
  bench: Bench,
  client: Client,
  take: () => Promise<void>,
  seconds: number,
): Promise<Row> {
  for (const page of PAGES) await bench.dashboard(page);
  const before = await storedCallbacks(client);
  const until = performance.now() + seconds * 1000;
  let looked = 0;
  const operator = async (_: unknown, index: number) => {
    await sleep((index * LOOK_MS) / OPERATORS);
    for (let turn = index; performance.now() < until; turn += 1) {
      await Promise.all([
        bench.dashboard(PAGES[turn % PAGES.length] as string),
        bench.dashboard(nextList().dashboard),
        sleep(LOOK_MS),
      ]);
      looked += 1;
    }
  };
  const browsing = Promise.all(Array.from({ length: OPERATORS }, operator));
  const answers = await paced(A_SECOND, seconds, take);
  await browsing;
  const [half, slow] = [median(answers), percentile(answers, 99)];
  const stored = (await storedCallbacks(client)) - before;
  return {
    what: `webhook receiver: ${A_SECOND}/s while ${OPERATORS} operators browse`,
    measured: `99% in ${ms(slow)}, half in ${ms(half)}`,
    reference: `${looked} pages; ${stored} of ${answers.length} stored`,
    goal: `99% < ${MOST_MS} ms, all stored`,
    met: slow < MOST_MS && stored === answers.length,
    figures: { half, slow, looked, stored, sent: answers.length },
  };
}
