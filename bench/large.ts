import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { ROOT } from '../scripts/install.mjs';
import { type Postgres, startPostgres } from '../scripts/postgres.ts';
import { intakeRows } from './intake.ts';
import { fillDeliveries } from './large-fill.ts';
import { interleaved, median, timed } from './measure.ts';
import { plansOf, WITH_PLANS } from './plans.ts';
import { type Bench, openBench, SECRET } from './products.ts';
import { ms, type Row, times } from './report.ts';

const MOST_MS = 300;
const FLAT = 1.2;
const API = '/api/accounts/pix/deliveries';
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Queries that a page of the index, with its counts, may be asked by. */
const LISTS: Readonly<Record<string, string>> = {
  'first page': '',
  'open failures': '&outcome=failed',
  'given up': '&outcome=given_up',
  recovered: '&outcome=recovered',
  'one webhook': '&webhookId=wh_2',
  'a rare webhook': '&webhookId=wh_rare',
  'failures of a webhook': '&webhookId=wh_2&outcome=failed',
  'one address': '&url=https%3A%2F%2Fhooks.example.com%2Fwh_2',
  'a rare address': '&url=https%3A%2F%2Fshop-9.example.com%2Fcallback',
  'an unknown address': '&url=https%3A%2F%2Fnobody.example.com%2F',
  'no answer': '&statusClass=none',
  'a rare status': '&statusClass=3xx',
  'a common event': '&event=TRANSACTION_COMPLETED',
  'a rare event': '&event=INFRACTION_CHANGED',
  'one transaction': '&transactionId=tx_4711',
  'a month': `&from=${dayAgo(120)}&to=${dayAgo(90)}`,
  'an hour': `&from=${dayAgo(100)}T10:00:00.000Z&to=${dayAgo(100)}T11:00:00.000Z`,
};
/** Work that grows with the records of their period: no goal is set for them. */
const OTHERS: Readonly<Record<string, string>> = {
  incidents: `${API}/incidents`,
  'health of a day': `${API}/health?span=hours`,
  'health of a month': `${API}/health?span=month`,
};
/** So many pages of 500 down from the newest. */
const DEEP_PAGES = 20;

type Side = { count: number; bench: Bench; client: Client; paths: Record<string, string> };

/** The index of deliveries on PostgreSQL with few records and with very many, one beside the other; then the intake. */
export async function largeRows(few: number, many: number, quick: boolean): Promise<Row[]> {
  const postgres = await startPostgres([...WITH_PLANS, 'shared_buffers=2GB', 'max_wal_size=8GB']);
  const sides: Side[] = [];
  try {
    for (const count of [few, many]) sides.push(await openSide(postgres, count));
    const [small, large] = sides as [Side, Side];
    const rows = await listRows(small, large, quick ? 5 : 41);
    await keepPlans(postgres, large);
    const env = envOf(postgres, large.count);
    return [...rows, ...(await intakeRows({ ...large, env, seconds: quick ? 5 : 20 }))];
  } finally {
    for (const { client, bench } of sides) {
      await client.end();
      await bench.stop();
    }
    await postgres.stop();
  }
}

const envOf = (postgres: Postgres, count: number) => ({
  DATABASE_URL: Object.assign(new URL(postgres.url), { pathname: `/of_${count}` }).href,
  GUICHE_SECRET: SECRET,
});

async function openSide(postgres: Postgres, count: number): Promise<Side> {
  const maker = new Client({ connectionString: postgres.url });
  await maker.connect();
  await maker.query(`create database of_${count}`);
  await maker.end();
  const env = envOf(postgres, count);
  // It makes its tables and accounts; while they are filled nobody works on them.
  await (await openBench(1_000, { env })).stop();
  const client = new Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  const { rows } = await client.query(`select id from accounts where slug = 'pix'`);
  const filled = await fillDeliveries(client, rows[0].id, count);
  console.log(`${count.toLocaleString('en')} records in ${(filled / 1000).toFixed(0)} s`);
  const bench = await openBench(1_000, { env });
  return { count, bench, client, paths: await pathsOf(bench) };
}

/** With the place that the pages before it lead to. */
async function pathsOf(bench: Bench): Promise<Record<string, string>> {
  let cursor = '';
  for (let page = 0; page < DEEP_PAGES; page += 1) {
    const { nextCursor } = JSON.parse(await bench.dashboard(`${API}?limit=500${cursor}`));
    if (nextCursor === null) break;
    cursor = `&cursor=${encodeURIComponent(nextCursor)}`;
  }
  const lists = Object.entries({ ...LISTS, 'a deep page': cursor });
  return {
    ...Object.fromEntries(lists.map(([name, query]) => [name, `${API}?limit=50${query}`])),
    ...OTHERS,
  };
}

async function listRows(few: Side, many: Side, rounds: number): Promise<Row[]> {
  const found: Row[] = [];
  const names = Object.keys(many.paths);
  // One that gives up after its twenty seconds is measured too.
  const ask = (side: Side, name: string) =>
    side.bench.dashboard(side.paths[name] ?? '').catch(() => undefined);
  // Both servers have run each way before the first is measured.
  for (const name of [...names, ...names, ...names]) for (const side of [few, many]) await ask(side, name);
  for (const name of names) {
    const figures = await interleaved(rounds, {
      few: () => timed(() => ask(few, name)),
      many: () => timed(() => ask(many, name)),
    });
    const [small, large] = [median(figures.few), median(figures.many)];
    const judged = OTHERS[name] === undefined;
    found.push({
      what: `index of ${many.count.toLocaleString('en')}: ${name}`,
      measured: `${ms(large)}, ${times(large / small)}`,
      reference: `of ${few.count.toLocaleString('en')} ${ms(small)}`,
      goal: judged ? `≤ ${MOST_MS} ms, ≤ ${FLAT} ×` : '',
      met: judged ? large <= MOST_MS && large / small <= FLAT : null,
      figures: { few: small, many: large, ratio: large / small },
    });
  }
  return found;
}

/** bench/plans: what the database did for each of them, and how large its tables are. */
async function keepPlans(postgres: Postgres, { count, bench, client, paths }: Side): Promise<void> {
  const told: string[] = [];
  for (const [name, path] of Object.entries(paths)) {
    const plans = await plansOf(postgres, client, /deliver/, () =>
      bench.dashboard(path).catch(() => undefined),
    );
    told.push(`## ${name}\n${plans.map(({ ms: took, text }) => `${ms(took)}\n${text}`).join('\n\n')}`);
  }
  const sizes = await client.query(
    `select relname, pg_size_pretty(pg_relation_size(oid)) as own from pg_class
     where relname like 'deliver%' and relkind in ('r', 'i') order by pg_relation_size(oid) desc limit 60`,
  );
  told.push(`## sizes\n${sizes.rows.map((row) => Object.values(row).join(' ')).join('\n')}`);
  mkdirSync(join(ROOT, 'bench/plans'), { recursive: true });
  writeFileSync(join(ROOT, `bench/plans/${count}.md`), told.join('\n\n'));
}
