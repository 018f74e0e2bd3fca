/** What an address shows without a DNS look-up. Used by pages and the server. */

/** localhost and the names below it always mean this machine (RFC 6761). */
export const isLocalName = (host: string): boolean => /(^|\.)localhost\.?$/i.test(host);

/** Suffixes that no public server has (RFC 6762 and its appendix G, RFC 8375). */
const INNER = /\.(?:local|internal|intranet|private|corp|home|lan|home\.arpa)$/i;

/** True for a name of a private network: it has no dot, or one of the private suffixes. */
export function isInnerName(host: string): boolean {
  const name = host.replace(/\.$/, '');
  return !name.startsWith('[') && (!name.includes('.') || INNER.test(name));
}

const UNRESERVED = /^[\w.~-]$/;

/** A URL in one spelling, to compare two: escapes only where needed (RFC 3986, 6.2.2). Null: no URL. */
export function addressKey(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  url.hostname = url.hostname.replace(/\.$/, '');
  return url.href.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const sign = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return UNRESERVED.test(sign) ? sign : escaped.toUpperCase();
  });
}

/** True for two URLs that differ only in case or in a slash or `?` at the end: most often the same. */
export function isNearlySame(one: string, other: string): boolean {
  const [a, b] = [addressKey(one), addressKey(other)];
  return a !== null && b !== null && a !== b && withoutEnd(a) === withoutEnd(b);
}

const withoutEnd = (key: string) =>
  key
    .replace(/\/+(?=\?|$)/, '')
    .replace(/\?$/, '')
    .replace(/\/+$/, '')
    .toLowerCase();

/** True if the URL's host is this machine: localhost, 127.0.0.0/8 or ::1. */
export function isLoopbackAddress(url: string): boolean {
  return URL.canParse(url) && isLoopbackHost(new URL(url).hostname);
}

export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
