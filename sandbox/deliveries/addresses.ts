import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const inner = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  inner.addSubnet(net, prefix, 'ipv4');
}
for (const [net, prefix] of [
  ['::', 128],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  inner.addSubnet(net, prefix, 'ipv6');
}

export type AddressKind = 'loopback' | 'private' | 'public';

/** Kind of a literal IP address, with or without brackets; null for a host name. */
export function addressKind(host: string): AddressKind | null {
  const bare = host.startsWith('[') ? host.slice(1, -1) : host;
  const version = isIP(bare);
  if (version === 0) return null;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  // An IPv4 address inside IPv6 would bypass the block lists, and no real receiver needs one.
  if (family === 'ipv6' && /^::ffff:/i.test(bare)) return 'private';
  if (loopback.check(bare, family)) return 'loopback';
  return inner.check(bare, family) ? 'private' : 'public';
}

export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || addressKind(host) === 'loopback';
}

/** Hosts under the reserved example names (RFC 2606) are never contacted. */
export function isFictionalHost(host: string): boolean {
  const name = host.toLowerCase();
  return /(^|\.)(example|test|invalid)$/.test(name) || /(^|\.)example\.(com|net|org)$/.test(name);
}

export function isFictionalUrl(url: string): boolean {
  return URL.canParse(url) && isFictionalHost(new URL(url).hostname);
}

/** True for an absolute http or https URL of up to 2048 characters. */
export function isWebUrl(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 2048 || !URL.canParse(value)) return false;
  const url = new URL(value);
  return (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== '';
}
