import 'server-only';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const FIRST_WAITS = [2, 5, 15, 60, 300, 900, 3600].map((seconds) => seconds * SECOND);

/** How long an unknown outcome is looked up (ms). */
export const LOOK_UP_PERIOD_MS = 7 * 24 * HOUR;
/** After this time (ms) in which every look-up found nothing, the operation counts as not done. */
export const ABSENT_MS = HOUR;

/** ms to wait after `count` look-ups: 2, 5, 15, 60 s, then 5, 15, 60 min, then hourly. */
export function waitBeforeLookUp(count: number): number {
  return FIRST_WAITS[count] ?? HOUR;
}

/** Refusals that mean nothing was attempted: one look-up that finds nothing settles it. */
const NOTHING_TRIED = /^PZ(?:D500|S500|F500|F503|G429|A2\d\d)$/;

export function nothingWasTried(code: string | null | undefined): boolean {
  return code !== null && code !== undefined && NOTHING_TRIED.test(code);
}
