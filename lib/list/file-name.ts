import { type Day, isDay, saoPauloDay } from '#lib/core/dates.ts';

/** The period of a list, as its file's name states it. */
export type FilePeriod =
  | { as: 'day'; to: Day }
  | { as: 'between'; from: Day; to: Day }
  | { as: 'until'; to: Day };

type Period = { from?: unknown; to?: unknown };

/**
 * The period of a filter, whose `from` and `to` are São Paulo days or instants (`to` exclusive). Without `to`
 * it ends today.
 */
export function filePeriod(filter: object, now: number): FilePeriod {
  const { from, to } = filter as Period;
  const [first, last] = [dayOf(from, 0), dayOf(to, 1) ?? saoPauloDay(now)];
  if (first === null || first > last) return { as: 'until', to: last };
  return first === last ? { as: 'day', to: last } : { as: 'between', from: first, to: last };
}

function dayOf(at: unknown, before: 0 | 1): Day | null {
  if (typeof at !== 'string' || isDay(at)) return (at as Day | undefined) ?? null;
  return saoPauloDay(Date.parse(at) - before) || null;
}
