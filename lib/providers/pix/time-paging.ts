import 'server-only';
import { hash } from 'node:crypto';
import { isUsualSize } from '#lib/providers/client/lists.ts';
import { UnreadableAnswer } from '#lib/providers/unwrap.ts';

/**
 * Position in a list that grows at its new end. `edge`: the instant (epoch ms) of the last returned row. The
 * next page requests everything up to it and drops rows already returned.
 */
export type Position = {
  /**
   * `time`: by instant. `page`: rows do not descend, so only page numbers below `edge` remain. `below`: rows
   * descend but the service ignores the end: page numbers lead on, rows above `edge` drop.
   */
  by: 'time' | 'page' | 'below';
  edge: number | null;
  page: number;
  size: number;
  /** Marks of returned rows that may come again: 8 characters each, 1,000 rows at most. */
  sent: string;
  total: number | null;
};

export type Row = { id: string; createdAt: string | null };
export type Window<R extends Row> = {
  rows: R[];
  total: number | null;
  pages: number | null;
  more?: boolean | null;
};
/** `dateTo` is epoch ms; undefined for the filter's own end. */
export type WindowRequest = { dateTo: number | undefined; page: number; size: number };
/** `likely` predicts the next request from the window's last row alone; null when uncertain. */
export type PredictingRequest = WindowRequest & { likely: (last: Window<Row>) => WindowRequest | null };

const MOST_ROWS = 1000;
const MARK = 8;
/** Most pages in a row with only known rows (more rows of one instant than fit on a page). */
const MOST_WINDOWS = 200;
type State = Position & { limit: number };
type Step<R> = { items: R[]; next: Position | null };

/** At most `limit` rows, and the position after them (null at the end). `now`: epoch ms. */
export async function walk<R extends Row>(
  fetch: (request: PredictingRequest) => Promise<Window<R>>,
  { limit, position, now }: { limit: number; position: Position | null; now: () => number },
): Promise<{ items: R[]; next: Position | null; total: number | null }> {
  let state: Position = position ?? { by: 'time', edge: null, page: 1, size: 0, sent: '', total: null };
  for (let windows = 0; windows < MOST_WINDOWS; windows += 1) {
    const request = requestOf(state, limit);
    const requested = { ...state, size: request.size, limit };
    const window = await fetch({ ...request, likely: (last) => likelyAfter(requested, last) });
    if (position === null && windows === 0) requested.total = window.total;
    const { items, next } = advance(requested, window, now);
    if (items.length > 0 || next === null) return { items, next, total: requested.total };
    state = next;
  }
  throw new UnreadableAnswer('next-page');
}

const requestOf = ({ edge, page, size, sent }: Position, limit: number): WindowRequest => ({
  dateTo: edge === null ? undefined : edge + 1,
  page,
  size: page === 1 ? Math.min(MOST_ROWS, limit + sent.length / MARK) : size,
});

/** As if the window were full and descending; null on later pages of one instant. */
function likelyAfter(state: State, { rows, ...paging }: Window<Row>): WindowRequest | null {
  const falls = state.by === 'time' && state.page === 1 && timeOf(rows.at(-1)) < (state.edge ?? 0);
  if (!falls || isLast(state, paging, { rows: state.size, sent: 1 })) return null;
  const next = byTime(state, rows, rows, false);
  return requestOf({ ...next, sent: marks(next, state, rows) }, state.limit);
}

function advance<R extends Row>(requested: State, window: Window<R>, now: () => number): Step<R> {
  // If a service caps its pages, its page numbers count the smaller ones.
  const short = requested.page === 1 && window.rows.length > 0 && window.rows.length < requested.size;
  const state = short ? { ...requested, size: window.rows.length } : requested;
  const times = window.rows.map((row) => (row.createdAt === null ? Number.NaN : Date.parse(row.createdAt)));
  const by = pagingModeOf(state, times);
  const known = new Set(state.sent.match(/.{8}/g) ?? []);
  const { edge } = state;
  const fresh = window.rows.filter((row, at) => {
    const time = times[at] ?? Number.NaN;
    if (state.by !== 'page' && edge !== null && time > edge) return false;
    // By time, only rows at `edge` itself can come again.
    return known.size === 0 || (state.by !== 'page' && time < (edge ?? 0)) || !known.has(markOf(row));
  });
  const items = fresh.slice(0, state.limit);
  const cut = fresh.length > items.length;
  if (!cut && isLast(requested, window, { rows: window.rows.length, sent: items.length }))
    return { items, next: null };
  const next =
    by === 'page'
      ? byPage(state, times, cut, now)
      : by === 'below'
        ? below(state, items, cut)
        : byTime(state, items, window.rows, cut);
  return { items, next: { ...next, sent: marks(next, state, items) } };
}

function pagingModeOf({ by, edge }: State, times: readonly number[]): Position['by'] {
  if (by === 'page' || !descending(times)) return 'page';
  // Rows above the requested end: the service ignores it.
  return by === 'below' || (edge !== null && times.some((time) => time > edge + 1)) ? 'below' : 'time';
}

function below<R extends Row>({ limit: _, ...state }: State, items: R[], cut: boolean): Position {
  const edge = items.length === 0 ? state.edge : timeOf(items.at(-1));
  return { ...state, by: 'below', edge, page: cut ? state.page : state.page + 1 };
}

/** `edge`: the newest row's time, or the present if rows rise, as the first is then the oldest. */
function byPage({ limit: _, ...state }: State, times: number[], cut: boolean, now: () => number): Position {
  const dated = times.filter((time) => !Number.isNaN(time));
  const rising = (dated[0] ?? 0) < (dated.at(-1) ?? 0);
  const top = dated.length === 0 || rising ? now() : Math.max(...dated);
  return { ...state, by: 'page', edge: state.edge ?? top, page: cut ? state.page : state.page + 1 };
}

function byTime<R extends Row>({ limit: _, ...state }: State, items: R[], rows: R[], cut: boolean): Position {
  const last = timeOf(items.at(-1) ?? rows.at(-1));
  if (state.edge === null || last < state.edge) return { ...state, edge: last, page: 1 };
  // All rows are of one instant: time cannot lead on, but the window's next page can.
  return cut ? state : { ...state, page: state.page + 1 };
}

function marks<R extends Row>(next: Position, state: State, items: R[]): string {
  const previous = next.by === 'page' || next.edge === state.edge ? state.sent : '';
  const added = next.by === 'page' ? items : items.filter((row) => timeOf(row) === next.edge);
  return (previous + added.map(markOf).join('')).slice(-MOST_ROWS * MARK);
}

/** Whether this window is the last. If the answer does not state it, only a window without new rows is. */
function isLast(
  state: State,
  { pages, total, more }: Omit<Window<Row>, 'rows'>,
  { rows, sent }: { rows: number; sent: number },
): boolean {
  if (rows === 0) return true;
  if (more === true) return false;
  if (pages !== null && pages > 0) return state.page >= pages;
  if (total !== null) return (state.page - 1) * state.size + rows >= total;
  if (more === false) return true;
  return sent === 0 && rows < state.size && !isUsualSize(rows);
}

function descending(times: readonly number[]): boolean {
  return times.every((time, at) => !Number.isNaN(time) && (at === 0 || time <= (times[at - 1] ?? time)));
}

const timeOf = (row: Row | undefined) => Date.parse(row?.createdAt ?? '');

const markOf = (row: Row) => hash('sha256', row.id, 'base64url').slice(0, MARK);
