import { createHmac } from 'node:crypto';
import type { Client } from 'pg';
import { Pool } from 'undici';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { paced, percentile, residentBytes } from './measure.ts';
import { asked, type Bench } from './products.ts';
import { mb, ms, type Row } from './report.ts';

const A_SECOND = 1_000;
const GOAL_MS = 250;
/** Callbacks a second that are tried, from what is asked for downwards, until all are answered in time. */
const RATES = [A_SECOND, 750, 500, 250, 125];

type Intake = { bench: Bench; client: Client; env: Record<string, string>; seconds: number };

/** Signed callbacks at a fixed pace, shared by two instances on one PostgreSQL. */
export async function intakeRows({ bench, client, env, seconds }: Intake): Promise<Row[]> {
  const { url, secret } = await registered(bench);
  const other = await startProduct({ simulator: { transactions: 1_000 }, env });
  const products = [bench.product, other];
  const pools = products.map((product) => new Pool(product.url, { connections: 128 }));
  const send = (n: number) => post(pools[n % pools.length] as Pool, url, secret, n);
  try {
    // Servers in use: their code is compiled, as that of every other section's server.
    await paced(250, 10, numbered(send));
    for (const rate of RATES) {
      const row = await atRate({ rate, seconds, send, products, client });
      if (row.figures.held === 1 || rate === RATES.at(-1)) return [row];
    }
    return [];
  } finally {
    await Promise.all(pools.map((pool) => pool.close()));
    await other.stop();
  }
}

let sent = 0;
const numbered = (send: (n: number) => Promise<void>) => () => {
  sent += 1;
  return send(sent);
};

type AtRate = {
  rate: number;
  seconds: number;
  send: (n: number) => Promise<void>;
  products: readonly Product[];
  client: Client;
};

async function atRate({ rate, seconds, send, products, client }: AtRate): Promise<Row> {
  const stored = async () =>
    Number((await client.query('select count(*) as n from received_callbacks')).rows[0].n);
  const memory = () => products.map(({ pid }) => residentBytes(pid)).reduce((sum, one) => sum + one, 0);
  const [before, was] = [await stored(), memory()];
  const began = performance.now();
  const taken = await paced(rate, seconds, numbered(send));
  const took = (performance.now() - began) / 1000;
  const [added, grown] = [(await stored()) - before, memory() - was];
  const [half, slow] = [percentile(taken, 50), percentile(taken, 99)];
  const all = rate * seconds;
  const held = added === all && slow <= GOAL_MS;
  console.log(`  ${rate}/s: ${added} of ${all} in ${took.toFixed(1)} s, ${ms(half)}, 99% ${ms(slow)}`);
  return {
    what: `callbacks taken by two instances, ${rate}/s for ${seconds} s`,
    measured: `${(added / took).toFixed(0)}/s, 99% in ${ms(slow)}`,
    reference: `half in ${ms(half)}, memory ${mb(grown)} MB more`,
    goal: `${A_SECOND}/s, 99% in ${GOAL_MS} ms`,
    met: held && rate === A_SECOND,
    figures: { rate, held: Number(held), added, all, took, half, slow, grown },
  };
}

/** Guichê's own receiver, registered at the simulator. */
async function registered(bench: Bench): Promise<{ url: string; secret: string }> {
  type Registered = { result: { url: string; secret: string } };
  const { result } = await asked<Registered>(bench, '/api/accounts/pix/webhooks', { receiver: true });
  return { url: new URL(result.url).pathname, secret: result.secret };
}

async function post(pool: Pool, path: string, secret: string, n: number): Promise<void> {
  const text = JSON.stringify({
    id: `tx_intake_${n}`,
    status: 'COMPLETED',
    amount: 10.5,
    externalReference: `pedido-${n}`,
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
  const told = await body.text();
  if (statusCode !== 200)
    throw new Error(`A callback was answered with ${statusCode}: ${told.slice(0, 200)}`);
}
