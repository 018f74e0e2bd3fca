import { Pool } from 'undici';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { startPostgres } from '../scripts/postgres.ts';
import { interleaved, median, throughput, timed } from './measure.ts';
import { type Bench, get, nextList, openBench, SECRET } from './products.ts';
import { ms, type Row, times } from './report.ts';

const MANY = 4;
const WIDTH = 16;
const FLAT = 1.2;

/** The list of 100 from one instance, and from four in turn, on one PostgreSQL and one simulator. */
export async function instanceRows(quick: boolean): Promise<Row[]> {
  const postgres = await startPostgres();
  const env = { DATABASE_URL: postgres.url, GUICHE_SECRET: SECRET };
  const first = await openBench(50_000, { env });
  const others: Product[] = [];
  try {
    // All of them speak to the first one's simulator, whose accounts they share.
    const GUICHE_SIMULATOR = JSON.stringify(first.product.simulator);
    while (others.length < MANY - 1) others.push(await startProduct({ env: { ...env, GUICHE_SIMULATOR } }));
    return await measured(first, [first.product, ...others], quick);
  } finally {
    for (const other of others) await other.stop();
    await first.stop();
    await postgres.stop();
  }
}

async function measured({ cookie }: Bench, products: readonly Product[], quick: boolean): Promise<Row[]> {
  const pools = products.map(({ url }) => new Pool(url, { connections: 32 }));
  let turn = 0;
  const from = (count: number) => () => {
    turn += 1;
    return get(pools[turn % count] as Pool, nextList().dashboard, { cookie });
  };
  for (let warm = 0; warm < 100 * MANY; warm += 1) await from(MANY)();
  const seconds = quick ? 3 : 8;
  const alone = await interleaved(quick ? 150 : 500, {
    one: () => timed(from(1)),
    many: () => timed(from(MANY)),
  });
  const rates = await interleaved(3, {
    one: () => throughput(WIDTH, seconds, from(1)),
    two: () => throughput(WIDTH, seconds, from(2)),
    many: () => throughput(WIDTH, seconds, from(MANY)),
  });
  await Promise.all(pools.map((pool) => pool.close()));
  const [one, many] = [median(alone.one), median(alone.many)];
  const [rate, two, all] = [median(rates.one), median(rates.two), median(rates.many)];
  return [
    {
      what: `${MANY} instances: list of 100, one at a time`,
      measured: `${ms(many)}, ${times(many / one)}`,
      reference: `one of them ${ms(one)}`,
      goal: `≤ ${FLAT} ×`,
      met: many / one <= FLAT,
      figures: { one, many, ratio: many / one },
    },
    {
      what: `${MANY} instances: most lists/s`,
      measured: `${all.toFixed(0)}/s, ${times(all / rate)}`,
      reference: `one ${rate.toFixed(0)}/s, two ${two.toFixed(0)}/s`,
      // They, PostgreSQL, the simulator and the callers share the machine's cores: no figure of it is a promise.
      goal: '',
      met: null,
      figures: { one: rate, two, many: all, ratio: all / rate },
    },
  ];
}
