import { globSync } from 'node:fs';
import { join } from 'node:path';
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { SEALED, seal } from '#lib/auth/server/seal.ts';
import { unseal } from '#lib/core/env/sealing.ts';
import { db } from '#lib/data/client.ts';
import { NOT_OF_CUSTOMERS } from '#lib/retention/server/erase-command.ts';

/** Every table that the schema declares. */
async function declaredTables(): Promise<PgTable[]> {
  const tables: PgTable[] = [];
  for (const file of globSync('lib/data/schema/*.ts')) {
    const parts = (await import(join(process.cwd(), file))) as Record<string, unknown>;
    tables.push(...(Object.values(parts).filter((one) => is(one, PgTable)) as PgTable[]));
  }
  return tables;
}

/** A row with what every row of its table must have; `number` makes it another one. */
function anyRow(table: PgTable, number: number): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [name, { notNull, hasDefault, dataType, columnType }] of Object.entries(
    getTableColumns(table),
  )) {
    if (!notNull || hasDefault || dataType === 'custom') continue;
    const values: Record<string, unknown> = { number, date: new Date(), boolean: true, json: {}, array: [] };
    const text = columnType === 'PgDateString' ? '2026-11-26' : `${name}${number}`;
    row[name] = values[dataType] ?? text;
  }
  return row;
}

/** Those that may hold a customer's data; what refers to another stands before it. */
export const customerTables = async () =>
  (await declaredTables())
    .filter((table) => !NOT_OF_CUSTOMERS.has(getTableName(table)))
    .toSorted((one, other) => references(other) - references(one));
const references = (table: PgTable) => getTableConfig(table).foreignKeys.length;

/** Columns that name things by which rows are found: ids, hashes, and codes of closed lists. */
const STRUCTURE =
  /^(?:id|.*Id|state|kind|event|outcome|purpose|cause|step|scope|route|page|channel|key|dedupeKey|endpoint)$/;

/** Adds a row for each column that can hold text, with one of the terms in it. Returns the columns. */
export async function inEveryColumn(tables: readonly PgTable[], terms: readonly string[]): Promise<string[]> {
  const filled: string[] = [];
  let number = 0;
  for (const table of tables.toReversed()) {
    const columns = getTableColumns(table) as Record<string, PgColumn>;
    const keys = getTableConfig(table).primaryKeys.flatMap((key) => key.columns.map(({ name }) => name));
    const open = Object.entries(columns).filter(
      ([name, column]) =>
        !column.primary &&
        !keys.includes(column.name) &&
        !STRUCTURE.test(name) &&
        name !== 'bytes' &&
        /Text|Json|Custom|Array/.test(column.columnType),
    );
    for (const [name, { columnType }] of open) {
      number += 1;
      const row = { ...(await withParents(table, number)) };
      const term = terms[number % terms.length] ?? '';
      const sealedAs = SEALED.find((one) => one.table === table && one.column === name);
      if (sealedAs !== undefined) row[name] = seal(JSON.stringify({ text: term }), sealedAs.purpose(row));
      else if (/Json/.test(columnType))
        row[name] = { [term]: 1, list: [{ text: term, number: Number(terms[0]) }] };
      else row[name] = /Array/.test(columnType) ? [term] : term;
      for (const { table: of, column, purpose } of SEALED)
        if (of === table && columns[column]?.notNull && row[column] === undefined)
          row[column] = seal('nothing', purpose(row));
      await db().insert(table).values(row);
      filled.push(`${getTableName(table)}.${name}`);
    }
  }
  return filled;
}

async function withParents(table: PgTable, number: number): Promise<Record<string, unknown>> {
  const row = anyRow(table, number);
  if ('state' in row) row.state = getTableName(table) === 'disputes' ? 'closed' : 'confirmed';
  for (const { reference } of getTableConfig(table).foreignKeys) {
    const { foreignTable, columns } = reference();
    const name = getTableName(foreignTable);
    const [own] = Object.entries(getTableColumns(table)).find(([, column]) => column === columns[0]) ?? [];
    if (own === undefined) continue;
    row[own] = name === 'operators' ? 'op' : await parent(foreignTable, number);
  }
  return row;
}

async function parent(table: PgTable, number: number): Promise<unknown> {
  const row = anyRow(table, 100_000 + number);
  if ('state' in row) row.state = 'confirmed';
  if (getTableName(table) === 'accounts') row.credentials = seal('{}', `credentials:${row.id}`);
  await db().insert(table).values(row).onConflictDoNothing();
  return row.id;
}

/** `schema.table` → all its rows as one text, sealed columns opened: whatever stands anywhere in the database. */
export async function everyText(): Promise<Map<string, string>> {
  const { rows: tables } = (await db().execute(sql`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`)) as unknown as {
    rows: { name: string }[];
  };
  const texts = new Map<string, string>();
  for (const { name } of tables) {
    const read = sql.raw(
      `select coalesce(string_agg(to_jsonb(t)::text, chr(10)), '') as text from ${name} t`,
    );
    const { rows } = (await db().execute(read)) as unknown as { rows: { text: string }[] };
    texts.set(name, rows[0]?.text ?? '');
  }
  for (const { table, column, purpose } of SEALED)
    for (const row of (await db().select().from(table)) as Record<string, unknown>[])
      if (typeof row[column] === 'string')
        texts.set(`sealed ${texts.size}`, unseal(row[column], purpose(row)));
  return texts;
}
