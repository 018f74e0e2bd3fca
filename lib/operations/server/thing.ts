import 'server-only';
import { and, arrayOverlaps, desc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { databaseIso } from '#lib/data/clock.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { cutPage } from '#lib/list/server/ranges.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import type { Page } from '#lib/providers/port.ts';

/** What operations of a kind act on, with all names the provider uses for it. */
export type Thing = { accountId: string; kind: string; names: readonly string[] };

/** Operations on a thing with one of these names. Rows of older builds, without `names`, match by target. */
export const named = (names: readonly string[]): SQL | undefined =>
  or(inArray(operations.target, [...names]), arrayOverlaps(operations.names, [...names]));

export const ofThing = ({ accountId, kind, names }: Thing): SQL | undefined =>
  and(eq(operations.accountId, accountId), eq(operations.kind, kind), named(names));

/** All names of the thing an operation acts on. `also`: names from a present read. */
export const namesOf = (
  { target, names }: { target: string; names?: readonly string[] | null },
  also: readonly string[] = [],
): string[] => [...new Set([target, ...(names ?? []), ...also])];

/** For lists that a service does not offer: what was created in Guichê, newest first. */

/** Position of the next page. */
export type LocalOperation = { at: string; id: string };

export const confirmedOf = (accountId: string, ...kinds: readonly string[]) =>
  and(
    eq(operations.accountId, accountId),
    inArray(operations.kind, [...kinds]),
    eq(operations.state, 'confirmed'),
  );

/** Cents reported by the service, or else the requested amount. */
export function amountOf(thing: 'payment' | 'charge'): SQL {
  const reported = sql`(${operations.result} -> ${sql.raw(`'${thing}'`)} ->> 'amount')::bigint`;
  return sql`coalesce(${reported}, ${operations.amount})`;
}

export async function localOperations(
  accountId: string,
  kinds: string | readonly string[],
  { limit, after, where }: { limit: number; after: LocalOperation | null; where?: SQL | undefined },
): Promise<{ rows: OperationRow[]; next: LocalOperation | null }> {
  const { createdAt, id } = operations;
  const older =
    after === null
      ? undefined
      : or(lt(createdAt, new Date(after.at)), and(eq(createdAt, new Date(after.at)), lt(id, after.id)));
  const found = await db()
    .select()
    .from(operations)
    .where(and(confirmedOf(accountId, ...[kinds].flat()), older, where))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1);
  return cutPage(found, limit, (last) => ({ at: last.createdAt.toISOString(), id: last.id }));
}

type Here = { here: LocalOperation };

const isHere = (position: unknown): position is Here =>
  typeof position === 'object' && position !== null && 'here' in position;

/** A page of the service's list; without one (`not_supported`), what Guichê created, with `listed` false. */
export async function listedOrLocal<T>(
  position: unknown,
  list: () => Promise<Page<T>>,
  here: (after: LocalOperation | null) => Promise<{ items: T[]; next: LocalOperation | null }>,
): Promise<Page<T> & { listed: boolean }> {
  const localPage = async (after: LocalOperation | null) => {
    const { items, next } = await here(after);
    const from: Here | null = next === null ? null : { here: next };
    return { items, next: from, total: null, asOf: databaseIso(), listed: false };
  };
  if (isHere(position)) return localPage(position.here);
  try {
    return { ...(await list()), listed: true };
  } catch (error) {
    if (!(error instanceof GuicheError) || error.code !== 'not_supported') throw error;
    return localPage(null);
  }
}
