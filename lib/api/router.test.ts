import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { createApiRouter } from '#lib/api/router.ts';
import { dropCookie } from '#lib/auth/server/cookies.ts';
import { SERVER_TIME } from '#lib/core/clock.ts';
import { updateDatabaseClock } from '#lib/data/clock.ts';

process.env.LOG_LEVEL = 'silent';
const response = z.object({ at: z.string() });
const open = { permission: null, auth: 'none', response } as const;
const params = z.object({ id: z.string() });
const endpoints = {
  'GET /api/things': open,
  // By its signature: a call of a machine, which names no origin.
  'POST /api/things': { ...open, auth: 'signature', status: 201 },
  'GET /api/things.csv': open,
  'GET /api/things/lookup': open,
  'GET /api/things/{id}': { ...open, params },
  'GET /things': { ...open, params: z.object({ account: z.string() }) },
  'GET /api/owned/{ctx}': { ...open, params: z.object({ ctx: z.string() }) },
  'GET /api/stream': { ...open, answer: 'stream' },
  'GET /api/left': open,
  'POST /api/attempt': { ...open, auth: 'signature', body: z.unknown() },
} satisfies EndpointMap;
let cancelled = 0;
const endless = () =>
  new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(10)),
    cancel: () => {
      cancelled += 1;
    },
  });
const handle = createApiRouter(endpoints, {
  'GET /api/things': () => ({ at: 'list', secret: 'never leaves' }),
  'POST /api/things': () => ({ at: 'created' }),
  'GET /api/things.csv': () => ({ at: 'file' }),
  'GET /api/things/lookup': () => ({ at: 'lookup' }),
  'GET /api/things/{id}': (call: { id: string }) => ({ at: call.id }),
  'GET /things': (call: { account: string }) => ({ at: call.account }),
  'GET /api/owned/{ctx}': (call: { ctx: unknown }) => ({ at: `caller ${call.ctx}` }),
  'GET /api/stream': () => new Response(endless()),
  'GET /api/left': () => {
    dropCookie('guiche.session');
    return { at: 'left' };
  },
  'POST /api/attempt': () => ({ at: 'judged' }),
});

async function request(path: string, method = 'GET') {
  const answer = await handle(new Request(`http://localhost${path}`, { method }));
  const { at, code } = (await answer.json()) as { at?: string; code?: string };
  return { status: answer.status, allow: answer.headers.get('allow'), content: at ?? code };
}

describe('the router of the API', () => {
  it('finds an endpoint by its address, what is written out before a parameter', async () => {
    expect(await request('/api/things')).toEqual({ status: 200, allow: null, content: 'list' });
    expect(await request('/api/things', 'POST')).toEqual({ status: 201, allow: null, content: 'created' });
    expect((await request('/api/things.csv')).content).toBe('file');
    expect((await request('/api/things/lookup')).content).toBe('lookup');
    expect((await request('/api/things/t_1')).content).toBe('t_1');
    expect((await request('/api/accounts/pix/things')).content).toBe('pix');
  });

  it('decodes a segment after the match: a slash in it stays within', async () => {
    expect((await request('/api/things/a%2Fb%20c')).content).toBe('a/b c');
    expect(await request('/api/things/%ff')).toMatchObject({ status: 400, content: 'invalid_request' });
  });

  it('answers an address that is none, and a method that it does not take, with a problem', async () => {
    for (const path of ['/api/thing', '/api/thingsXcsv', '/api/accounts/pix', '/api/accounts/a/b/things'])
      expect(await request(path)).toEqual({ status: 404, allow: null, content: 'not_found' });
    expect(await request('/api/things', 'DELETE')).toEqual({
      status: 405,
      allow: 'GET, HEAD, POST',
      content: 'method_not_allowed',
    });
    expect(await request('/api/things/lookup', 'OPTIONS')).toMatchObject({ status: 405, allow: 'GET, HEAD' });
  });

  it('P13: tells its time in every answer, by the database’s clock', async () => {
    const clockLead = async (path: string, method = 'GET') => {
      const answer = await handle(new Request(`http://localhost${path}`, { method }));
      await answer.body?.cancel();
      return Number(answer.headers.get(SERVER_TIME)) - Date.now();
    };
    updateDatabaseClock(Date.now() + 600_000, Date.now());
    try {
      for (const [path, method] of [
        ['/api/things'],
        ['/api/things', 'HEAD'],
        ['/api/things', 'DELETE'],
        ['/api/nothing'],
        ['/api/stream'],
        ['/api/left'],
      ] as const)
        expect(Math.abs((await clockLead(path, method)) - 600_000), path).toBeLessThan(5_000);
    } finally {
      updateDatabaseClock(Date.now(), Date.now());
    }
  });

  it('takes no value of the path for the caller', async () => {
    expect((await request('/api/owned/somebody')).content).toBe('caller null');
  });

  it('ends a stream that nobody reads: of a HEAD request, and of a client that is gone', async () => {
    cancelled = 0;
    const head = await handle(new Request('http://localhost/api/stream', { method: 'HEAD' }));
    expect([head.status, head.body, cancelled]).toEqual([200, null, 1]);
    const gone = new AbortController();
    const answer = handle(new Request('http://localhost/api/stream', { signal: gone.signal }));
    gone.abort();
    expect([(await answer).body, cancelled]).toEqual([null, 2]);
  });

  it('sends the cookies that a handler set with its own answer alone', async () => {
    const [left, other] = await Promise.all(
      ['/api/left', '/api/things'].map((path) => handle(new Request(`http://localhost${path}`))),
    );
    expect(left?.headers.getSetCookie()).toEqual([
      'guiche.session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    ]);
    expect(other?.headers.getSetCookie()).toEqual([]);
  });

  it('takes 16 KB from whoever has no session, with or without a declared length', async () => {
    const post = (length: number, body: BodyInit) =>
      handle(
        new Request('http://localhost/api/attempt', {
          ...{ method: 'POST', body, duplex: 'half' },
          headers: { 'content-type': 'application/json', 'content-length': String(length) },
        } as RequestInit),
      );
    const text = (length: number) => JSON.stringify('x'.repeat(length - 2));
    expect((await post(16_384, text(16_384))).status).toBe(200);
    expect((await post(16_385, text(16_385))).status).toBe(413);
    expect((await post(0, new Blob([text(16_385)]).stream())).status).toBe(413);
  });

  it('is not made without a handler for each endpoint', () => {
    expect(() => createApiRouter(endpoints, {})).toThrow('GET /api/things has no handler');
  });
});
