import 'server-only';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const FIRST_WAITS = [2, 5, 15, 60, 300, 900, 3600].map((seconds) => seconds * SECOND);

/** An unknown outcome is looked for this long (ms). */
export const LOOKED_FOR_MS = 7 * 24 * HOUR;
/** Not found at every look-up for so long: it is not there. */
export const ABSENT_MS = HOUR;

/** ms to wait after `made` look-ups: 2, 5, 15, 60 s, then 5, 15, 60 min, then hourly. */
export function waitBeforeLookUp(made: number): number {
  return FIRST_WAITS[made] ?? HOUR;
}

/** A refusal that says that nothing was tried: one look-up that finds nothing settles it. */
const NOTHING_TRIED = /^PZ(?:D500|S500|F500|F503|G429|A2\d\d)$/;

export function nothingWasTried(code: string | null | undefined): boolean {
  return code !== null && code !== undefined && NOTHING_TRIED.test(code);
}
