/** Maps each drawn row to an element: from the row's index to the element's name, in the rows' order. */
export type Slots = ReadonlyMap<number, number>;

/**
 * Gives each drawn row an element. Rows that stay keep theirs, and with it focus and press; a new row takes that of one
 * that went: other words in an element cost less than a new element. Above rows that stay, new rows get new elements:
 * an old one brought up would move all those below it.
 */
export function slotsOf(shown: readonly number[], before: Slots): Slots {
  const stay = new Set(shown.filter((index) => before.has(index)));
  const free = [...before].filter(([index]) => !stay.has(index)).map(([, slot]) => slot);
  let unused = Math.max(-1, ...before.values()) + 1;
  let staysBelow = stay.size;
  return new Map(
    shown.map((index) => {
      if (stay.has(index)) staysBelow -= 1;
      const old = before.get(index) ?? (staysBelow > 0 ? undefined : free.shift());
      return [index, old ?? unused++];
    }),
  );
}
