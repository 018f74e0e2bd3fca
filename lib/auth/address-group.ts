/**
 * The group that attempts from an address are counted under: the IPv4 address, or the IPv6 /64, because one
 * IPv6 user controls the whole /64.
 */
export function addressGroup(address: string | null): string {
  if (address === null || !address.includes(':')) return address ?? 'unknown';
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
