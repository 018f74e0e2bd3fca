import { connect } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { loadSettings } from '#lib/core/env/settings.ts';
import { freePort } from './port.ts';
import { parseProxies } from './proxies.ts';
import { isNormalAddress, serve } from './serve.ts';

const ends = vi.hoisted(() => [] as (() => Promise<unknown>)[]);
vi.mock('./ending.ts', () => ({ onEnd: (_: string, end: () => Promise<unknown>) => void ends.push(end) }));
vi.mock('next', () => ({
  default: () => ({ prepare: vi.fn(), getRequestHandler: () => vi.fn(), close: vi.fn() }),
}));

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(socket.destroy() !== undefined)).once('error', () => resolve(false));
  });

/** All that the server writes for these bytes, until it closes the connection. */
const responseTo = (port: number, bytes: string) =>
  new Promise<string>((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket
      .on('data', (part) => (text += part))
      .once('end', () => resolve(text))
      .once('error', reject);
  });

async function served(simulator: Promise<void>) {
  const port = await freePort();
  const settings = loadSettings({ PORT: String(port) });
  const ready = serve({ settings, proxies: parseProxies([]), dev: true, simulator });
  onTestFinished(async () => void (await Promise.all(ends.splice(0).map((end) => end()))));
  return { port, ready };
}

it.each([
  ['an address over 16 KiB', `GET /api/health?q=${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`],
  ['a header over 16 KiB', `GET /api/health HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['what is no HTTP', 'hello\r\n\r\n'],
])('A4: %s is answered with a problem', async (_, bytes) => {
  const { port, ready } = await served(Promise.resolve());
  await ready;
  const [head = '', body = ''] = (await responseTo(port, bytes)).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(head).toContain('content-type: application/problem+json');
  expect(head).toContain(`content-length: ${body.length}`);
  expect(JSON.parse(body)).toMatchObject({
    status: 400,
    code: 'invalid_request',
    requestId: expect.any(String),
  });
});

it('nobody can ask before the simulator is there', async () => {
  const simulator = Promise.withResolvers<void>();
  const { port, ready } = await served(simulator.promise);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await answers(port)).toBe(false);
  simulator.resolve();
  expect(await ready).toEqual({ port });
  expect(await answers(port)).toBe(true);
});

it.each([
  ...[
    '/',
    '/pix/overview',
    '/api/accounts/pix/transactions?q=a%20b&to=../x',
    '/api/a%2Fb',
    '/a/...',
    '/.well-known/x',
  ],
  // A `%` of the text itself, and letters written as bytes.
  ...['/api/accounts/pix/charges/50%25off', '/%61pi/set%2Dup', '/_next/static/chunks/a-1~.js', '/a?x=\\'],
])('A2: %s is the address of one path', (url) => expect(isNormalAddress(url)).toBe(true));

it.each([
  ...['', '*', 'x', 'http://localhost/', 'HTTP://x/y', '?a', '//', '//x/y', '/a//b'],
  ...[
    '/.',
    '/..',
    '/a/.',
    '/x/../api/step-up',
    '/x/%2e%2e/a',
    '/x/.%2E/a',
    '/x/%2e',
    '/x/..%2fapi',
    '/x%2f..%2fapi',
  ],
  ...['/x/%252e%252e/a', '/x/%25252e/a', '/x\\..\\a', '/x/%5c', '/x/%5C..', '/x/%255c', '/a\\b'],
  ...[
    '/%00',
    '/a%2500',
    '/%ff',
    '/%c0%af',
    '/%ED%A0%80',
    '/%',
    '/%zz',
    '/a#/../b',
    '/a?b#c',
    '/\u00e9',
    '/a b',
    '/a\tb',
  ],
])('A2: %j is not', (url) => expect(isNormalAddress(url)).toBe(false));
