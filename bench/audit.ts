import { Client } from 'pg';
import { startPostgres } from '../scripts/postgres.ts';
import { median, timed } from './measure.ts';
import { type Bench, openBench } from './products.ts';
import { ms, type Row } from './report.ts';

const MOST_MS = 300;
const API = '/api/audit?limit=50';
/** Each of its filters, common and rare, alone and together. */
const FILTERS: Readonly<Record<string, string>> = {
  nothing: API,
  'one busy person': `${API}&operator=ready-finance`,
  'one rare person': `${API}&operator=rare`,
  'one account': `${API}&account=pix`,
  'a common group': `${API}&action=money`,
  'a rare action': `${API}&action=account.credential`,
  'what was refused': `${API}&result=refused`,
  'one session': `${API}&session=s00042`,
  'one thing': `${API}&target=thing-4711`,
  'an old day': `${API}&from=2025-02-03&to=2025-02-03`,
  'a rare person on an old day': `${API}&operator=rare&from=2025-02-03&to=2025-02-03`,
  'all of them': `${API}&operator=ready-finance&account=pix&action=money&result=failed&from=2025-01-10&to=2025-11-20`,
};

/** The audit log's page and its filters with so many entries, on PostgreSQL. */
export async function auditRows(entries: number, quick: boolean): Promise<Row[]> {
  const postgres = await startPostgres();
  const env = { DATABASE_URL: postgres.url, GUICHE_SECRET: 'for the bench only, thirty-two bytes or more' };
  const bench = await openBench(1_000, { env });
  try {
    await fill(postgres.url, entries);
    return await measured(bench, entries, quick ? 10 : 40);
  } finally {
    await bench.stop();
    await postgres.stop();
  }
}

/** A year of entries behind those of the start: what a busy team leaves, with some persons and actions that are rare. */
async function fill(url: string, entries: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `insert into audit_log (seq, at, operator_id, account_id, action, target, result, after, address, user_agent,
       session, previous_hash, hash)
     select n + 1000, timestamptz '2025-01-01' + n * interval '1 year' / $1::int,
       case when n % 20000 = 7 then 'rare' when n % 10 = 0 then null else 'ready-' ||
         (array['finance', 'finance', 'finance', 'analyst', 'admin'])[1 + n % 5] end,
       case when n % 4 = 0 then null else (select id from accounts where slug = (array['pix', 'hub', 'card'])[1 + n % 3]) end,
       case when n % 50000 = 11 then 'account.credential' else (array['sign-in', 'step-up', 'refund.create.requested',
         'refund.create.confirmed', 'charge.create.requested', 'charge.create.confirmed', 'dispute.draft',
         'transaction.reveal', 'transactions.export', 'webhook.edit.requested'])[1 + n % 10] end,
       'thing-' || n / 3, case when n % 50 = 3 then 'refused' when n % 90 = 5 then 'failed' else 'ok' end,
       jsonb_build_object('operation', 'op_' || n, 'amount', n), '203.0.113.7',
       'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
       's' || lpad((n / 40)::text, 5, '0'), md5(n::text) || md5(n::text), md5(n::text)
     from generate_series(1, $1::int) n`,
    [entries],
  );
  await client.query('vacuum analyze audit_log');
  await client.end();
}

async function measured({ dashboard }: Bench, entries: number, rounds: number): Promise<Row[]> {
  const medianOf = async (path: string) => {
    await dashboard(path);
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await timed(() => dashboard(path)));
    return median(times);
  };
  const page = await medianOf('/settings/audit');
  const figures: Record<string, number> = {};
  for (const [name, path] of Object.entries(FILTERS)) figures[name] = await medianOf(path);
  const [slowest, most] = Object.entries(figures).toSorted(([, a], [, b]) => b - a)[0] ?? ['', 0];
  const row = (what: string, time: number, more: Record<string, number>): Row => ({
    what: `audit of ${entries.toLocaleString('en')} entries: ${what}`,
    measured: ms(time),
    reference: '',
    goal: `≤ ${MOST_MS} ms`,
    met: time <= MOST_MS,
    figures: more,
  });
  return [
    row('page (HTML)', page, { page }),
    { ...row('slowest filter', most, figures), reference: slowest },
  ];
}
