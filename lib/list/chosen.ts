/** Rows that are named in an address: so many ids have room in one. */
export const MOST_CHOSEN = 200;
/** A file of chosen rows is asked for in parts, each of which is read from the list's top: more would cost the account. */
export const MOST_EXPORTED = 5 * MOST_CHOSEN;

/** The ids as they are asked for, in their order. */
export function partsOf(ids: readonly string[]): string[][] {
  const count = Math.ceil(ids.length / MOST_CHOSEN);
  return Array.from({ length: count }, (_, part) => ids.slice(part * MOST_CHOSEN, (part + 1) * MOST_CHOSEN));
}
