import { describe, expect, test } from 'vitest';
import { GuicheError } from '#lib/core/errors.ts';
import { Paths } from '#lib/providers/client/paths.ts';
import type { Outcome } from '#lib/providers/port.ts';

const refusal = (status: number, code: string | null) =>
  new GuicheError('provider_rejected', 'No.', { provider: { status, code, message: null, requestId: null } });
const NO_ROUTE = refusal(404, 'ROUTE_NOT_FOUND');

/** A service that has the paths of `there`, and the requests that it received. */
function service(there: Record<string, string | GuicheError>, now = { ms: 0 }) {
  const requests: string[] = [];
  const paths = new Paths(['/a', '/b', '/c'], () => now.ms);
  const answerOf = (path: string) => there[path] ?? NO_ROUTE;
  const get = () =>
    paths.read(async (path) => {
      requests.push(`GET ${path}`);
      const answer = answerOf(path);
      if (answer instanceof GuicheError) throw answer;
      return answer;
    });
  const send = async (path: string): Promise<Outcome<string>> => {
    requests.push(`POST ${path}`);
    const answer = answerOf(path);
    return answer instanceof GuicheError
      ? { kind: 'refused', sent: true, error: answer }
      : { kind: 'done', value: answer, requestId: null, date: null };
  };
  const post = (probe?: (path: string) => Promise<unknown>) => paths.change(send, probe);
  return { get, post, requests, now };
}

describe('R11: a path that no document shows', () => {
  test('is tried once, in order; what answers is remembered, for changes too', async () => {
    const { get, post, requests } = service({ '/b': 'found' });
    expect([await get(), await get()]).toEqual(['found', 'found']);
    expect(await post()).toMatchObject({ kind: 'done' });
    expect(requests).toEqual(['GET /a', 'GET /b', 'GET /b', 'POST /b']);
  });

  test('that is nowhere is not looked for again within an hour', async () => {
    const { get, requests, now } = service({});
    await expect(get()).rejects.toBe(NO_ROUTE);
    await expect(get()).rejects.toBe(NO_ROUTE);
    expect(requests).toEqual(['GET /a', 'GET /b', 'GET /c', 'GET /a']);
    now.ms = 3_600_001;
    await expect(get()).rejects.toBe(NO_ROUTE);
    expect(requests).toHaveLength(7);
  });

  test.each([
    ['that the thing is not there', refusal(404, 'PAYMENT_NOT_FOUND'), ['GET /a', 'GET /a']],
    ['that something is wrong with it', refusal(422, 'X'), ['GET /a', 'GET /a']],
    ['that nothing works', refusal(500, null), ['GET /a', 'GET /a']],
  ])('is no other one where the answer says %s', async (_, error, calls) => {
    const { get, requests } = service({ '/a': error });
    await expect(get()).rejects.toBe(error);
    await expect(get()).rejects.toBe(error);
    expect(requests).toEqual(calls);
  });

  test('a change goes to the one that answered a harmless read, and nowhere twice', async () => {
    const { post, requests } = service({ '/c': 'made' });
    const probe = async (path: string) => {
      requests.push(`GET ${path}`);
      if (path !== '/c') throw NO_ROUTE;
    };
    expect(await post(probe)).toMatchObject({ kind: 'done', value: 'made' });
    expect(requests).toEqual(['POST /a', 'GET /b', 'GET /c', 'POST /c']);
  });

  test.each([
    ['refused', { kind: 'refused', sent: true, error: refusal(422, 'LIMIT') }],
    ['not known', { kind: 'unknown', error: refusal(500, null) }],
    ['never sent', { kind: 'refused', sent: false, error: NO_ROUTE }],
  ] as const)('a change that is %s is sent nowhere else', async (_, outcome) => {
    let sent = 0;
    const made = await new Paths(['/a', '/b'], () => 0).change(async () => {
      sent += 1;
      return outcome as Outcome<string>;
    });
    expect([made, sent]).toEqual([outcome, 1]);
  });
});
