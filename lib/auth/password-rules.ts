/** Password rules that the browser can check. The server also checks its lists of passwords, and decides. */

/** Length in characters as people count them, in the normalized form that is hashed. */
export const lengthOf = (password: string): number => [...password.normalize('NFKC')].length;

/** An invisible space at either end, usually copied by accident. */
export const hasOuterBlank = (password: string): boolean => password !== password.trim();

/** A password with fewer other characters than this consists of the person's own name and e-mail. */
const LEAST_OTHER = 8;

export function isMadeOfOwn(password: string, { name, email }: { name: string; email: string }): boolean {
  const pieces = `${name} ${email}`.toLowerCase().split(/[\s@._+-]+/);
  const own = pieces.filter((piece) => piece.length > 2).sort((a, b) => b.length - a.length);
  const rest = own.reduce((text, piece) => text.replaceAll(piece, ''), password.toLowerCase());
  return rest.length < password.length && lengthOf(rest) < LEAST_OTHER;
}
