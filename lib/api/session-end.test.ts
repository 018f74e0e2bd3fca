import { afterEach, expect, test, vi } from 'vitest';
import { call, offerSignIn, signedInAgain } from '#lib/api/client.ts';

afterEach(() => vi.unstubAllGlobals());

const ended = () => Response.json({ code: 'unauthenticated', status: 401, title: '' }, { status: 401 });

test('U6: calls that met an ended session wait for one sign-in and then go on', async () => {
  let signIn: (done: boolean) => void = () => undefined;
  const requestSignIn = vi.fn(() => new Promise<boolean>((resolve) => (signIn = resolve)));
  const withdraw = offerSignIn(requestSignIn);
  let session = false;
  const fetched = vi.fn(async () => (session ? Response.json({ ok: true }) : ended()));
  vi.stubGlobal('fetch', fetched);
  const calls = [
    call('POST /api/step-up', { body: { password: 'x' } }),
    call('GET /api/session', {}),
    call('GET /api/accounts', {}),
  ];
  await vi.waitFor(() => expect(requestSignIn).toHaveBeenCalled());
  session = true;
  signIn(true);
  expect(await Promise.all(calls)).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
  expect(requestSignIn).toHaveBeenCalledTimes(1);
  withdraw();
});

test('U6: gone back: the call is refused, reads ask no more, an act asks again', async () => {
  const requestSignIn = vi.fn(async () => false);
  const withdraw = offerSignIn(requestSignIn);
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => ended()),
  );
  const read = () => call('GET /api/session', {});
  await expect(read()).rejects.toMatchObject({ problem: { code: 'unauthenticated' } });
  await expect(read()).rejects.toMatchObject({ problem: { code: 'unauthenticated' } });
  expect(requestSignIn).toHaveBeenCalledTimes(1);
  await expect(call('POST /api/step-up', { body: { password: 'x' } })).rejects.toThrow();
  expect(requestSignIn).toHaveBeenCalledTimes(2);
  withdraw();
  expect(await signedInAgain({ byHand: true })).toBe(false);
});

test('U6: refused again right after the sign-in: said, not asked for ever', async () => {
  const requestSignIn = vi.fn(async () => true);
  const withdraw = offerSignIn(requestSignIn);
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => ended()),
  );
  await expect(call('GET /api/session', {})).rejects.toMatchObject({ problem: { status: 401 } });
  expect(requestSignIn).toHaveBeenCalledTimes(1);
  withdraw();
});
