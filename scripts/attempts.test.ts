import {
  request as ask,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Settings } from '#lib/env/settings.ts';
import { createAttempts, isAttempt } from './attempts.ts';
import { wordAnswers } from './own-answers.ts';

const SIGN_IN = '/api/auth/callback/credentials';
let server: Server;
let handled: { path: string; answer: (status: number) => void }[] = [];
let arrived: (() => void)[] = [];

beforeEach(async () => {
  // Of this server only: one that is ending may still hand over what waited there.
  const own: typeof handled = [];
  handled = own;
  arrived = [];
  const gate = createAttempts({ url: 'https://guiche.example' } as Settings);
  server = createServer((request, response) => {
    request.headers['x-guiche-client-address'] = '203.0.113.5';
    wordAnswers(response, 'an-id', []);
    gate(request, response, 'an-id', () => handle(own, request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** The framework's place: it answers when the test says so. */
async function handle(
  own: typeof handled,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = (status: number) => void response.writeHead(status).end();
  own.push({ path: request.url ?? '', answer });
  if (own === handled) for (const tell of arrived.splice(0)) tell();
}
const whenHandled = (count: number) =>
  handled.length >= count ? null : new Promise<void>((resolve) => arrived.push(resolve));

type Answer = { status: number; headers: IncomingMessage['headers']; body: string };
function open(path: string, headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo;
  const sent = ask({ port, host: '127.0.0.1', method: 'POST', path, headers, agent: false });
  const answer = new Promise<Answer>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', async (given) => {
      let body = '';
      for await (const part of given.setEncoding('utf8')) body += part;
      resolve({ status: given.statusCode ?? 0, headers: given.headers, body });
    });
  });
  answer.catch(() => undefined);
  return { sent, answer };
}
function post(path: string, headers?: Record<string, string>): Promise<Answer> {
  const { sent, answer } = open(path, headers);
  sent.end('email=x&password=y');
  return answer;
}

describe('A4: attempts before the framework', () => {
  it('A4: one is with the framework; the first beyond the line is told at once, in its own way', async () => {
    const posted = Array.from({ length: 22 }, () => post(SIGN_IN));
    await whenHandled(1);
    const first = await Promise.race(posted);
    expect(handled).toHaveLength(1);
    expect(first.status).toBe(429);
    expect(first.headers['retry-after']).toBe('2');
    expect(JSON.parse(first.body)).toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 2,
      url: 'https://guiche.example/sign-in?error=wait-2',
    });
    const referer = 'https://guiche.example/sign-in?callbackUrl=%2Fpix';
    const form = await post(SIGN_IN, { 'sec-fetch-mode': 'navigate', referer });
    expect(form.status).toBe(303);
    expect(form.headers.location).toBe('https://guiche.example/sign-in?error=wait-2&callbackUrl=%2Fpix');
    const other = await post('/api/set-up');
    expect(JSON.parse(other.body)).not.toHaveProperty('url');
    handled[0]?.answer(200);
    await whenHandled(2);
  });

  it('A4: who sends slowly, or goes away, holds up nobody', async () => {
    const slow = open('/api/step-up', { 'content-length': '100' });
    slow.sent.write('half');
    const quick = post('/api/step-up?quick');
    await whenHandled(1);
    expect(handled[0]?.path).toBe('/api/step-up?quick');
    handled[0]?.answer(204);
    expect((await quick).status).toBe(204);
    slow.sent.destroy();
  });

  it('A4: however its path is spelt, it is an attempt', () => {
    for (const url of [SIGN_IN, '/api/set-up/', '/api//step-up', '/api/set%2Dup?x=1', '//api/step-up'])
      expect(isAttempt({ method: 'POST', url }), url).toBe(true);
    for (const url of ['/api/auth/signout', '/api/set-up/x', '/', '//'])
      expect(isAttempt({ method: 'POST', url }), url).toBe(false);
    expect(isAttempt({ method: 'GET', url: '/api/set-up' })).toBe(false);
  });
});
