import 'server-only';
import { and, eq, getTableColumns, isNotNull, notLike, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn } from 'drizzle-orm/pg-core';
import type { Command } from '#lib/admin-socket/server/listen.ts';
import { RECOVERY } from '#lib/auth/server/factors.ts';
import { SEALED, type SealedColumn, seal, unseal } from '#lib/auth/server/seal.ts';
import { keyId, masterSecrets } from '#lib/core/env/secret.ts';
import { orNull } from '#lib/core/errors.ts';
import { appendAuditNow, audit } from '#lib/data/audit/append.ts';
import { AUDIT_CHAIN, lastSealedBy } from '#lib/data/audit/chain.ts';
import { invalidateAfter } from '#lib/data/cache.ts';
import { db } from '#lib/data/client.ts';
import { ERASED } from '#lib/data/erasure/erased-index.ts';
import { retireKey } from '#lib/data/retired-keys.ts';

/** `left`: values sealed with neither the current secret nor the previous one. */
export type Rotated =
  | { done: 'rotate-key'; values: number; left: number }
  | { done: null; refused: 'previous' };

/** Rows per read: one may be several megabytes. */
const AT_ONCE = 10;

/**
 * `npm run admin -- rotate-key`: seals every value with GUICHE_SECRET, a few rows at a time. It can be
 * interrupted and repeated: each value names its key. Afterwards the previous secret opens nothing.
 */
export const rotateKeyCommand: Command = async (_, signal): Promise<Rotated> => {
  const [current, previous] = masterSecrets();
  if (previous === undefined || previous === current) return { done: null, refused: 'previous' };
  await retire(previous);
  let [values, left] = [0, 0];
  for (const column of SEALED) {
    const found = await invalidateAfter('accounts', () => sealAnew(column, signal));
    values += found.values;
    left += found.left;
  }
  const after = { values, left, key: keyId(), previous: keyId(previous) };
  await audit(db(), { action: 'key.rotated', after });
  return { done: 'rotate-key', values, left };
};

/**
 * Stores the old keys, sealed with the new secret, for hashes that cannot be renewed. The audit chain
 * continues under the new one.
 */
async function retire(previous: string): Promise<void> {
  await db().transaction(async (tx) => {
    await appendAuditNow(tx, { action: 'key.rotating', after: { key: keyId(), previous: keyId(previous) } });
    await retireKey(tx, previous, AUDIT_CHAIN, await lastSealedBy(tx, keyId(previous)));
    await retireKey(tx, previous, RECOVERY, 0);
    await retireKey(tx, previous, ERASED, 0);
  });
}

async function sealAnew({ table, column, purpose }: SealedColumn, signal: AbortSignal) {
  const columns = getTableColumns(table);
  const target = columns[column] as PgColumn;
  const keys = keysOf(columns, table);
  const stale = and(isNotNull(target), notLike(target, `v1.${keyId()}.%`));
  const counted = { values: 0, left: 0 };
  for (let after: unknown[] | null = null; ; ) {
    signal.throwIfAborted();
    const rows: Record<string, unknown>[] = await db()
      .select(columns)
      .from(table)
      .where(and(stale, after === null ? undefined : behind(keys, after)))
      .orderBy(...keys.map(([, key]) => key))
      .limit(AT_ONCE);
    for (const row of rows) {
      const old = row[column] as string;
      const fresh = orNull(() => seal(unseal(old, purpose(row)), purpose(row)));
      if (fresh === null) {
        counted.left += 1;
        continue;
      }
      // A concurrent write already used the new key.
      const same = and(eq(target, old), ...keys.map(([name, key]) => eq(key, row[name])));
      await db()
        .update(table)
        .set({ [column]: fresh })
        .where(same);
      counted.values += 1;
    }
    const last = rows.at(-1);
    if (last === undefined) break;
    after = keys.map(([name]) => last[name]);
  }
  return counted;
}

type Key = [name: string, column: PgColumn];

function keysOf(columns: Record<string, PgColumn>, table: SealedColumn['table']): Key[] {
  const together = getTableConfig(table).primaryKeys.flatMap((key) => key.columns.map(({ name }) => name));
  return Object.entries(columns).filter(([, column]) => column.primary || together.includes(column.name));
}

function behind(keys: readonly Key[], values: readonly unknown[]): SQL {
  const list = (parts: readonly unknown[]) =>
    sql.join(
      parts.map((part) => sql`${part}`),
      sql`, `,
    );
  return sql`(${list(keys.map(([, key]) => key))}) > (${list(values)})`;
}
