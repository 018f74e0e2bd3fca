import { createParser, type inferParserType, type SingleParserBuilder } from 'nuqs/server';
import { isDay } from '#lib/core/dates.ts';

/** Parsers of a list's search parameters. An invalid value is read as absent. */

// biome-ignore lint/suspicious/noExplicitAny: a parser both takes and gives its value
export type Parsers = Readonly<Record<string, SingleParserBuilder<any>>>;
/** Values of these parameters; null when absent. */
export type ValuesOf<P extends Parsers> = inferParserType<P>;

const WORD = /^[A-Z_]{2,}$/;
const MOST_WORDS = 20;

/** True for a word that a provider's enum may have. */
export const isWord = (text: string, longest = 40) => text.length <= longest && WORD.test(text);
const MOST_CENTS = 999_999_999_999;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/;

const parseAsTextThat = (fits: (text: string) => boolean) =>
  createParser<string>({ parse: (text) => (fits(text) ? text : null), serialize: String });

/** A São Paulo day, `YYYY-MM-DD`. */
export const parseAsDay = parseAsTextThat(isDay);

/** A São Paulo day, or an instant with its offset. */
export const parseAsDayOrInstant = parseAsTextThat(
  (text) => isDay(text) || (INSTANT.test(text) && !Number.isNaN(Date.parse(text))),
);

const parseAsWordsThat = <W extends string>(fit: (word: string) => word is W) =>
  createParser<W[]>({
    parse(text) {
      const found = [...new Set(text.split(','))].filter(fit).slice(0, MOST_WORDS);
      return found.length > 0 ? found : null;
    },
    serialize: (value) => value.join(','),
    eq: (a, b) => a.join() === b.join(),
  });

/** Words of a provider's enum, comma-separated. Impossible ones are dropped. */
export const parseAsWords = (longest: number) =>
  parseAsWordsThat((word): word is string => isWord(word, longest));

/** Words that Guichê knows, comma-separated. */
export const parseAsChoices = <W extends string>(known: readonly W[]) =>
  parseAsWordsThat((word): word is W => (known as readonly string[]).includes(word));

/** A whole number from 1 to `most`. */
export const parseAsWhole = (most: number) =>
  createParser<number>({
    parse(text) {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : 0;
      return value >= 1 && value <= most ? value : null;
    },
    serialize: String,
  });

/** An amount in cents, above zero. */
export const parseAsCents = parseAsWhole(MOST_CENTS);

export const parseAsText = (most: number, least = 1) =>
  parseAsTextThat(({ length }) => length >= least && length <= most);

/** The values of `next` that differ, so that a choice without effect adds no history entry. */
export function changedValues<V extends object>(current: object, next: V): Partial<V> {
  const textIn = (values: object, name: string) => String((values as Record<string, unknown>)[name] ?? '');
  const changed = Object.entries(next).filter(([name]) => textIn(next, name) !== textIn(current, name));
  return Object.fromEntries(changed) as Partial<V>;
}

/** Filters of a fixed set of words keep that type. */
type Query<F> = { [Name in keyof F]?: NonNullable<F[Name]> extends infer V extends string ? V : string };

/** The filters as query parameters: absent ones dropped, lists joined by commas. */
export function toQuery<F extends object>(filters: F): Query<F> {
  const query: Query<F> = {};
  for (const [name, value] of Object.entries(filters))
    if (value !== null && value !== undefined)
      Object.assign(query, { [name]: Array.isArray(value) ? value.join(',') : String(value) });
  return query;
}

/** The most row ids that fit into an address. */
export const MOST_CHOSEN = 200;

/** The most row ids that a body may name. A list is read until all are found, which costs calls. */
export const MOST_EXPORTED = 1_000;
