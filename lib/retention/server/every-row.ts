import 'server-only';
import { getTableName, sql } from 'drizzle-orm';
import { SEALED } from '#lib/auth/server/seal.ts';
import { lookupTable } from '#lib/core/lookup-table.ts';
import { sleep } from '#lib/core/sleep.ts';
import { rowsOf, type Transaction } from '#lib/data/client.ts';

/** Database names. `texts`: columns that may name a person; `sealed`: those of them that `seal` encrypted. */
export type Table = { name: string; keys: string[]; texts: string[]; sealed: string[] };
export type Row = Record<string, unknown>;

/** File contents are not searched; files are deleted with their dispute. */
const UNREAD = lookupTable({ dispute_attachments: 'bytes' });

/** Batch size in pages of 8 KB, adapted so that a batch takes about a second. */
const FEWEST = 32;
const MOST = 2_048;
const SLOW_MS = 1_500;
const PAUSE_MS = 20;

/** Every table with a text column, from the database catalogue, so that a new table is never missed. */
export async function everyTable(): Promise<Table[]> {
  const found = await rowsOf<{ name: string; column: string; key: boolean }>(sql`
    select c.relname as name, a.attname as column, coalesce(a.attnum = any(i.indkey::int2[]), false) as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relkind in ('r', 'p') and not c.relispartition
      and (a.atttypid in ('text'::regtype, 'jsonb'::regtype, 'text[]'::regtype)
        or a.attnum = any(i.indkey::int2[]))
    order by c.relname, a.attnum`);
  const columns = Map.groupBy(found, ({ name }) => name);
  return [...columns].map(([name, all]) => ({
    name,
    keys: all.filter(({ key }) => key).map(({ column }) => column),
    texts: all.filter(({ key, column }) => !key && UNREAD[name] !== column).map(({ column }) => column),
    sealed: sealedOf(name).map(({ column }) => column),
  }));
}

/** The sealed columns of a table, with their sealing purpose. */
export const sealedOf = (name: string) =>
  SEALED.filter(({ table, column }) => getTableName(table) === name && UNREAD[name] !== column);

/** Rows that match `pattern`, and all with a sealed value, which SQL cannot search. Megabytes at a time. */
export async function* rowsWith(table: Table, pattern: string, signal: AbortSignal): AsyncGenerator<Row> {
  const leaves = await rowsOf<{ leaf: string; pages: number }>(sql`
    select leaf::regclass::text as leaf, (pg_relation_size(leaf) / 8192)::int as pages
    from (select coalesce(p.relid, r.root) as leaf from (select ${table.name}::regclass as root) r
      left join lateral pg_partition_tree(r.root) p on true where p.isleaf is not false) one`);
  for (const { leaf, pages } of leaves) {
    let step = FEWEST;
    for (let first = 0; first < pages; ) {
      signal.throwIfAborted();
      const begun = performance.now();
      yield* await pagesOf(table, { leaf, first, end: first + step }, pattern);
      first += step;
      const ms = performance.now() - begun;
      if (ms > SLOW_MS) step = Math.max(FEWEST, step / 2);
      else if (ms < SLOW_MS / 4) step = Math.min(MOST, step * 2);
      await sleep(PAUSE_MS, signal);
    }
  }
}

type Part = { leaf: string; first: number; end: number };

async function pagesOf(
  { name, texts, sealed }: Table,
  { leaf, first, end }: Part,
  pattern: string,
): Promise<Row[]> {
  const open = texts
    .filter((column) => !sealed.includes(column))
    .map((column) => sql`t.${sql.identifier(column)}::text`);
  const named =
    open.length === 0 ? sql`false` : sql`concat_ws(chr(10), ${sql.join(open, sql`, `)}) ~* ${pattern}`;
  const closed = sealed.map((column) => sql`t.${sql.identifier(column)} is not null`);
  const rows = await rowsOf<{ row: Row }>(sql`
    select ${rowOf(name)} as row from ${sql.raw(leaf)} t
    where t.ctid >= ${`(${first},0)`}::tid and t.ctid < ${`(${end},0)`}::tid
      and (${sql.join([named, ...closed], sql` or `)})`);
  return rows.map(({ row }) => row);
}

/** One row by its keys, in the shape of `rowsWith`. */
export async function rowBy({ name, keys }: Table, values: Row): Promise<Row | null> {
  const [found] = await rowsOf<{ row: Row }>(sql`
    select ${rowOf(name)} as row from ${sql.identifier(name)} t,
      jsonb_populate_record(null::${sql.identifier(name)}, ${JSON.stringify(values)}::jsonb) v
    where ${same(keys, 'v')}`);
  return found?.row ?? null;
}

/** The row as JSON. `xmin` is its version. */
const rowOf = (name: string) =>
  sql`to_jsonb(t) - ${UNREAD[name] ?? ''}::text || jsonb_build_object('xmin', t.xmin::text)`;

/** Sets columns of a row. Returns false when the row changed meanwhile. */
export async function setRow(
  on: Transaction,
  { name, keys }: Table,
  row: Row,
  changes: Row,
): Promise<boolean> {
  const set = Object.keys(changes).map(
    (column) => sql`${sql.identifier(column)} = v.${sql.identifier(column)}`,
  );
  const done = await rowsOf(
    sql`
      update ${sql.identifier(name)} t set ${sql.join(set, sql`, `)}
      from jsonb_populate_record(null::${sql.identifier(name)}, ${JSON.stringify({ ...row, ...changes })}::jsonb) v
      where ${same(keys, 'v')} and t.xmin::text = ${String(row.xmin)} returning 1 as one`,
    on,
  );
  return done.length > 0;
}

export async function dropRow(on: Transaction, { name, keys }: Table, row: Row): Promise<boolean> {
  const done = await rowsOf(
    sql`
      delete from ${sql.identifier(name)} t
      using jsonb_populate_record(null::${sql.identifier(name)}, ${JSON.stringify(row)}::jsonb) v
      where ${same(keys, 'v')} returning 1 as one`,
    on,
  );
  return done.length > 0;
}

const same = (keys: readonly string[], other: string) =>
  sql.join(
    keys.map((key) => sql`t.${sql.identifier(key)} = ${sql.identifier(other)}.${sql.identifier(key)}`),
    sql` and `,
  );
