/** Reads numbers from other systems. Each has a bound; an implausible value is null, as if absent. */

/** Longest wait that a provider may request, in seconds. */
export const LONGEST_WAIT_SECONDS = 3_600;
const LONGEST_TOKEN_SECONDS = 86_400;
/** Largest value of PostgreSQL's `integer`; as seconds 68 years. */
const MOST = 2_147_483_647;
const MOST_SKEW_MS = 366 * 86_400_000;
const [FIRST_INSTANT, LAST_INSTANT] = [Date.UTC(1900, 0, 1), Date.UTC(2200, 0, 1)];

const PLAIN = /^\d{1,15}(?:\.\d{1,15})?$/;
/** The three forms of an HTTP date (RFC 9110, 5.6.7) begin with the day of the week. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

/** Seconds to wait, at most 3600: the body's number, else `Retry-After`; else null. `now` is epoch ms. */
export function waitSecondsOf(
  body: string | null | undefined,
  header: string | undefined,
  now: number,
): number | null {
  const seconds = plainNumber(body) ?? plainNumber(header) ?? secondsUntil(header, now);
  return seconds === null ? null : Math.min(LONGEST_WAIT_SECONDS, Math.ceil(seconds));
}

const plainNumber = (text: string | null | undefined): number | null => {
  const plain = text?.trim() ?? '';
  return PLAIN.test(plain) ? Number(plain) : null;
};

function secondsUntil(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  const at = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return at >= now ? (at - now) / 1000 : null;
}

/** Lifetime of a token in seconds, at most a day; null below one second or if it is no number. */
export function tokenSecondsOf(text: string | null | undefined): number | null {
  const seconds = plainNumber(text);
  return seconds === null || seconds < 1 ? null : Math.min(LONGEST_TOKEN_SECONDS, seconds);
}

/** Whole seconds until something ends, 0 or less if it has ended; null if it is no duration. */
export function secondsLeftOf(text: string | null | undefined): number | null {
  const plain = text?.trim() ?? '';
  const seconds = plain.startsWith('-') ? -(plainNumber(plain.slice(1)) ?? Number.NaN) : plainNumber(plain);
  return seconds === null || !(Math.abs(seconds) <= MOST) ? null : Math.floor(seconds);
}

/** A count or a size, to 2^31 - 1; null for anything negative, broken or larger. */
export const countOf = (number: number | null): number | null =>
  number !== null && Number.isInteger(number) && number >= 0 && number <= MOST ? number : null;

/** True for an instant (epoch ms) from 1900 to 2199; others are placeholders that databases cannot store. */
export const isPlausibleInstant = (ms: number): boolean => ms >= FIRST_INSTANT && ms < LAST_INSTANT;

/** True if a clock may differ this much (ms) from Guichê's. */
export const isPlausibleSkew = (ms: number): boolean => Math.abs(ms) <= MOST_SKEW_MS;
