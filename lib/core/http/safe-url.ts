import 'server-only';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { isInnerName, isLocalName } from '#lib/core/address-name.ts';
import { within } from '#lib/core/http/retry.ts';

type AddressKind = 'loopback' | 'private' | 'public';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Ranges that are not hosts on the public internet: private networks, carriers, examples, multicast. */
const IPV4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 ' +
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3';
/** Only 2000::/3 of IPv6 is assigned; these ranges of it are not hosts either. 2002:: embeds an IPv4 address. */
const IPV6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20';
const notPublic = new BlockList();
for (const [family, ranges] of [['ipv4', IPV4] as const, ['ipv6', IPV6] as const])
  for (const range of ranges.split(' ')) {
    const [net = '', prefix] = range.split('/');
    notPublic.addSubnet(net, Number(prefix), family);
  }
const assigned = new BlockList();
assigned.addSubnet('2000::', 3, 'ipv6');

/** Kind of a literal IP address, with or without brackets; null for anything else. */
export function addressKind(host: string): AddressKind | null {
  const bare = host.startsWith('[') ? host.slice(1, -1) : host;
  const version = isIP(bare);
  if (version === 0) return null;
  if (version === 4) return rangeOf(bare, 'ipv4');
  // BlockList reads ::ffff:a.b.c.d as the IPv4 address inside; nobody's public address is written like this.
  if (/^(0{0,4}:){2,5}ffff:/i.test(bare)) return 'private';
  if (loopback.check(bare, 'ipv6')) return 'loopback';
  return assigned.check(bare, 'ipv6') ? rangeOf(bare, 'ipv6') : 'private';
}

function rangeOf(address: string, family: 'ipv4' | 'ipv6'): AddressKind {
  if (loopback.check(address, family)) return 'loopback';
  return notPublic.check(address, family) ? 'private' : 'public';
}

/** True for names reserved for examples and tests (RFC 2606). */
export function isReservedName(host: string): boolean {
  return /(^|\.)(example|test|invalid)\.?$|(^|\.)example\.(com|net|org)\.?$/i.test(host);
}

/** Kinds of addresses, in addition to public ones, that may be called; only these may use http. */
export type AddressPolicy = { loopback: boolean; private: boolean };
export type Address = { address: string; family: number };
export type Resolve = (host: string) => Promise<Address[]>;

/** Why an address is not called or registered. */
export type UrlError =
  | 'not_a_url'
  | 'too_long'
  | 'has_credentials'
  | 'has_fragment'
  | 'not_https'
  | 'not_public'
  | 'unresolvable';
export type CheckedUrl = { url: URL; addresses: Address[] };

const LONGEST = 2048;
const RESOLVE_MS = 3_000;

/** All addresses of a name, as the system resolves it. */
export const resolveHost: Resolve = (host) => lookup(host, { all: true, verbatim: true });

/** The form alone: an https URL (http if allowed), 2048 characters at most, no credentials, no fragment. */
export function checkForm(text: string, policy: AddressPolicy): URL | UrlError {
  if (text.length > LONGEST) return 'too_long';
  if (!/^https?:\/\/[^/]/i.test(text) || /[\s\\]/.test(text) || !URL.canParse(text)) return 'not_a_url';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'has_credentials';
  if (text.includes('#')) return 'has_fragment';
  const kind = kindByName(url.hostname);
  if (kind !== null && !allows(policy, kind)) return 'not_public';
  // The name may still resolve to a non-public address; if it does not, `checkUrl` requires https.
  const mayBeNonPublic = kind === null ? policy.private : kind !== 'public';
  return url.protocol === 'https:' || mayBeNonPublic ? url : 'not_https';
}

/** Checks the form and every address that the name has now: one that is not allowed refuses it. */
export async function checkUrl(
  text: string,
  policy: AddressPolicy,
  resolve: Resolve = resolveHost,
): Promise<CheckedUrl | UrlError> {
  const url = checkForm(text, policy);
  if (typeof url === 'string') return url;
  const addresses = await addressesOf(url.hostname, resolve);
  if (addresses.length === 0) return 'unresolvable';
  if (!allAllowed(policy, addresses)) return 'not_public';
  if (url.protocol === 'http:' && addresses.some((one) => kindOf(one) === 'public')) return 'not_https';
  return { url, addresses };
}

async function addressesOf(hostname: string, resolve: Resolve): Promise<Address[]> {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  if (addressKind(bare) !== null) return [{ address: bare, family: bare.includes(':') ? 6 : 4 }];
  return within(RESOLVE_MS, resolve(bare)).catch(() => []);
}

const kindOf = ({ address }: Address): AddressKind => addressKind(address) ?? 'private';

export const allAllowed = (policy: AddressPolicy, addresses: readonly Address[]): boolean =>
  addresses.every((one) => allows(policy, kindOf(one)));

function kindByName(hostname: string) {
  if (isLocalName(hostname)) return 'loopback';
  return addressKind(hostname) ?? (isInnerName(hostname) ? 'private' : null);
}

const allows = (policy: AddressPolicy, kind: AddressKind) => kind === 'public' || policy[kind];
