import 'server-only';
import { BlockList, isIP } from 'node:net';

export type AddressKind = 'loopback' | 'private' | 'public';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Ranges that are not hosts on the public internet: private networks, carriers, examples, multicast. */
const notPublic = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(net, prefix, 'ipv4');
/** Only 2000::/3 of IPv6 is assigned; the ranges of it below are not hosts of the internet. */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  // An embedded IPv4 address.
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(net, prefix, 'ipv6');

/** Kind of a literal IP address, with or without brackets; null for anything else. */
export function addressKind(host: string): AddressKind | null {
  const bare = host.startsWith('[') ? host.slice(1, -1) : host;
  const version = isIP(bare);
  if (version === 0) return null;
  if (version === 4) return kindOf(bare, 'ipv4');
  // BlockList reads ::ffff:a.b.c.d as the IPv4 address inside; nobody's public address is written like this.
  if (/^(0{0,4}:){2,5}ffff:/i.test(bare)) return 'private';
  if (loopback.check(bare, 'ipv6')) return 'loopback';
  return global.check(bare, 'ipv6') ? kindOf(bare, 'ipv6') : 'private';
}

function kindOf(address: string, family: 'ipv4' | 'ipv6'): AddressKind {
  if (loopback.check(address, family)) return 'loopback';
  return notPublic.check(address, family) ? 'private' : 'public';
}

/** True for names reserved for examples and tests (RFC 2606). */
export function isReservedName(host: string): boolean {
  return /(^|\.)(example|test|invalid)\.?$|(^|\.)example\.(com|net|org)\.?$/i.test(host);
}
