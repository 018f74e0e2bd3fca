import 'server-only';
import { lookup } from 'node:dns/promises';
import { isInnerName, isLocalName } from '#lib/core/address-name.ts';
import { addressKind } from '#lib/core/http/address-kind.ts';

/** Kinds of addresses, in addition to public ones, that may be called; only these may use http. */
export type AddressPolicy = { loopback: boolean; private: boolean };
export type Address = { address: string; family: number };
export type Resolve = (host: string) => Promise<Address[]>;

/** Why an address is not called or registered. */
export type UrlFault =
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

/**
 * Checks an address without a DNS look-up: an absolute https address (http only if the policy allows a
 * non-public host), at most 2048 characters, without credentials and without a fragment.
 */
export function checkForm(text: string, policy: AddressPolicy): URL | UrlFault {
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

/**
 * Checks the form and every address that the name has now: one that is not allowed is enough to refuse it.
 */
export async function checkUrl(
  text: string,
  policy: AddressPolicy,
  resolve: Resolve = resolveHost,
): Promise<CheckedUrl | UrlFault> {
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
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Address[]>((done) => {
    timer = setTimeout(() => done([]), RESOLVE_MS);
  });
  return Promise.race([resolve(bare).catch(() => []), late]).finally(() => clearTimeout(timer));
}

const kindOf = ({ address }: Address) => addressKind(address) ?? 'private';

export const allAllowed = (policy: AddressPolicy, addresses: readonly Address[]): boolean =>
  addresses.every((one) => allows(policy, kindOf(one)));

function kindByName(hostname: string) {
  if (isLocalName(hostname)) return 'loopback';
  return addressKind(hostname) ?? (isInnerName(hostname) ? 'private' : null);
}

const allows = (policy: AddressPolicy, kind: 'loopback' | 'private' | 'public') =>
  kind === 'public' || policy[kind];
