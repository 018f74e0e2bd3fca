import { createHmac } from 'node:crypto';
import { Client } from 'pg';
import { Pool } from 'undici';
import { startPostgres } from '../scripts/postgres.ts';
import { median, ms, paced, percentile, type Row, sleep } from './measure.ts';
import { type Bench, nextList, openBench, post, SECRET } from './products.ts';

const OPERATORS = 10;
/**
 * Time an operator spends on one page. Ten operators cause about 100 requests a second, with what pages load.
 */
const LOOK_MS = 1_000;
const PAGES = ['/pix/overview', '/pix/transactions', '/pix/deliveries', '/pix/disputes', '/inbox'];
const A_SECOND = 300;
const MOST_MS = 250;

type Receiver = { path: string; secret: string };

/** Signed callbacks to one server on PostgreSQL while ten operators browse. */
export async function receiverRows(quick: boolean): Promise<Row[]> {
  const postgres = await startPostgres();
  const bench = await openBench(2_000, { env: { DATABASE_URL: postgres.url, GUICHE_SECRET: SECRET } });
  const client = new Client(postgres.url);
  await client.connect();
  const pool = new Pool(bench.product.url, { connections: 128 });
  try {
    type Registered = { result: { url: string; secret: string } };
    const { result } = await post<Registered>(bench, '/api/accounts/pix/webhooks', { receiver: true });
    const receiver = { path: new URL(result.url).pathname, secret: result.secret };
    const send = () => sendCallback(pool, receiver);
    await paced(A_SECOND / 3, 10, send);
    for (const page of PAGES) await bench.dashboard(page);
    const before = await stored(client);
    const seconds = quick ? 5 : 20;
    const browsing = browse(bench, seconds);
    const answers = await paced(A_SECOND, seconds, send);
    const pages = await browsing;
    const [half, slow] = [median(answers), percentile(answers, 99)];
    const added = (await stored(client)) - before;
    return [
      {
        what: `webhook receiver: ${A_SECOND}/s while ${OPERATORS} operators browse`,
        measured: `99% in ${ms(slow)}, half in ${ms(half)}`,
        reference: `${pages} pages; ${added} of ${answers.length} stored`,
        goal: `99% ≤ ${MOST_MS} ms, all stored`,
        met: slow <= MOST_MS && added === answers.length,
        figures: { half, slow, pages, added, sent: answers.length },
      },
    ];
  } finally {
    await Promise.all([pool.close(), client.end()]);
    await bench.stop();
    await postgres.stop();
  }
}

/** Ten operators open a page and a list each second; resolves with the number of pages. */
async function browse(bench: Bench, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let pages = 0;
  const operator = async (_: unknown, index: number) => {
    await sleep((index * LOOK_MS) / OPERATORS);
    for (let view = index; performance.now() < until; view += 1) {
      const page = PAGES[view % PAGES.length] as string;
      await Promise.all([bench.dashboard(page), bench.dashboard(nextList().dashboard), sleep(LOOK_MS)]);
      pages += 1;
    }
  };
  await Promise.all(Array.from({ length: OPERATORS }, operator));
  return pages;
}

const stored = async (client: Client): Promise<number> =>
  Number((await client.query('select count(*) as n from received_callbacks')).rows[0].n);

let sent = 0;

/** Sends a signed callback of another payment each time; throws when it is refused. */
async function sendCallback(pool: Pool, { path, secret }: Receiver): Promise<void> {
  sent += 1;
  const text = JSON.stringify({
    id: `tx_intake_${sent}`,
    status: 'COMPLETED',
    amount: 10.5,
    externalReference: `pedido-${sent}`,
    creationDate: new Date().toISOString(),
  });
  const t = Math.floor(Date.now() / 1000);
  const v1 = createHmac('sha256', secret).update(`${t}.${text}`).digest('hex');
  const { statusCode, body } = await pool.request({
    path,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-callback-event': 'TRANSACTION_COMPLETED',
      'x-callback-signature': `t=${t},v1=${v1}`,
    },
    body: text,
  });
  const answer = await body.text();
  if (statusCode !== 200) throw new Error(`A callback was answered ${statusCode}: ${answer.slice(0, 200)}`);
}
