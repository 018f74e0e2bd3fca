import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { send } from '#lib/api/client.ts';
import { connection } from '#lib/api/connection.ts';
import { SERVER_TIME, serverClock } from '#lib/core/clock.ts';

const reportNoAnswer = vi.spyOn(connection, 'reportNoAnswer');
const problem = (status: number) =>
  Response.json({ type: 'about:blank', title: 't', status, code: 'unavailable' }, { status });
const page = (status: number) => new Response('<h1>Bad gateway</h1>', { status });

beforeEach(() => {
  reportNoAnswer.mockReset();
  reportNoAnswer.mockReturnValue();
});
afterEach(() => vi.unstubAllGlobals());

test.each<[string, () => Promise<Response>]>([
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a proxy’s 502', async () => page(502)],
  ['a proxy’s 503', async () => page(503)],
  ['a proxy’s 504', async () => page(504)],
])('U7: %s has the server asked whether it is there, for a change as for a reading', async (_, fetched) => {
  vi.stubGlobal('fetch', fetched);
  for (const method of ['GET', 'POST']) {
    await expect(send('/api/health', { method }, false)).rejects.toMatchObject({ name: 'CallError' });
    expect(reportNoAnswer).toHaveBeenCalledOnce();
    reportNoAnswer.mockClear();
  }
});

test.each<[string, () => Promise<Response>]>([
  ['the server’s own refusal', async () => problem(503)],
  ['another status without a problem', async () => page(404)],
  ['an answer', async () => Response.json({})],
  ['a call that the page gave up', () => Promise.reject(new DOMException('', 'AbortError'))],
])('U7: %s is no doubt', async (_, fetched) => {
  vi.stubGlobal('fetch', fetched);
  await send('/api/health', {}, false).catch(() => undefined);
  expect(reportNoAnswer).not.toHaveBeenCalled();
});

test('P13: every answer sets the clock, a refusal too; one that does not tell the time sets none', async () => {
  const learn = vi.spyOn(serverClock, 'learn').mockReturnValue();
  const serverTime = Date.parse('2026-11-28T12:00:00Z');
  const headers = { [SERVER_TIME]: String(serverTime) };
  for (const status of [200, 503]) {
    vi.stubGlobal('fetch', async () => Response.json({ code: 'unavailable' }, { status, headers }));
    await send('/api/health', {}, false).catch(() => undefined);
    expect(learn).toHaveBeenLastCalledWith(serverTime, expect.any(Number));
  }
  vi.stubGlobal('fetch', async () => Response.json({}));
  await send('/api/health', {}, false);
  expect(learn).toHaveBeenLastCalledWith(0, expect.any(Number));
  learn.mockRestore();
});
