import 'server-only';
import { cookies } from 'next/headers';
import { encode } from 'next-auth/jwt';
import { COOKIE_OPTIONS, DEVICE_COOKIE, nextAuthSecret, SESSION_COOKIE } from '#lib/auth/server/cookies.ts';
import { deviceCookie, readDevice } from '#lib/auth/server/device-people.ts';
import { ABSOLUTE_SECONDS, endSession, sessionIdOf } from '#lib/auth/server/session.ts';

const DEVICE_SECONDS = 400 * 86_400;

/** Hands a session opened here to the browser that asked, in the form next-auth gives it. */
export async function giveSession(operatorId: string, sessionId: string): Promise<void> {
  const secret = nextAuthSecret();
  const token = await encode({
    token: { sub: operatorId, sid: sessionId },
    secret,
    maxAge: ABSOLUTE_SECONDS,
  });
  await endReplaced(sessionId);
  (await cookies()).set(SESSION_COOKIE(), token, { ...COOKIE_OPTIONS(), maxAge: ABSOLUTE_SECONDS });
  await markDevice(operatorId);
}

/** A sign-in writes over the cookie of an earlier session, which nobody could end any more. */
export async function endReplaced(sessionId: string): Promise<void> {
  const jar = await cookies();
  const before = await sessionIdOf((name) => jar.get(name)?.value);
  if (before !== null && before !== sessionId) await endSession(before);
}

/** With the attributes it was set with: a browser ignores what would take a `__Host-` cookie away without them. */
export async function dropCookie(name: string): Promise<void> {
  (await cookies()).set(name, '', { ...COOKIE_OPTIONS(), maxAge: 0 });
}

/** This browser is known from now on, beside the others who use it: its sign-ins have a count of their own. */
export async function markDevice(operatorId: string): Promise<void> {
  const options = { ...COOKIE_OPTIONS(), maxAge: DEVICE_SECONDS };
  const jar = await cookies();
  const people = readDevice(jar.get(DEVICE_COOKIE())?.value);
  jar.set(DEVICE_COOKIE(), deviceCookie(people, operatorId), options);
}
