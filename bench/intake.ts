import type { Client } from 'pg';
import { Pool } from 'undici';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { receiverOf, sendCallback, storedCallbacks } from './callbacks.ts';
import { paced, percentile, residentBytes } from './measure.ts';
import type { Bench } from './products.ts';
import { mb, ms, type Row } from './report.ts';

const A_SECOND = 1_000;
const GOAL_MS = 250;
/** Callbacks a second that are tried, from what is asked for downwards, until all are answered in time. */
const RATES = [A_SECOND, 750, 500, 250, 125];

type Intake = { bench: Bench; client: Client; env: Record<string, string>; seconds: number };

/** Signed callbacks at a fixed pace, shared by two instances on one PostgreSQL. */
export async function intakeRows({ bench, client, env, seconds }: Intake): Promise<Row[]> {
  const receiver = await receiverOf(bench);
  const other = await startProduct({ simulator: { transactions: 1_000 }, env });
  const products = [bench.product, other];
  const pools = products.map((product) => new Pool(product.url, { connections: 128 }));
  let turn = 0;
  const send = () => {
    turn += 1;
    return sendCallback(pools[turn % pools.length] as Pool, receiver);
  };
  try {
    // Servers in use: their code is compiled, as that of every other section's server.
    await paced(250, 10, send);
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

type AtRate = {
  rate: number;
  seconds: number;
  send: () => Promise<void>;
  products: readonly Product[];
  client: Client;
};

async function atRate({ rate, seconds, send, products, client }: AtRate): Promise<Row> {
  const memory = () => products.map(({ pid }) => residentBytes(pid)).reduce((sum, one) => sum + one, 0);
  const [before, was] = [await storedCallbacks(client), memory()];
  const began = performance.now();
  const taken = await paced(rate, seconds, send);
  const took = (performance.now() - began) / 1000;
  const [added, grown] = [(await storedCallbacks(client)) - before, memory() - was];
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
