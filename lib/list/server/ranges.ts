import 'server-only';
import { and, Column, is, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { instantsOf } from '#lib/api/list-window.ts';
import { endToEndSpellings } from '#lib/core/pix/end-to-end-id.ts';

/** Ranges and texts of lists that Guichê's own database answers; a row without the value lies in no range. */

type Period = { from?: string | undefined; to?: string | undefined };
type Amounts = { amountFrom?: number | undefined; amountTo?: number | undefined };

/** From `from` on and before `to`. GuicheError `invalid_request` names a day that is none. */
export function periodWithin(at: SQLWrapper, period: Period): SQL | undefined {
  const { from, to } = instantsOf(period);
  return and(
    from === undefined ? undefined : sql`${at} >= ${from}::timestamptz`,
    to === undefined ? undefined : sql`${at} < ${to}::timestamptz`,
  );
}

/** Cents, both ends in. */
export function amountWithin(amount: SQLWrapper, { amountFrom, amountTo }: Amounts): SQL | undefined {
  return and(
    amountFrom === undefined ? undefined : sql`${amount} >= ${amountFrom}`,
    amountTo === undefined ? undefined : sql`${amount} <= ${amountTo}`,
  );
}

/** Text as a part of a pattern for `like`: its own `%` and `_` stand for themselves. */
export const likeText = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/**
 * A list's first page; where it has no row, the same with the other spellings of the end-to-end id that is looked for:
 * services compare its letters exactly, and what passed through other programs has often lost their case.
 */
export async function inSpellings<
  F extends { endToEndId?: string | undefined },
  P extends { items: readonly unknown[] },
>(filter: F, read: (filter: F) => Promise<P>): Promise<P> {
  const asGiven = await read(filter);
  if (asGiven.items.length > 0 || filter.endToEndId === undefined) return asGiven;
  for (const endToEndId of endToEndSpellings(filter.endToEndId)) {
    if (endToEndId === filter.endToEndId) continue;
    const found = await read({ ...filter, endToEndId });
    if (found.items.length > 0) return found;
  }
  return asGiven;
}

/** A column of the rows' order; `as` is its type in the database. */
type Part = { readonly by: SQLWrapper; readonly as: 'timestamptz' | 'float8' | 'int' | 'text' };

/** Where a page ended, as the database writes it: to the last digit. */
export type Place = readonly string[];

/**
 * An order whose last part tells every row from the others: the next page begins below the last row of the one before,
 * so that none comes twice or is left out where many are alike. What has no value stands last, whichever way.
 */
export function keyset(parts: readonly [Part, ...Part[]], falling: boolean) {
  const keys = parts.map(({ by, as }) => {
    const endless = as === 'timestamptz' || as === 'float8';
    // An index helps only with the column as it stands.
    if (!endless || (as === 'timestamptz' && is(by, Column) && by.notNull)) return sql`${by}`;
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

/** The page of rows of which one more than `limit` was asked for, and its last row's place where another page follows. */
export function cutPage<T, P>(found: readonly T[], limit: number, placeOf: (last: T) => P) {
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last === undefined ? null : placeOf(last) };
}
