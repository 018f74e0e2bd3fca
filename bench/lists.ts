import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { Pool } from 'undici';
import type { Product } from '../e2e/support/product.ts';
import { type Postgres, startPostgres } from '../scripts/postgres.ts';
import { flatRow, interleaved, median, ms, paced, percentile, type Row, sleep, timed } from './measure.ts';
import { type Bench, get, nextList, openBench, SECRET, settled, startMeasured } from './products.ts';

const LIST = '/api/accounts/pix/transactions?limit=100';
const RATE = 50;

/** A list of 100 transactions: the time the dashboard adds to the provider's own. */
export async function listRows(bench: Bench, quick: boolean): Promise<Row[]> {
  const { dashboard, straight } = bench;
  await settled(bench);
  for (let warm = 0; warm < 200; warm += 1) await dashboard(nextList().dashboard);
  const samples = await interleaved(quick ? 200 : 1000, {
    straight: () => timed(() => straight(nextList().straight)),
    dashboard: () => timed(() => dashboard(nextList().dashboard)),
  });
  const paced50 = { straight: [] as number[], dashboard: [] as number[] };
  for (let round = 0; round < 3; round += 1) {
    paced50.straight.push(...(await paced(RATE, quick ? 3 : 10, () => straight(nextList().straight))));
    paced50.dashboard.push(...(await paced(RATE, quick ? 3 : 10, () => dashboard(nextList().dashboard))));
  }
  const added = (what: string, most: number, own: number, whole: number): Row => ({
    what: `list of 100: ${what}`,
    measured: `+ ${ms(whole - own)}`,
    reference: `straight ${ms(own)}`,
    goal: `+ ≤ ${most} ms`,
    met: whole - own <= most,
    figures: { straight: own, dashboard: whole, added: whole - own },
  });
  const slow = [percentile(paced50.straight, 99), percentile(paced50.dashboard, 99)] as const;
  return [
    added('median', 10, median(samples.straight), median(samples.dashboard)),
    added(`99th percentile at ${RATE} requests/s`, 40, ...slow),
  ];
}

const OPERATORS = 20;
/** Provider reads of an overview, and the route under which the simulator counts each. */
const READS = [
  ['/balance', 'GET /user/balance'],
  ['/profile', 'GET /user'],
  ['/transactions?limit=10', 'GET /user/transactions'],
] as const;

/** Twenty operators open the overview at once: provider calls of each read. */
export async function sharedRows({ dashboard, control }: Bench): Promise<Row[]> {
  const counts = async () => (await control('/state')).requests as Record<string, number>;
  const calls: number[] = [];
  for (const [path, route] of READS) {
    // Slow enough that all twenty requests arrive before the first answer.
    await control('/fault', { kind: 'latency', ms: 1000, path: route.slice(4), untilCleared: true });
    const before = (await counts())[route] ?? 0;
    await Promise.all(Array.from({ length: OPERATORS }, () => dashboard(`/api/accounts/pix${path}`)));
    calls.push(((await counts())[route] ?? 0) - before);
    await control('/clear', { all: true });
  }
  return [
    {
      what: `${OPERATORS} operators on the overview at once`,
      measured: `${calls.join(', ')} provider calls`,
      reference: `${READS.length} reads × ${OPERATORS}`,
      goal: 'one call a read',
      met: Math.max(...calls) === 1,
      figures: { calls },
    },
  ];
}

/** The first page of transactions, with few at the provider and with very many. */
export async function growthRows(few: Bench, many: Bench, quick: boolean): Promise<Row[]> {
  const compared = async (what: string, path: string) => {
    const { small, large } = await compare(few, many, path, quick);
    return flatRow({ what, small, large, reference: '10,000 rows' });
  };
  return [
    await compared('10,000,000 transactions: first page (JSON)', LIST),
    await compared('10,000,000 transactions: first page (HTML)', '/pix/transactions'),
  ];
}

async function compare(few: Bench, many: Bench, path: string, quick: boolean) {
  for (let warm = 0; warm < 30; warm += 1) for (const { dashboard } of [few, many]) await dashboard(path);
  const figures = await interleaved(quick ? 60 : 300, {
    few: () => timed(() => few.dashboard(path)),
    many: () => timed(() => many.dashboard(path)),
  });
  return { small: median(figures.few), large: median(figures.many) };
}

const ACCOUNTS = 50;

/** Pages of one account for a user with fifty, on PostgreSQL. */
export async function accountRows(quick: boolean): Promise<Row[]> {
  const postgres = await startPostgres();
  const open: Bench[] = [];
  try {
    for (const count of [1, ACCOUNTS]) open.push(await openWithAccounts(postgres, count));
    const [few, many] = open as [Bench, Bench];
    // An installation with fifty accounts first reads the deliveries of each.
    await sleep(15_000);
    const rows: Row[] = [];
    for (const [what, path] of [
      ['list of 100', LIST],
      ['overview of one (HTML)', '/pix/overview'],
    ] as const) {
      const { small, large } = await compare(few, many, path, quick);
      rows.push(
        flatRow({ what: `${ACCOUNTS} accounts: ${what}`, small, large, reference: 'three accounts' }),
      );
    }
    return rows;
  } finally {
    for (const bench of open) await bench.stop();
    await postgres.stop();
  }
}

async function openWithAccounts(postgres: Postgres, count: number): Promise<Bench> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database with_${count}`);
  await client.end();
  const url = Object.assign(new URL(postgres.url), { pathname: `/with_${count}` }).href;
  const bench = await openBench(1_000, { env: { DATABASE_URL: url, GUICHE_SECRET: SECRET } });
  if (count === 1) return bench;
  const node = ['--disable-warning=ExperimentalWarning', '--conditions=react-server'];
  const file = join(import.meta.dirname, 'fill-accounts.ts');
  const env = { ...process.env, GUICHE_SECRET: SECRET };
  await promisify(execFile)(process.execPath, [...node, file, url, String(count - 1)], { env });
  return bench;
}

const INSTANCES = 4;

/** The list of 100 from one instance, and from four in turn, on one PostgreSQL and one simulator. */
export async function instanceRows(quick: boolean): Promise<Row[]> {
  const postgres = await startPostgres();
  const env = { DATABASE_URL: postgres.url, GUICHE_SECRET: SECRET };
  const first = await openBench(50_000, { env });
  const others: Product[] = [];
  try {
    const GUICHE_SIMULATOR = JSON.stringify(first.product.simulator);
    while (others.length < INSTANCES - 1)
      others.push(await startMeasured({ env: { ...env, GUICHE_SIMULATOR } }));
    const pools = [first.product, ...others].map(({ url }) => new Pool(url, { connections: 32 }));
    let requests = 0;
    const from = (count: number) => () => {
      requests += 1;
      return get(pools[requests % count] as Pool, nextList().dashboard, { cookie: first.cookie });
    };
    for (let warm = 0; warm < 100 * INSTANCES; warm += 1) await from(INSTANCES)();
    const figures = await interleaved(quick ? 150 : 500, {
      one: () => timed(from(1)),
      many: () => timed(from(INSTANCES)),
    });
    await Promise.all(pools.map((pool) => pool.close()));
    const [small, large] = [median(figures.one), median(figures.many)];
    return [
      flatRow({ what: `${INSTANCES} instances: list of 100`, small, large, reference: 'one instance' }),
    ];
  } finally {
    for (const other of others) await other.stop();
    await first.stop();
    await postgres.stop();
  }
}
