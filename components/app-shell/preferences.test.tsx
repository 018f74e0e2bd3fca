import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { offerSignIn } from '#lib/api/client.ts';
import { useSignOut } from './preferences.ts';
import { shown } from './testing/shown.tsx';

const toasts: string[] = [];
const assign = vi.fn();
const clear = vi.fn();

/** Runs the menu's line for somebody who is signed in. */
function signOut(session = {}) {
  let run: () => Promise<void> = async () => undefined;
  const Menu = () => {
    run = useSignOut();
    return null;
  };
  shown(<Menu />, { session, toast: (text) => toasts.push(text) });
  return run();
}
const answers = (status: number, code = 'internal') =>
  vi.stubGlobal('fetch', async () =>
    status === 204
      ? new Response(null, { status })
      : Response.json({ code, status, title: code }, { status }),
  );

beforeEach(() => {
  toasts.length = 0;
  vi.stubGlobal('location', { assign });
  vi.stubGlobal('sessionStorage', { clear });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

test('signing out that worked forgets the tab’s own text and shows the sign-in', async () => {
  answers(204);
  await signOut();
  expect(clear).toHaveBeenCalled();
  expect(assign).toHaveBeenCalledWith('/sign-in');
  await signOut({ signOn: true });
  expect(assign).toHaveBeenLastCalledWith('/api/sso/end');
});

test('a session that had ended already is left as well, and nobody signs in to sign out', async () => {
  const signIn = vi.fn(async () => false);
  const takeBack = offerSignIn(signIn);
  answers(401, 'unauthenticated');
  await signOut();
  expect(clear).toHaveBeenCalled();
  expect(assign).toHaveBeenCalledWith('/sign-in');
  expect(signIn).not.toHaveBeenCalled();
  expect(toasts).toEqual([]);
  takeBack();
});

test.each([
  ['the server fails', () => answers(503)],
  ['nobody answers', () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed to fetch')))],
])('where %s, nothing written is lost, nobody is led away, and it is said', async (_, fails) => {
  fails();
  await signOut();
  expect(clear).not.toHaveBeenCalled();
  expect(assign).not.toHaveBeenCalled();
  expect(toasts).toEqual([expect.stringContaining('Não foi possível sair')]);
});
