import 'server-only';
import { endToEndSpellings } from '#lib/pix/end-to-end-id.ts';

/**
 * A list's first page; where it has no row, the same with the other spellings of the end-to-end id that is looked for:
 * services compare its letters exactly, and what passed through other programs has often lost their case.
 */
export async function inSpellings<
  F extends { endToEndId?: string | undefined },
  P extends { items: readonly unknown[] },
>(filter: F, read: (filter: F) => Promise<P>): Promise<P> {
  const asGiven = await read(filter);
  if (asGiven.items.length > 0 || filter.endToEndId === undefined) return asGiven;
  for (const endToEndId of endToEndSpellings(filter.endToEndId)) {
    if (endToEndId === filter.endToEndId) continue;
    const found = await read({ ...filter, endToEndId });
    if (found.items.length > 0) return found;
  }
  return asGiven;
}
