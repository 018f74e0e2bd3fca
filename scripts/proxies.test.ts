import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { cleanHeaders, ProxyError, parseProxies } from './proxies.ts';

function request(peer: string, headers: Record<string, string>): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const message = new IncomingMessage(socket);
  message.rawHeaders.push(...Object.entries(headers).flat());
  message.headers = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return message;
}

const PROXIES = parseProxies(['10.0.0.0/8', '2001:db8::1']);
const CASES: [string, string | undefined, string][] = [
  ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['::ffff:203.0.113.9', undefined, '203.0.113.9'],
  ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['10.0.0.1', '1.1.1.1, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
  ['2001:db8::1', '1.1.1.1, 2001:db8::7', '2001:db8::7'],
  ['10.0.0.1', 'nonsense', '10.0.0.1'],
  ['10.0.0.1', '10.0.0.3', '10.0.0.3'],
  ['10.0.0.1', undefined, '10.0.0.1'],
];

test.each(CASES)('peer %s forwarding %s is client %s', (peer, forwarded, client) => {
  const headers = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded };
  const message = request(peer, headers);
  expect(cleanHeaders(message, PROXIES, 'id')).toBe(client);
  expect(message.headers['x-guiche-client-address']).toBe(client);
});

test('what only we or a proxy may say is dropped, raw and parsed', () => {
  const message = request('203.0.113.9', {
    'X-Forwarded-For': '1.1.1.1',
    'X-Forwarded-Host': 'evil.example',
    Forwarded: 'for=1.1.1.1',
    Traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    tracestate: 'a=b',
    baggage: 'person=ana',
    'X-Guiche-Client-Address': '1.1.1.1',
    'x-middleware-subrequest': 'proxy',
    Accept: '*/*',
  });
  cleanHeaders(message, PROXIES, 'id-1');
  const expected = { accept: '*/*', 'x-guiche-client-address': '203.0.113.9', 'x-guiche-request-id': 'id-1' };
  expect(message.headers).toEqual(expected);
  expect(message.rawHeaders).toEqual(
    Object.entries({ Accept: '*/*', ...expected })
      .filter(([name]) => name !== 'accept')
      .flat(),
  );
});

test('a trusted proxy keeps its forwarded host, never ours', () => {
  const message = request('10.0.0.1', {
    'x-forwarded-host': 'guiche.example',
    'x-guiche-request-id': 'forged',
  });
  cleanHeaders(message, PROXIES, 'id-2');
  expect(message.headers).toMatchObject({
    'x-forwarded-host': 'guiche.example',
    'x-guiche-request-id': 'id-2',
  });
});

test.each(['abc', '10.0.0.0/33', '10.0.0.0/x', '::1/129'])('%s is no range', (entry) => {
  expect(() => parseProxies([entry])).toThrow(ProxyError);
});
