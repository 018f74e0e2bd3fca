import { HubError } from './errors.ts';

const SAO_PAULO = '-03:00';
const DAY = 86_400_000;
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

export function badQuery(name: string, text: string): HubError {
  return new HubError(400, 'SCHEMA_INVALID', 'Invalid query.', { [name]: text });
}

/** ISO 8601, or a whole Brasília day as YYYY-MM-DD. Returns epoch ms; for an end, the day's last ms. */
function parseTime(value: string, name: string, end: boolean): number {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(value);
  // A '+' in a query arrives as a space.
  const text = value.replace(' ', '+');
  const at = day
    ? Date.parse(`${value}T00:00:00.000${SAO_PAULO}`)
    : ISO.test(text)
      ? Date.parse(text)
      : Number.NaN;
  if (Number.isNaN(at)) throw badQuery(name, 'must be ISO 8601 or YYYY-MM-DD');
  return day && end ? at + DAY - 1 : at;
}

/** Reads the query by name; throws SCHEMA_INVALID. */
export class Query {
  readonly #values: ReadonlyMap<string, string>;

  constructor(values: ReadonlyMap<string, string>) {
    this.#values = values;
  }

  text(name: string, least = 1, most = 255): string | undefined {
    const value = this.#values.get(name);
    if (value === undefined || value === '') return undefined;
    if (value.length < least || value.length > most)
      throw badQuery(name, `must have ${least} to ${most} characters`);
    return value;
  }

  oneOf<T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!allowed.includes(value as T)) throw badQuery(name, `must be one of ${allowed.join(', ')}`);
    return value as T;
  }

  listOf(name: string, allowed: readonly string[]): ReadonlySet<string> | undefined {
    const value = this.text(name, 1, 500);
    if (value === undefined) return undefined;
    const parts = value.split(',').map((part) => part.trim());
    if (parts.some((part) => !allowed.includes(part)))
      throw badQuery(name, `must be some of ${allowed.join(', ')}`);
    return new Set(parts);
  }

  flag(name: string): boolean | undefined {
    const value = this.oneOf(name, ['true', 'false']);
    return value === undefined ? undefined : value === 'true';
  }

  integer(name: string, least: number, most: number): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!/^\d{1,15}$/.test(value) || Number(value) < least || Number(value) > most)
      throw badQuery(name, `must be an integer from ${least} to ${most}`);
    return Number(value);
  }

  time(name: string, end: boolean): number | undefined {
    const value = this.text(name, 1, 40);
    return value === undefined ? undefined : parseTime(value, name, end);
  }
}

type Place = [at: number, number: number];

function placeOf(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  try {
    const [at, number] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as Place;
    if (Number.isFinite(at) && Number.isInteger(number)) return [at, number];
  } catch {
    // Not JSON: the error below applies.
  }
  throw badQuery('cursor', 'is not a cursor of this list');
}

export type Page<T> = { data: T[]; nextCursor: string | null };

/** One page of `list`, ordered by `at`, then by position; newest first unless `ascending`. */
export function page<T>(list: T[], query: Query, at: (one: T) => number, ascending = false): Page<T> {
  const limit = query.integer('limit', 1, 100) ?? 20;
  const from = placeOf(query.text('cursor', 1, 200));
  const rows = list.map((one, number) => ({ one, place: [at(one), number] as Place }));
  const compare = (a: Place, b: Place) => (ascending ? 1 : -1) * (a[0] - b[0] || a[1] - b[1]);
  rows.sort((a, b) => compare(a.place, b.place));
  const rest = from === null ? rows : rows.filter(({ place }) => compare(place, from) > 0);
  const last = rest.length > limit ? rest[limit - 1] : undefined;
  return {
    data: rest.slice(0, limit).map(({ one }) => one),
    nextCursor: last ? Buffer.from(JSON.stringify(last.place)).toString('base64url') : null,
  };
}

export const PAGED = ['limit', 'cursor'] as const;
export const DATED = [...PAGED, 'status', 'dateFrom', 'dateTo'] as const;

export function period(query: Query): (at: number) => boolean {
  const from = query.time('dateFrom', false) ?? -Infinity;
  const to = query.time('dateTo', true) ?? Infinity;
  return (at) => at >= from && at <= to;
}
