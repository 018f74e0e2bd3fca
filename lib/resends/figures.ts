import type { ResendRequest } from '#lib/resends/contract.ts';

/** Pure figures of a resend's own page. */

/** Minutes that so many requests take at so many a minute; at least one. */
export const minutesFor = (requests: number, perMinute: number): number =>
  Math.max(1, Math.ceil(requests / Math.max(1, perMinute)));

/** Requests still to be sent; null where the list holds only part of them. */
export function requestsLeft(
  requests: readonly Pick<ResendRequest, 'state'>[],
  total: number,
): number | null {
  if (requests.length < total) return null;
  return requests.filter(({ state }) => state === 'planned' || state === 'waiting').length;
}

type Wait = { seconds: number; count: number };

/** Seconds within which half of the delivered ones were there; null where nothing was. */
export function medianWait(waits: readonly Wait[]): number | null {
  const sorted = [...waits].sort((a, b) => a.seconds - b.seconds);
  const half = sorted.reduce((sum, { count }) => sum + count, 0) / 2;
  let seen = 0;
  for (const { seconds, count } of sorted) {
    seen += count;
    if (seen >= half && count > 0) return seconds;
  }
  return null;
}

export type Bar = { from: number; to: number; count: number; open: boolean };

/** At most `most` bars of equal width in whole seconds; the last one is open: it also holds all later ones. */
export function histogramOf(waits: readonly Wait[], most = 16): Bar[] {
  const last = waits.reduce((longest, { seconds }) => Math.max(longest, seconds), 0);
  if (waits.every(({ count }) => count === 0)) return [];
  const width = Math.ceil((last + 1) / most);
  const bars: Bar[] = Array.from({ length: Math.ceil((last + 1) / width) }, (_, index) => ({
    from: index * width,
    to: (index + 1) * width,
    count: 0,
    open: false,
  }));
  for (const { seconds, count } of waits) {
    const bar = bars[Math.floor(Math.max(0, seconds) / width)];
    if (bar !== undefined) bar.count += count;
  }
  const end = bars.at(-1);
  if (end !== undefined) end.open = true;
  return bars;
}
