/** A service's word in capitals without accents, its parts apart: `emManutenção` and `em manutenção` are one word. Pure. */
export const plainWord = (word: string) =>
  word
    .trim()
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '');

/** Meanings by the parts of a plain word; the first that fits counts. */
export type Reading<Meaning> = readonly (readonly [Meaning, RegExp])[];

/** Null: a word of which no part is known. */
export const firstIn = <Meaning>(table: Reading<Meaning>, key: string): Meaning | null =>
  table.find(([, pattern]) => pattern.test(key))?.[0] ?? null;

const MOST_KEPT = 500;

/** A reading that is kept by its word: a service has a handful of words, and a list a hundred thousand rows. */
export function perWord<Meaning>(read: (word: string) => Meaning): (word: string) => Meaning {
  const kept = new Map<string, Meaning>();
  return (word) => {
    const known = kept.get(word);
    if (known !== undefined) return known;
    const meaning = read(word);
    if (kept.size < MOST_KEPT) kept.set(word, meaning);
    return meaning;
  };
}
