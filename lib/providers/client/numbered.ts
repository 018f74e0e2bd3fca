import 'server-only';
import { statusOf } from '#lib/providers/absence.ts';
import type { NumberedPage } from '#lib/providers/port.ts';
import { apart, joined, lostRows, type Must, unreadIn } from '#lib/providers/rows.ts';
import type { WireList } from '#lib/providers/unwrap.ts';

/** Lists by page number (documents 1 and 3). */

export type NumberedPageRequest = { page: number; limit: number };
type WirePage = Pick<WireList, 'total' | 'pages'> &
  Partial<Pick<WireList, 'ofPage' | 'strange'>> & { more: boolean | null; rows: readonly unknown[] };

/**
 * Reads one page. A service may cap its pages below the requested size, and number them by its own size. If
 * the counts of a short page leave open whether it is the last, `fetch` is called for the next one too.
 * Throws what `fetch` throws for the page itself.
 */
export async function readPage<P extends { read: WirePage }>(
  ask: NumberedPageRequest,
  fetch: (ask: NumberedPageRequest) => Promise<P>,
): Promise<P> {
  const got = await fetch(ask);
  const more =
    hasNext(got.read, ask) ?? (await nextHasOtherRows(got.read, () => fetch({ ...ask, page: ask.page + 1 })));
  return { ...got, read: { ...got.read, more } };
}

/**
 * Whether a page follows: by the answer's own statement, else its counts, else a full page; null if these
 * leave it open.
 */
function hasNext(answer: WirePage, { page, limit }: NumberedPageRequest): boolean | null {
  const { ofPage = false, pages, rows, strange = 0, more } = answer;
  if (more !== null) return more;
  if (pages !== null) return page < pages;
  const sent = rows.length + strange;
  const total = ofPage ? null : answer.total;
  if (sent >= limit) return total === null || page * limit < total;
  if (total === null) return isUsualSize(sent) ? null : false;
  if (page * sent >= total) return false;
  if (page === 1) return true;
  // It is the last page if it completes the total at the requested size; pages may also be capped.
  return isUsualSize(sent) ? null : (page - 1) * limit + sent !== total;
}

/** Services cap pages at a round number, so a short page of another length is the last. */
export const isUsualSize = (rows: number) =>
  rows >= 8 && (rows % 5 === 0 || Number.isInteger(Math.log2(rows)));

async function nextHasOtherRows(read: WirePage, next: () => Promise<{ read: WirePage }>): Promise<boolean> {
  try {
    const { read: following } = await next();
    const here = new Set(read.rows.map((row) => JSON.stringify(row)));
    return following.rows.some((row) => !here.has(JSON.stringify(row)));
  } catch (error) {
    // The page itself was read. A refusal of the next number may mean that there is none; any other fault
    // proves nothing.
    const status = statusOf(error);
    return status === null || status >= 500 || status === 429;
  }
}

/** Builds the port's page. `must`: the fields that every row should have. */
export function numbered<T extends { id: string }>(
  items: T[],
  answer: WirePage,
  ask: NumberedPageRequest,
  asOf: string,
  must: Must<T> = {},
): NumberedPage<T> {
  const { ofPage = false, rows, strange = 0 } = answer;
  // An empty page ends the list whatever its counts say, so that no caller pages on for ever.
  const more = rows.length > 0 && hasNext(answer, ask) === true;
  const counted = more && ofPage ? null : answer.total;
  // From page 2 on, a total that is no larger than the page counts the page alone.
  const total = ask.page > 1 && (counted ?? 0) <= rows.length ? null : counted;
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
