import 'server-only';
import { Column, is, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

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
