import { expect, test } from 'vitest';
import { addressKind, isFictionalUrl, isLoopbackHost, isWebUrl } from './addresses.ts';

test.each([
  ['10.1.2.3', 'private'],
  ['172.31.255.255', 'private'],
  ['172.32.0.1', 'public'],
  ['192.168.0.9', 'private'],
  ['169.254.169.254', 'private'],
  ['100.64.0.1', 'private'],
  ['0.0.0.0', 'private'],
  ['127.9.9.9', 'loopback'],
  ['8.8.8.8', 'public'],
  ['[::1]', 'loopback'],
  ['[::ffff:7f00:1]', 'private'],
  ['[fd00::1]', 'private'],
  ['[fe80::1]', 'private'],
  ['[2606:4700::1]', 'public'],
  ['loja.com.br', null],
])('%s is %s', (host, kind) => {
  expect(addressKind(host)).toBe(kind);
});

test('knows loopback names, fictional hosts and web addresses', () => {
  expect(isLoopbackHost('localhost')).toBe(true);
  expect(isFictionalUrl('https://api.aroeira.example/pix/avisos')).toBe(true);
  expect(isFictionalUrl('https://www.example.com/x')).toBe(true);
  expect(isFictionalUrl('https://example.com.br/x')).toBe(false);
  expect(isFictionalUrl('http://127.0.0.1:9/x')).toBe(false);
  expect(isWebUrl('ftp://x.example/')).toBe(false);
  expect(isWebUrl('loja.com.br')).toBe(false);
  expect(isWebUrl(`https://x.example/${'a'.repeat(2048)}`)).toBe(false);
});
