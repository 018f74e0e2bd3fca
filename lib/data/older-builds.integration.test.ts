import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { db, MIGRATIONS, type Transaction } from '#lib/data/client.ts';
import { withDatabase } from '../../e2e/support/test-database.ts';

process.env.LOG_LEVEL = 'silent';
withDatabase();

type Column = { name: string; type: string; notNull: boolean; default?: unknown };
type Unique = { isUnique: boolean; where?: string; columns: { expression: string; isExpression: boolean }[] };
type Table = {
  name: string;
  columns: Record<string, Column>;
  indexes: Record<string, Unique>;
  foreignKeys: Record<string, { tableTo: string; columnsFrom: string[]; columnsTo: string[] }>;
  compositePrimaryKeys: Record<string, { columns: string[] }>;
  uniqueConstraints: Record<string, { columns: string[] }>;
};
type Schema = { tag: string; tables: Table[] };

const META = join(MIGRATIONS.migrationsFolder, 'meta');
const json = <T>(name: string) => JSON.parse(readFileSync(join(META, name), 'utf8')) as T;

/** Tables and columns as the builds knew them that came with each migration, the oldest first. */
const SCHEMAS: readonly Schema[] = json<{ entries: { idx: number; tag: string }[] }>(
  '_journal.json',
).entries.map(({ idx, tag }) => {
  const { tables } = json<{ tables: Record<string, Table> }>(`${String(idx).padStart(4, '0')}_snapshot.json`);
  return { tag, tables: inOrder(Object.values(tables)) };
});
const EARLIER = SCHEMAS.slice(0, -1);

/** Those that others refer to come first. */
function inOrder(tables: Table[], done: Table[] = []): Table[] {
  const names = new Set(done.map(({ name }) => name));
  const next = tables.filter(
    ({ name, foreignKeys }) =>
      !names.has(name) &&
      Object.values(foreignKeys).every(({ tableTo }) => names.has(tableTo) || tableTo === name),
  );
  return next.length === 0 ? done : inOrder(tables, [...done, ...next]);
}

/** Names of all tables; a row's number identifies its table, so that no row is another's by chance. */
const NAMES = [...new Set(SCHEMAS.flatMap(({ tables }) => tables.map(({ name }) => name)))];
const first = (table: string) => NAMES.indexOf(table) * 100 + 1;

const VALUES: Readonly<Record<string, (row: number) => string>> = {
  'text[]': (row) => `'{"${row}"}'`,
  jsonb: (row) => `'{"row": ${row}}'`,
  boolean: (row) => String(row % 2 === 0),
  'timestamp with time zone': () => `'2026-01-02 03:04:05.678+00'`,
  date: () => `'2026-01-02'`,
};

/** A reference names the first row of its table; a second one of a table with one row for each has nobody to name. */
function wordFor({ foreignKeys }: Table, { name, type }: Column, row: number): string {
  const key = Object.values(foreignKeys).find(({ columnsFrom }) => columnsFrom[0] === name);
  if (key !== undefined) return `'${key.columnsTo[0]} ${first(key.tableTo)}'`;
  if (type === 'text') return `'${name} ${row}'`;
  return VALUES[type]?.(row) ?? String(row);
}

const listed = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');

function insert(table: Table, columns: readonly Column[], row: number): string {
  const values = columns.map((column) => wordFor(table, column, row)).join(', ');
  return `insert into "${table.name}" (${listed(columns.map(({ name }) => name))}) values (${values})`;
}

/** Keys that a build may have used with `on conflict`. */
function keysOf({ columns, indexes, compositePrimaryKeys, uniqueConstraints }: Table): string[] {
  const primary = Object.values(columns).filter(
    (column) => 'primaryKey' in column && column.primaryKey === true,
  );
  const whole = [...Object.values(compositePrimaryKeys), ...Object.values(uniqueConstraints)];
  const unique = Object.values(indexes).filter(({ isUnique }) => isUnique);
  return [
    ...(primary.length === 0 ? [] : [`(${listed(primary.map(({ name }) => name))})`]),
    ...whole.map((key) => `(${listed(key.columns)})`),
    ...unique.map(({ columns: parts, where }) => {
      const key = parts.map(({ expression, isExpression }) =>
        isExpression ? `(${expression})` : `"${expression}"`,
      );
      return `(${key.join(', ')})${where === undefined ? '' : ` where ${where}`}`;
    }),
  ];
}

/** Statements that a build may run on a table, by every column and key that it knows; its first row stays. */
function statementsOf(table: Table): [label: string, statement: string][] {
  const { name } = table;
  const row = first(name);
  const columns = Object.values(table.columns);
  const needed = columns.filter((column) => column.notNull && column.default === undefined);
  const all = columns.map((column) => `"${column.name}"`);
  const same = all.map((column) => `${column} = excluded.${column}`).join(', ');
  const remove = ['remove', `delete from "${name}"`] as [string, string];
  return [
    ['add with defaults', insert(table, needed, row + 1)],
    remove,
    ['add whole', insert(table, columns, row)],
    ['read', `select ${all.join(', ')} from "${name}"`],
    ['change', `update "${name}" set ${all.map((column) => `${column} = ${column}`).join(', ')}`],
    ...keysOf(table).flatMap((key): [string, string][] => [
      remove,
      [`add or change by ${key}`, `${insert(table, columns, row)} on conflict ${key} do update set ${same}`],
    ]),
    ['add once', `${insert(table, columns, row)} on conflict do nothing`],
  ];
}

/** Runs the statements of such a build that no other has run; returns those that the database refuses. */
async function refusedOf(tx: Transaction, { tables }: Schema, before: Set<string>): Promise<string[]> {
  const refused: string[] = [];
  const run = async (name: string, label: string, statement: string) => {
    try {
      await tx.transaction((inner) => inner.execute(sql.raw(statement)));
    } catch (error) {
      const { code } = ((error as Error).cause ?? error) as { code?: string };
      refused.push(`${name}: ${label} (${code})`);
    }
  };
  for (const table of tables) {
    const all = statementsOf(table);
    // Only its row is needed then, by tables that refer to it.
    const known = before.has(JSON.stringify(all));
    before.add(JSON.stringify(all));
    for (const [label, statement] of all)
      if (!known || label === 'add once') await run(table.name, label, statement);
  }
  for (const { name } of tables.toReversed()) await run(name, 'remove all', `delete from "${name}"`);
  return refused;
}

/** In a transaction that leaves nothing behind; `change`: a migration more. */
async function refused(
  schema: Schema,
  { change = [], before = new Set<string>() }: { change?: readonly string[]; before?: Set<string> },
): Promise<string[]> {
  const undone = new Error('undone');
  let found: string[] = [];
  await db()
    .transaction(async (tx) => {
      for (const statement of change) await tx.execute(sql.raw(statement));
      found = await refusedOf(tx, schema, before);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return found;
}

/** No unique index fits what is named after `on conflict`. */
const NO_KEY = '42P10';
/**
 * Statements of builds of before these migrations that the database refuses since: docs/operating.md says what an
 * operator sees of each. A new one is a choice, not an accident.
 */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  '0014': [
    `deliveries: add or change by ("account_id", "id") (${NO_KEY})`,
    `received_callbacks: add or change by ("id") (${NO_KEY})`,
    `received_callbacks: add or change by ("account_id", "dedupe_key") (${NO_KEY})`,
  ],
  '0015': [`one_time_links: add or change by ("operator_id", "purpose") (${NO_KEY})`],
};

it('every build’s statements hold on the newest schema, but those that are told', async () => {
  const since = new Map<string, string>();
  const before = new Set<string>();
  // The newest schema that is refused shows the migration since which it is.
  for (const [index, schema] of [...EARLIER.entries()].toReversed())
    for (const one of await refused(schema, { before }))
      if (!since.has(one)) since.set(one, SCHEMAS[index + 1]?.tag.slice(0, 4) ?? '');
  const found = Object.fromEntries(
    [...Map.groupBy(since, ([, tag]) => tag)].map(([tag, all]) => [tag, all.map(([one]) => one).toSorted()]),
  );
  const expected = Object.entries(REFUSED).map(([tag, all]) => [tag, all.toSorted()]);
  expect(found).toEqual(Object.fromEntries(expected));
});

it('a column keeps its type and stays filled for the builds that know it', async () => {
  const { rows } = (await db().execute(
    sql`select c.relname || '.' || a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as filled
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0`,
  )) as unknown as { rows: { name: string; type: string; filled: boolean }[] };
  const now = new Map(rows.map((row) => [row.name, row]));
  const loosened = new Set<string>();
  for (const { tag, tables } of EARLIER)
    for (const { name: table, columns } of tables)
      for (const { name: column, type, notNull } of Object.values(columns)) {
        const name = `${table}.${column}`;
        expect(now.get(name)?.type, `${tag}: ${name}`).toBe(
          type.replace('serial', type === 'serial' ? 'integer' : 'int'),
        );
        if (notNull && now.get(name)?.filled !== true) loosened.add(name);
      }
  // Null once its time is over: 400 days after an end, or an erased person's. Older builds do not open those.
  expect([...loosened]).toEqual(['operations.request']);
});

it('the document tells each migration that an older build does not go along with', () => {
  const text = readFileSync('docs/operating.md', 'utf8');
  const upgrade = text.slice(text.indexOf('### Upgrade'), text.indexOf('### Roll back'));
  for (const tag of Object.keys(REFUSED)) expect(upgrade).toContain(`\`${tag}\``);
});

it.each([
  ['takes a column away', 'alter table operators drop column session_version', 'operators: read (42703)'],
  ['renames one', 'alter table grants rename column role to part', 'grants: add whole (42703)'],
  ['renames a table', 'alter table saved_views rename to views', 'saved_views: read (42P01)'],
  ['demands a new one', 'alter table sessions add column place text not null', 'sessions: add whole (23502)'],
  ['drops a key', 'drop index operators_email', `operators: add or change by ("email") (${NO_KEY})`],
  [
    'allows fewer values',
    `alter table notices add constraint known check (event = 'known')`,
    'notices: add whole (23514)',
  ],
  [
    'changes a type',
    'alter table accounts alter column name type integer using 1',
    'accounts: add whole (22P02)',
  ],
])('a migration that %s is seen', async (_, change, sign) => {
  expect(await refused(EARLIER.at(-1) as Schema, { change: [change] })).toContain(sign);
});
