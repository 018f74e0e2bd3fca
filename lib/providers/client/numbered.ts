import 'server-only';
import { statusOf } from '#lib/providers/absence.ts';
import type { NumberedPage } from '#lib/providers/port.ts';
import { apart, joined, lostRows, type Must, unreadIn } from '#lib/providers/rows.ts';
import type { WireList } from '#lib/providers/unwrap.ts';

/** Lists by page number, as document 1 and document 3 have them. */

export type NumberedAsk = { page: number; limit: number };
type Told = Pick<WireList, 'total' | 'pages'> &
  Partial<Pick<WireList, 'ofPage' | 'strange'>> & { more: boolean | null; rows: readonly unknown[] };

/**
 * Reads one page. A service may put fewer rows on a page than it is asked for, and its page numbers then count those:
 * where a short page and its counts leave open if it is the last, `fetch` is called for the next. What it throws for the
 * page itself passes through.
 */
export async function readPage<P extends { read: Told }>(
  ask: NumberedAsk,
  fetch: (ask: NumberedAsk) => Promise<P>,
): Promise<P> {
  const got = await fetch(ask);
  const more =
    follows(got.read, ask) ?? (await bringsOthers(got.read, () => fetch({ ...ask, page: ask.page + 1 })));
  return { ...got, read: { ...got.read, more } };
}

/** By what the answer says, else its counts, else a full page; null where all of that leaves it open. */
function follows(said: Told, { page, limit }: NumberedAsk): boolean | null {
  const { ofPage = false, pages, rows, strange = 0, more } = said;
  if (more !== null) return more;
  if (pages !== null) return page < pages;
  const sent = rows.length + strange;
  const total = ofPage ? null : said.total;
  if (sent >= limit) return total === null || page * limit < total;
  if (total === null) return isUsualSize(sent) ? null : false;
  if (page * sent >= total) return false;
  if (page === 1) return true;
  // The last page fills up the total, or all pages were as short as this one.
  return isUsualSize(sent) ? null : (page - 1) * limit + sent !== total;
}

/** Whoever bounds pages does it by a round number: a short page of another length is the last. */
export const isUsualSize = (rows: number) =>
  rows >= 8 && (rows % 5 === 0 || Number.isInteger(Math.log2(rows)));

async function bringsOthers(read: Told, next: () => Promise<{ read: Told }>): Promise<boolean> {
  try {
    const { read: following } = await next();
    const here = new Set(read.rows.map((row) => JSON.stringify(row)));
    return following.rows.some((row) => !here.has(JSON.stringify(row)));
  } catch (error) {
    // The page itself came; a service without further ones may refuse their numbers. Any other fault says nothing.
    const status = statusOf(error);
    return status === null || status >= 500 || status === 429;
  }
}

/** A page by number as the port gives it. `must`: what every row should tell. */
export function numbered<T extends { id: string }>(
  items: T[],
  said: Told,
  ask: NumberedAsk,
  asOf: string,
  must: Must<T> = {},
): NumberedPage<T> {
  const { ofPage = false, rows, strange = 0 } = said;
  // An empty page ends a list, whatever stands beside it: nobody walks on for ever.
  const more = rows.length > 0 && follows(said, ask) === true;
  const told = more && ofPage ? null : said.total;
  // A whole list's total is larger than its second page.
  const total = ask.page > 1 && (told ?? 0) <= rows.length ? null : told;
  const unread = unreadIn(items, must, strange).unread;
  const lost = ask.page === 1 ? lostRows({ rows, total, strange }).unread : undefined;
  return {
    items: apart(items),
    more,
    total,
    asOf,
    ...joined(unread, lost),
  };
}
