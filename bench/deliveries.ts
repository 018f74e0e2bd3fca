import { Client } from 'pg';
import { type Postgres, startPostgres } from '../scripts/postgres.ts';
import { fillDeliveries } from './fill-deliveries.ts';
import { flatRow, interleaved, median, type Row, timed } from './measure.ts';
import { type Bench, openBench, SECRET } from './products.ts';

const API = '/api/accounts/pix/deliveries?limit=50';
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Queries of the index's page, common and rare. */
const QUERIES: Readonly<Record<string, string>> = {
  'first page': '',
  'open failures': '&outcome=failed',
  'given up': '&outcome=given_up',
  'one webhook': '&webhookId=wh_2',
  'a rare webhook': '&webhookId=wh_rare',
  'failures of a webhook': '&webhookId=wh_2&outcome=failed',
  'a rare address': '&url=https%3A%2F%2Fshop-9.example.com%2Fcallback',
  'no answer': '&statusClass=none',
  'a rare status': '&statusClass=3xx',
  'a rare event': '&event=INFRACTION_CHANGED',
  'one transaction': '&transactionId=tx_4711',
  'a month': `&from=${dayAgo(120)}&to=${dayAgo(90)}`,
};

/** The index of deliveries on PostgreSQL, with few records and with very many, in turn. */
export async function deliveryRows(few: number, many: number, quick: boolean): Promise<Row[]> {
  const postgres = await startPostgres(['shared_buffers=2GB', 'max_wal_size=8GB']);
  const open: Bench[] = [];
  try {
    for (const count of [few, many]) open.push(await openFilled(postgres, count));
    const [small, large] = open as [Bench, Bench];
    const rows: Row[] = [];
    for (const [name, query] of Object.entries(QUERIES)) {
      const request = ({ dashboard }: Bench) => dashboard(`${API}${query}`);
      for (let warm = 0; warm < 3; warm += 1) for (const bench of open) await request(bench);
      const figures = await interleaved(quick ? 5 : 41, {
        few: () => timed(() => request(small)),
        many: () => timed(() => request(large)),
      });
      rows.push(
        flatRow({
          what: `${many.toLocaleString('en')} deliveries: ${name}`,
          small: median(figures.few),
          large: median(figures.many),
          reference: few.toLocaleString('en'),
          most: 300,
        }),
      );
    }
    return rows;
  } finally {
    for (const bench of open) await bench.stop();
    await postgres.stop();
  }
}

async function openFilled(postgres: Postgres, count: number): Promise<Bench> {
  const maker = new Client({ connectionString: postgres.url });
  await maker.connect();
  await maker.query(`create database of_${count}`);
  await maker.end();
  const url = Object.assign(new URL(postgres.url), { pathname: `/of_${count}` }).href;
  const env = { DATABASE_URL: url, GUICHE_SECRET: SECRET };
  // The first start creates tables and accounts; the product is stopped while they are filled.
  await (await openBench(1_000, { env })).stop();
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(`select id from accounts where slug = 'pix'`);
  await fillDeliveries(client, rows[0].id, count);
  await client.end();
  return openBench(1_000, { env });
}
