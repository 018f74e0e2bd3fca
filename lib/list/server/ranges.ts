import 'server-only';
import { and, Column, is, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { instantsOf } from '#lib/api/list-window.ts';
import { endToEndSpellings } from '#lib/core/pix/end-to-end-id.ts';

type Period = { from?: string | undefined; to?: string | undefined };
type Amounts = { amountFrom?: number | undefined; amountTo?: number | undefined };

/** SQL: at or after `from` and before `to`. GuicheError `invalid_request` names an invalid day. */
export function periodWithin(at: SQLWrapper, period: Period): SQL | undefined {
  const { from, to } = instantsOf(period);
  return and(
    from === undefined ? undefined : sql`${at} >= ${from}::timestamptz`,
    to === undefined ? undefined : sql`${at} < ${to}::timestamptz`,
  );
}

/** SQL: within these cents, both bounds inclusive. */
export function amountWithin(amount: SQLWrapper, { amountFrom, amountTo }: Amounts): SQL | undefined {
  return and(
    amountFrom === undefined ? undefined : sql`${amount} >= ${amountFrom}`,
    amountTo === undefined ? undefined : sql`${amount} <= ${amountTo}`,
  );
}

/** Escapes text for a `like` pattern, so that `%` and `_` match literally. */
export const likeText = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/**
 * Reads a list's first page. Without rows it tries the other spellings of the end-to-end id: providers
 * compare it case-sensitively, and other programs often change its case.
 */
export async function readWithSpellings<
  F extends { endToEndId?: string | undefined },
  P extends { items: readonly unknown[] },
>(filter: F, read: (filter: F) => Promise<P>): Promise<P> {
  const asTyped = await read(filter);
  if (asTyped.items.length > 0 || filter.endToEndId === undefined) return asTyped;
  for (const endToEndId of endToEndSpellings(filter.endToEndId)) {
    if (endToEndId === filter.endToEndId) continue;
    const found = await read({ ...filter, endToEndId });
    if (found.items.length > 0) return found;
  }
  return asTyped;
}

/** The first pages of a provider's list, at most `most`. Each is read when the caller continues. */
export async function* firstPages<P extends { next: unknown }>(
  most: number,
  read: (position: unknown) => Promise<P>,
): AsyncGenerator<P> {
  let position: unknown = null;
  for (let pages = 0; pages < most; pages += 1) {
    const page = await read(position);
    yield page;
    if (page.next === null) return;
    position = page.next;
  }
}

/** A column of the rows' order; `as` is its database type. */
type Part = { readonly by: SQLWrapper; readonly as: 'timestamptz' | 'float8' | 'int' | 'text' };

/** Where a page ended: the last row's keys as exact text from the database. */
export type Place = readonly string[];

/**
 * Keyset pagination. The last part must be unique, so that the next page starts exactly below the last row,
 * even among equal values. Rows without a value come last in either direction.
 */
export function keyset(parts: readonly [Part, ...Part[]], falling: boolean) {
  const keys = parts.map(({ by, as }) => {
    const hasInfinity = as === 'timestamptz' || as === 'float8';
    // The database can use an index only on the bare column.
    if (!hasInfinity || (as === 'timestamptz' && is(by, Column) && by.notNull)) return sql`${by}`;
    return sql`coalesce(${by}::${sql.raw(as)}, ${falling ? '-infinity' : 'infinity'}::${sql.raw(as)})`;
  });
  const row = (values: readonly SQL[]) => sql`(${sql.join([...values], sql`, `)})`;
  return {
    order: keys.map((key) => sql`${key} ${sql.raw(falling ? 'desc' : 'asc')}`),
    place: sql<Place>`json_build_array${row(keys.map((key) => sql`${key}::text`))}`,
    /** Null: from the first row on. */
    below: (place: Place | null): SQL | undefined =>
      place === null
        ? undefined
        : sql`${row(keys)} ${sql.raw(falling ? '<' : '>')} ${row(
            parts.map(({ as }, at) => sql`${place[at]}::${sql.raw(as)}`),
          )}`,
  };
}

/** The page of rows read with `limit` + 1, and its last row's place when another page follows. */
export function cutPage<T, P>(found: readonly T[], limit: number, placeOf: (last: T) => P) {
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last === undefined ? null : placeOf(last) };
}
