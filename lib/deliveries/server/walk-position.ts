import 'server-only';
import { z } from 'zod';

/**
 * Where a reading of the history stands: pages `page` of what is not newer than `to` (null: everything). Where the
 * service knows no such filter, `byPage`, page numbers alone lead on: rows that arrive meanwhile push the older ones
 * to later pages, so that a page read again shows known rows and none is jumped over.
 */
export const Position = z.object({
  to: z.string().nullable(),
  page: z.int().min(1),
  byPage: z.boolean(),
  /** When this reading began, by our clock, and the newest record it saw, by the provider's. */
  begunAt: z.string(),
  top: z.string().nullable(),
});
export type Position = z.infer<typeof Position>;

export const fromTheTop = (begunAt: string): Position => ({
  to: null,
  page: 1,
  byPage: false,
  begunAt,
  top: null,
});

export type PageSeen = {
  /** createdAt of each record; null where it has none. */
  times: readonly (string | null)[];
  more: boolean;
};

/** `last`: the page's oldest record; `top`: the reading's newest; `next`: null at the end of the history. */
export type Behind = { next: Position | null; last: string | null; top: string | null };

/** The times that a page covered, and the position behind it. */
export function behind(position: Position, { times, more }: PageSeen): Behind {
  const dated = times.filter((time) => time !== null).sort();
  const [last = null] = dated;
  const newest = dated.at(-1) ?? null;
  const top = position.top ?? newest;
  if (!more) return { next: null, last, top };
  const byPage = position.byPage || dated.length < times.length || ignoresTo(position, newest);
  if (byPage) return { next: { ...position, top, byPage, to: null, page: position.page + 1 }, last, top };
  // Times cannot lead on within one instant: the same window's next page does.
  const page = last === position.to ? position.page + 1 : 1;
  return { next: { ...position, top, byPage, to: last, page }, last, top };
}

/** Rows newer than was asked for: the service does not know the filter, and this was its first page once more. */
function ignoresTo({ to, page }: Position, newest: string | null): boolean {
  return to !== null && page === 1 && newest !== null && newest > to;
}
