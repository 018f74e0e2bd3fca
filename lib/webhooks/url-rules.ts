import { queryOf } from '#lib/api/endpoint-queries.ts';
import {
  addressKey,
  isInnerName,
  isLocalName,
  isLoopbackHost,
  isNearlySame,
} from '#lib/core/address-name.ts';
import { clean } from '#lib/core/clean.ts';

const MOST_URL = 2048;

/** The server's codes for the field `url`, and `empty`. */
type UrlError =
  | 'empty'
  | 'not_a_url'
  | 'too_long'
  | 'has_credentials'
  | 'has_fragment'
  | 'not_https'
  | 'not_public'
  | 'duplicate';
type UrlCheck = { error: UrlError | null; loopback: boolean };

const PRIVATE = [
  /^10\./,
  /^192\.168\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^169\.254\./,
  /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
  /^0\./,
  /^192\.(?:0\.[02]|88\.99)\./,
  /^198\.(?:1[89]|51\.100)\./,
  /^203\.0\.113\./,
  /^(?:22[4-9]|2[3-5]\d)\./,
  // Only 2000::/3 of IPv6 is allocated, except its documentation ranges.
  /^\[(?![23][0-9a-f]{3}:)/,
  /^\[(?:2001:db8|2002|3fff):/,
];

/** Checks an address before sending. The server resolves the name, and decides about loopback. */
export function checkUrl(text: string, registered: readonly (string | null)[]): UrlCheck {
  const trimmed = clean('address', text);
  const no = (error: UrlError): UrlCheck => ({ error, loopback: false });
  if (trimmed === '') return no('empty');
  if (trimmed.length > MOST_URL) return no('too_long');
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^\s/?#]+/i.test(trimmed) || /\s/.test(trimmed) || !URL.canParse(trimmed))
    return no('not_a_url');
  const url = new URL(trimmed);
  const loopback = isLoopbackHost(url.hostname) || isLocalName(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && loopback)) return no('not_https');
  if (url.username !== '' || url.password !== '') return no('has_credentials');
  if (url.hash !== '') return no('has_fragment');
  if (!loopback && (PRIVATE.some((range) => range.test(url.hostname)) || isInnerName(url.hostname)))
    return no('not_public');
  const key = addressKey(url.href);
  if (registered.some((other) => other !== null && addressKey(other) === key)) return no('duplicate');
  return { error: null, loopback };
}

/** A registered address that is nearly identical; null if none is, or one is identical. */
export function similarAddress(text: string, registered: readonly (string | null)[]): string | null {
  const url = clean('address', text);
  if (checkUrl(url, registered).error !== null) return null;
  return registered.find((other) => other !== null && isNearlySame(other, url)) ?? null;
}

/** Whether an address looks public; the answer is cached for a minute. */
export const addressSeenOptions = (account: string, url: string) =>
  queryOf(
    'POST /address-check',
    { account, body: { url } },
    { under: ['webhooks', account, url], staleTime: 60_000 },
  );
