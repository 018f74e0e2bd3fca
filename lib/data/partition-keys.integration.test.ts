import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { db } from '#lib/data/client.ts';
import { withDatabase } from '../../e2e/support/test-database.ts';

process.env.LOG_LEVEL = 'silent';
withDatabase();

async function rowsOf<R>(question: string): Promise<R[]> {
  return ((await db().execute(sql.raw(question))) as unknown as { rows: R[] }).rows;
}

/** Partitioned by arrival; with those that their triggers write, all that a distribution by account would take. */
const BY_MONTH = { deliveries: 'arrived_at', received_callbacks: 'received_at' } as const;
const BY_ACCOUNT = [
  ...Object.keys(BY_MONTH),
  ...['delivery_keys', 'received_keys', 'delivery_counts', 'delivery_addresses'],
];
const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');

it('needs no extension', async () => {
  const found = await rowsOf<{ extname: string }>('select extname from pg_extension');
  expect(found).toEqual([{ extname: 'plpgsql' }]);
});

it('every key of a partitioned table holds its instant and its account, as TimescaleDB and Citus ask', async () => {
  const partitioned = await rowsOf<{ name: string; by: string }>(`
    select c.relname as name, a.attname as by from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = p.partattrs[0] and a.attnotnull
    where c.relnamespace = 'public'::regnamespace order by 1`);
  expect(partitioned).toEqual(Object.entries(BY_MONTH).map(([name, by]) => ({ name, by })));
  const keys = await rowsOf<{ name: string; columns: string[] }>(`
    select t.relname as name, array(select a.attname::text from pg_attribute a where a.attrelid = t.oid
      and a.attnum = any (i.indkey::int2[])) as columns
    from pg_index i join pg_class t on t.oid = i.indrelid
    where i.indisunique and t.relname in (${quoted(BY_ACCOUNT)}) order by 1`);
  expect([...new Set(keys.map(({ name }) => name))]).toEqual(BY_ACCOUNT.toSorted());
  for (const { name, columns } of keys) {
    expect(columns, name).toContain('account_id');
    const by = BY_MONTH[name as keyof typeof BY_MONTH];
    if (by !== undefined) expect(columns, name).toContain(by);
  }
});

it('nothing refers to such a table, and it refers to nothing', async () => {
  const found = await rowsOf(`select conname from pg_constraint where contype = 'f'
    and (conrelid::regclass::text in (${quoted(BY_ACCOUNT)}) or confrelid::regclass::text in (${quoted(BY_ACCOUNT)}))`);
  expect(found).toEqual([]);
});

it('its triggers are those that docs/scaling.md says stand in the way', async () => {
  const found = await rowsOf<{ name: string; each: string; transition: boolean }>(`
    select tgname as name, case when tgtype & 1 = 1 then 'row' else 'statement' end as each,
      tgnewtable is not null or tgoldtable is not null as transition
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relname in (${quoted(BY_ACCOUNT)}) and not tgisinternal order by 1`);
  const statement = (name: string, transition = true) => ({ name, each: 'statement', transition });
  const row = (name: string) => ({ name, each: 'row', transition: false });
  expect(found).toEqual([
    ...[
      statement('deliveries_added'),
      statement('deliveries_changed'),
      statement('deliveries_emptied', false),
    ],
    ...[statement('deliveries_gone'), row('deliveries_once'), statement('deliveries_unkeyed')],
    ...[row('received_callbacks_once'), statement('received_callbacks_unkeyed')],
  ]);
});
