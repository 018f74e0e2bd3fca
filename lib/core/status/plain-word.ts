/**
 * A provider's word in capitals without accents, its parts joined by `_`: `emManutenção` and `em manutenção`
 * give the same word. Pure.
 */
export const plainWord = (word: string) =>
  word
    .trim()
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

/** Meanings by the parts of a plain word; the first match counts. */
export type Reading<Meaning> = readonly (readonly [Meaning, RegExp])[];

/** Null: no part of the word is known. */
export const firstIn = <Meaning>(table: Reading<Meaning>, key: string): Meaning | null =>
  table.find(([, pattern]) => pattern.test(key))?.[0] ?? null;

const MAX_CACHED = 500;

/** Caches a reading by its word: a provider has a handful of words, and a list a hundred thousand rows. */
export function perWord<Meaning>(read: (word: string) => Meaning): (word: string) => Meaning {
  const cache = new Map<string, Meaning>();
  return (word) => {
    const known = cache.get(word);
    if (known !== undefined) return known;
    const meaning = read(word);
    if (cache.size < MAX_CACHED) cache.set(word, meaning);
    return meaning;
  };
}
