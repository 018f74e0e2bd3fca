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
