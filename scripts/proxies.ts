import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

export class ProxyError extends Error {
  override readonly name = 'ProxyError';
}

/** The peers whose forwarded addresses are trusted. Throws ProxyError for an invalid address or range. */
export function parseProxies(list: readonly string[]): BlockList {
  const proxies = new BlockList();
  for (const entry of list) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address);
    const prefix = bits === undefined ? (family === 6 ? 128 : 32) : Number(bits);
    if (family === 0 || !Number.isInteger(prefix) || prefix < 0 || prefix > (family === 6 ? 128 : 32))
      throw new ProxyError(`GUICHE_TRUSTED_PROXIES: ${entry} is not an address or range like 10.0.0.0/8.`);
    proxies.addSubnet(address, prefix, family === 6 ? 'ipv6' : 'ipv4');
  }
  return proxies;
}

// x-middleware-… once let requests bypass Next's own checks (CVE-2025-29927); no outside caller needs it.
const OURS = /^(x-guiche-|x-middleware-)/;
// A trace header from an untrusted caller could put anything into our traces.
const FORWARDED = /^(x-forwarded-|(forwarded|x-real-ip|traceparent|tracestate|baggage)$)/;

/**
 * Removes headers that only a trusted peer may send, before anything reads them. Sets
 * `x-guiche-client-address` and `x-guiche-request-id`. Returns the client's address.
 */
export function cleanHeaders(request: IncomingMessage, proxies: BlockList, requestId: string): string {
  const peer = plain(request.socket.remoteAddress ?? '');
  const trusted = isTrusted(peer, proxies);
  const forwarded = trusted ? request.headers['x-forwarded-for'] : undefined;
  const client = forwarded === undefined ? peer : believed(String(forwarded), peer, proxies);
  const refused = (name: string) => OURS.test(name) || (!trusted && FORWARDED.test(name));
  const allowed: string[] = [];
  for (let i = 0; i < request.rawHeaders.length; i += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(i, i + 2);
    if (!refused(name.toLowerCase())) allowed.push(name, value);
  }
  allowed.push('x-guiche-client-address', client, 'x-guiche-request-id', requestId);
  request.rawHeaders.splice(0, request.rawHeaders.length, ...allowed);
  for (const name of Object.keys(request.headers)) if (refused(name)) delete request.headers[name];
  request.headers['x-guiche-client-address'] = client;
  request.headers['x-guiche-request-id'] = requestId;
  return client;
}

/** The rightmost hop that is not a trusted proxy. A client can only forge what is left of it. */
function believed(list: string, peer: string, proxies: BlockList): string {
  let client = peer;
  for (const hop of list.split(',').toReversed()) {
    const address = plain(hop.trim());
    if (isIP(address) === 0) return client;
    client = address;
    if (!isTrusted(address, proxies)) return client;
  }
  return client;
}

function isTrusted(address: string, proxies: BlockList): boolean {
  const family = isIP(address);
  return family !== 0 && proxies.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

function plain(address: string): string {
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}
