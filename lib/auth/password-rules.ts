/**
 * Password rules that the browser can tick; the server judges by its lists besides, and has the last word.
 */

/** By characters as people count them. */
export const lengthOf = (password: string): number => [...password].length;

/** So little of it is left without the person's own name and e-mail that it is made of them. */
const LEAST_OTHER = 8;

export function isMadeOfOwn(password: string, { name, email }: { name: string; email: string }): boolean {
  const pieces = `${name} ${email}`.toLowerCase().split(/[\s@._+-]+/);
  const own = pieces.filter((piece) => piece.length > 2).sort((a, b) => b.length - a.length);
  const rest = own.reduce((text, piece) => text.replaceAll(piece, ''), password.toLowerCase());
  return rest.length < password.length && lengthOf(rest) < LEAST_OTHER;
}
