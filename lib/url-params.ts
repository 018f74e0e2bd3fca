import { createParser } from '#lib/address.ts';
import { isDay } from './dates.ts';

/** Parsers of a list's address; a value that does not fit is read as absent. */

const WORD = /^[A-Z_]{2,}$/;
const MOST_WORDS = 20;

/** A word of a provider's list. */
export const isWord = (text: string, longest = 40) => text.length <= longest && WORD.test(text);
const MOST_CENTS = 999_999_999_999;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/;

/** A São Paulo day, `YYYY-MM-DD`. */
export const day = createParser<string>({
  parse: (text) => (isDay(text) ? text : null),
  serialize: String,
});

/** A São Paulo day, or an instant with its offset. */
export const when = createParser<string>({
  parse: (text) => (isDay(text) || (INSTANT.test(text) && !Number.isNaN(Date.parse(text))) ? text : null),
  serialize: String,
});

const wordsThat = <W extends string>(fit: (word: string) => word is W) =>
  createParser<W[]>({
    parse(text) {
      const found = [...new Set(text.split(','))].filter(fit).slice(0, MOST_WORDS);
      return found.length > 0 ? found : null;
    },
    serialize: (value) => value.join(','),
    eq: (a, b) => a.join() === b.join(),
  });

/** Words of a provider's list, comma-separated; those that cannot be one are left out. */
export const wordsUpTo = (longest: number) => wordsThat((word): word is string => isWord(word, longest));

/** Some of Guichê's own words. */
export const wordsOf = <W extends string>(known: readonly W[]) =>
  wordsThat((word): word is W => (known as readonly string[]).includes(word));

/** A whole number above zero. */
export const wholeUpTo = (most: number) =>
  createParser<number>({
    parse(text) {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : 0;
      return value >= 1 && value <= most ? value : null;
    },
    serialize: String,
  });

/** An amount above zero. */
export const cents = wholeUpTo(MOST_CENTS);

export const textUpTo = (most: number, least = 1) =>
  createParser<string>({
    parse: (text) => (text.length >= least && text.length <= most ? text : null),
    serialize: String,
  });
