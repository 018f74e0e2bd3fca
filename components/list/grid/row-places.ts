import { lastAtMost } from '#lib/list/pages.ts';

/** Heights in px; `starts` are the first rows of the days, ascending: each has a day line above it. */
export type Sizes = { row: number; day: number; starts: readonly number[]; count: number };

/**
 * Where rows stand, in px below the table's head. A row's place is its own and its day line's. Computed, not
 * measured: rows have one height and a day adds one line, so 350,000 rows cost nothing until they are drawn.
 */
export type Places = {
  height: number;
  /** Upper edge of the row's day line where it has one, else of the row. */
  top(index: number): number;
  bottom(index: number): number;
  /** The row at so many px; the nearest one above or below them all. 0 where there is none. */
  at(px: number): number;
};

export function placesOf({ row, day, starts, count }: Sizes): Places {
  /** Day lines above this row, its own left out. */
  const linesBefore = (index: number) => lastAtMost(starts, index - 1) + 1;
  const top = (index: number) => index * row + linesBefore(index) * day;
  const last = Math.max(0, count - 1);
  return {
    height: top(count),
    top,
    bottom: (index) => top(index + 1),
    at: (px) => {
      let low = 0;
      let high = last;
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if (top(middle) <= px) low = middle;
        else high = middle - 1;
      }
      return low;
    },
  };
}

/** Rows in sight, from `first` to `last`; `firstClear` is the first that the pinned day leaves visible. */
export type Sight = { first: number; last: number; firstClear: number };

/** `offset` and `height` are the scroller's, whose head of so many px stays in its place. */
export function sightOf(
  places: Places,
  view: { offset: number; height: number },
  heights: { head: number; day: number },
): Sight {
  const from = view.offset - heights.head;
  return {
    first: places.at(from),
    last: places.at(from + view.height - 1),
    firstClear: places.at(view.offset + heights.day),
  };
}

/** Rows to draw, in order: those in sight, some around them, and the keyboard's row wherever it is. */
export function drawn(
  sight: Sight,
  { around, count, also }: { around: number; count: number; also: number },
) {
  const from = Math.max(0, sight.first - around);
  const to = Math.min(count - 1, sight.last + around);
  const rows = Array.from({ length: Math.max(0, to - from + 1) }, (_, place) => from + place);
  if (also >= count || (also >= from && also <= to)) return rows;
  return also < from ? [also, ...rows] : [...rows, also];
}

/**
 * Px by which the rows in sight moved: days get their lines as they are read, also above what one looks at. The
 * keyboard's row stands still where it is in sight, else the first one.
 */
export function movedBy(before: Places, after: Places, sight: Sight, cursor: number): number {
  const kept = cursor >= sight.firstClear && cursor <= sight.last ? cursor : sight.firstClear;
  return after.bottom(kept) - before.bottom(kept);
}

/** The offset that brings a row wholly into sight, below head and pinned day; null where it is. */
export function offsetFor(
  places: Places,
  index: number,
  view: { offset: number; height: number },
  heights: { head: number; day: number },
): number | null {
  const top = places.top(index);
  const bottom = places.bottom(index) + heights.head;
  if (bottom > view.offset + view.height) return Math.max(0, bottom - view.height);
  if (top < view.offset + heights.day) return Math.max(0, top - heights.day);
  return null;
}
