/** What an address tells without a look-up, alike for page and server. */

/** localhost and the names below it never leave this machine (RFC 6761). */
export function isLocalName(host: string): boolean {
  return /(^|\.)localhost\.?$/i.test(host);
}

/** Names that no public server has: multicast DNS, private use, home networks (RFC 6762 and its appendix G, RFC 8375). */
const INNER = /\.(?:local|internal|intranet|private|corp|home|lan|home\.arpa)$/i;

/** A name of one network only: without a dot, or below one of the private suffixes. */
export function isInnerName(host: string): boolean {
  const name = host.replace(/\.$/, '');
  return !name.startsWith('[') && (!name.includes('.') || INNER.test(name));
}

const UNRESERVED = /^[\w.~-]$/;

/** One spelling of an address, to compare two: escapes only where they are needed (RFC 3986, 6.2.2); null: it is none. */
export function addressKey(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  url.hostname = url.hostname.replace(/\.$/, '');
  return url.href.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const sign = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return UNRESERVED.test(sign) ? sign : escaped.toUpperCase();
  });
}

/** Two spellings of what is most often one address: another slash or `?` at the end, other letters' case. */
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
