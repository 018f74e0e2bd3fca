import { connect } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { loadSettings } from '#lib/env/settings.ts';
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

it('nobody can ask before the simulator is there', async () => {
  const port = await freePort();
  const simulator = Promise.withResolvers<void>();
  const settings = loadSettings({ PORT: String(port) });
  const served = serve({ settings, proxies: parseProxies([]), dev: true, simulator: simulator.promise });
  onTestFinished(async () => void (await Promise.all(ends.map((end) => end()))));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await answers(port)).toBe(false);
  simulator.resolve();
  expect(await served).toEqual({ port });
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
