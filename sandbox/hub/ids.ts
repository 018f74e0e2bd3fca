import { createHash } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** The same words give the same id, so a world replayed after a restart has the same ids. */
export type Ids = {
  id(prefix: string, ...words: (string | number)[]): string;
  uuid(...words: (string | number)[]): string;
  endToEnd(letter: 'E' | 'D', ispb: string, at: number, ...words: (string | number)[]): string;
  secret(prefix: string, ...words: (string | number)[]): string;
};

export function createIds(seed: number): Ids {
  const digest = (words: (string | number)[]) =>
    createHash('sha256')
      .update(`hub ${seed} ${words.join(' ')}`)
      .digest();
  const letters = (words: (string | number)[], count: number) =>
    [...digest(words).subarray(0, count)].map((byte) => ALPHABET[byte & 31]).join('');
  return {
    id: (prefix, ...words) => `${prefix}_${letters([prefix, ...words], 22)}`,
    uuid(...words) {
      const hex = digest(['uuid', ...words]).toString('hex');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
    },
    endToEnd(letter, ispb, at, ...words) {
      const minute = new Date(at).toISOString().slice(0, 16).replace(/[-T:]/g, '');
      return `${letter}${ispb}${minute}${letters(['e2e', letter, ...words], 11)}`;
    },
    secret: (prefix, ...words) => `${prefix}_${digest(['secret', prefix, ...words]).toString('base64url')}`,
  };
}
