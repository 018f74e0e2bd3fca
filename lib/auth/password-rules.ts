/**
 * Password rules that the browser can tick; the server judges by its lists besides, and has the last word.
 */

/** By characters as people count them, in the form that is hashed. */
export const lengthOf = (password: string): number => [...password.normalize('NFKC')].length;

/** A blank that nobody sees at either end: most often it was copied along. */
export const hasOuterBlank = (password: string): boolean => password !== password.trim();

/** So little of it is left without the person's own name and e-mail that it is made of them. */
const LEAST_OTHER = 8;

export function isMadeOfOwn(password: string, { name, email }: { name: string; email: string }): boolean {
  const pieces = `${name} ${email}`.toLowerCase().split(/[\s@._+-]+/);
  const own = pieces.filter((piece) => piece.length > 2).sort((a, b) => b.length - a.length);
  const rest = own.reduce((text, piece) => text.replaceAll(piece, ''), password.toLowerCase());
  return rest.length < password.length && lengthOf(rest) < LEAST_OTHER;
}
