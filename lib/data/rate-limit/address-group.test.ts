import { expect, test } from 'vitest';
import { addressGroup } from '#lib/data/rate-limit/attempts.ts';

test('A3: an IPv4 address counts by itself, an IPv6 address with its /64', () => {
  expect(addressGroup('203.0.113.5')).toBe('203.0.113.5');
  expect(addressGroup(null)).toBe('unknown');
  const one = addressGroup('2001:db8:0:7::1');
  expect(one).toBe('2001:db8:0:7');
  for (const same of ['2001:0db8:0000:0007:aaaa:bbbb:cccc:dddd', '2001:DB8:0:7:1::', '2001:db8:0:7::2%eth0'])
    expect(addressGroup(same), same).toBe(one);
  expect(addressGroup('2001:db8:0:8::1')).not.toBe(one);
  expect(addressGroup('::1')).toBe('0:0:0:0');
});
