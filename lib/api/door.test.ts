import { NextRequest } from 'next/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ofFramework } from '#lib/api/api-request.ts';
import { openDoor } from '#lib/api/door.ts';
import type { EndpointMap } from '#lib/api/endpoint.ts';

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
} satisfies EndpointMap;
const door = openDoor(endpoints, {
  'GET /api/things': () => ({ at: 'list', secret: 'never leaves' }),
  'POST /api/things': () => ({ at: 'created' }),
  'GET /api/things.csv': () => ({ at: 'file' }),
  'GET /api/things/lookup': () => ({ at: 'lookup' }),
  'GET /api/things/{id}': (call: { id: string }) => ({ at: call.id }),
  'GET /things': (call: { account: string }) => ({ at: call.account }),
  'GET /api/owned/{ctx}': (call: { ctx: unknown }) => ({ at: `caller ${call.ctx}` }),
});

async function knock(path: string, method = 'GET') {
  const answer = await door(ofFramework(new NextRequest(`http://localhost${path}`, { method })));
  const { at, code } = (await answer.json()) as { at?: string; code?: string };
  return { status: answer.status, allow: answer.headers.get('allow'), says: at ?? code };
}

describe('the door of the API', () => {
  it('finds an endpoint by its address, what is written out before a parameter', async () => {
    expect(await knock('/api/things')).toEqual({ status: 200, allow: null, says: 'list' });
    expect(await knock('/api/things', 'POST')).toEqual({ status: 201, allow: null, says: 'created' });
    expect((await knock('/api/things.csv')).says).toBe('file');
    expect((await knock('/api/things/lookup')).says).toBe('lookup');
    expect((await knock('/api/things/t_1')).says).toBe('t_1');
    expect((await knock('/api/accounts/pix/things')).says).toBe('pix');
  });

  it('decodes a segment after the match: a slash in it stays within', async () => {
    expect((await knock('/api/things/a%2Fb%20c')).says).toBe('a/b c');
    expect(await knock('/api/things/%ff')).toMatchObject({ status: 400, says: 'invalid_request' });
  });

  it('answers an address that is none, and a method that it does not take, with a problem', async () => {
    for (const path of ['/api/thing', '/api/thingsXcsv', '/api/accounts/pix', '/api/accounts/a/b/things'])
      expect(await knock(path)).toEqual({ status: 404, allow: null, says: 'not_found' });
    expect(await knock('/api/things', 'DELETE')).toEqual({
      status: 405,
      allow: 'GET, HEAD, POST',
      says: 'method_not_allowed',
    });
    expect(await knock('/api/things/lookup', 'OPTIONS')).toMatchObject({ status: 405, allow: 'GET, HEAD' });
  });

  it('takes no value of the path for the caller', async () => {
    expect((await knock('/api/owned/somebody')).says).toBe('caller null');
  });

  it('does not open without a handler for each endpoint', () => {
    expect(() => openDoor(endpoints, {})).toThrow('GET /api/things has no handler');
  });
});
