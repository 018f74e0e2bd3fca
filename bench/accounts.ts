import { Client } from 'pg';
import { type Postgres, startPostgres } from '../scripts/postgres.ts';
import { runInside } from './inside.ts';
import { interleaved, median, sleep, timed } from './measure.ts';
import { type Bench, openBench, SECRET } from './products.ts';
import { ms, type Row, times } from './report.ts';

const MANY = 50;
const FLAT = 1.2;
/** An installation with fifty accounts first reads the deliveries of each. */
const CALM_MS = 15_000;
/** Null: what is asked for grows with the accounts by itself. */
const ASKED: readonly { what: string; path: string; goal: number | null }[] = [
  { what: 'list of 100', path: '/api/accounts/pix/transactions?limit=100', goal: FLAT },
  { what: 'overview of one (HTML)', path: '/pix/overview', goal: FLAT },
  { what: 'the accounts themselves', path: '/api/accounts', goal: null },
];

/** Pages of one account where a person has the one or fifty, on PostgreSQL. */
export async function accountRows(quick: boolean): Promise<Row[]> {
  const postgres = await startPostgres();
  const open: Bench[] = [];
  try {
    for (const count of [1, MANY]) open.push(await openWith(postgres, count));
    const [few, many] = open as [Bench, Bench];
    await sleep(CALM_MS);
    const rows: Row[] = [];
    for (const asked of ASKED) rows.push(await compare(few, many, { ...asked, rounds: quick ? 100 : 300 }));
    return rows;
  } catch (cause) {
    // The reason of an answer that failed stands in the log of who gave it.
    const said = open.map(({ product }) => product.output().slice(-2_000)).join('\n');
    throw new Error(`${(cause as Error).message.slice(0, 200)}\n${said}`, { cause });
  } finally {
    for (const bench of open) await bench.stop();
    await postgres.stop();
  }
}

async function openWith(postgres: Postgres, count: number): Promise<Bench> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database with_${count}`);
  await client.end();
  const url = Object.assign(new URL(postgres.url), { pathname: `/with_${count}` }).href;
  const bench = await openBench(1_000, { env: { DATABASE_URL: url, GUICHE_SECRET: SECRET } });
  // More accounts of the same simulator.
  if (count > 1) await runInside('accounts-fill.ts', [url, String(count - 1)], { GUICHE_SECRET: SECRET });
  return bench;
}

type Asked = (typeof ASKED)[number] & { rounds: number };

async function compare(few: Bench, many: Bench, { what, path, goal, rounds }: Asked): Promise<Row> {
  for (let warm = 0; warm < 20; warm += 1) for (const { dashboard } of [few, many]) await dashboard(path);
  const figures = await interleaved(rounds, {
    few: () => timed(() => few.dashboard(path)),
    many: () => timed(() => many.dashboard(path)),
  });
  const [one, all] = [median(figures.few), median(figures.many)];
  return {
    what: `${MANY} accounts: ${what}`,
    measured: `${ms(all)}, ${times(all / one)}`,
    reference: `with those of the simulator ${ms(one)}`,
    goal: goal === null ? '' : `≤ ${goal} ×`,
    met: goal === null ? null : all / one <= goal,
    figures: { few: one, many: all, ratio: all / one },
  };
}
