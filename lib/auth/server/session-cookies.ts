import 'server-only';
import { encode } from 'next-auth/jwt';
import {
  COOKIE_OPTIONS,
  DEVICE_COOKIE,
  nextAuthSecret,
  type ReadCookie,
  SESSION_COOKIE,
  setCookie,
} from '#lib/auth/server/cookies.ts';
import { deviceCookie, readDevice } from '#lib/auth/server/device-people.ts';
import { ABSOLUTE_SECONDS, endSession, sessionIdOf } from '#lib/auth/server/session.ts';

const DEVICE_SECONDS = 400 * 86_400;

/** Hands a session opened here to the browser that asked, in the form next-auth gives it. */
export async function giveSession(operatorId: string, sessionId: string, cookie: ReadCookie): Promise<void> {
  const secret = nextAuthSecret();
  const token = await encode({
    token: { sub: operatorId, sid: sessionId },
    secret,
    maxAge: ABSOLUTE_SECONDS,
  });
  await endReplaced(sessionId, cookie);
  setCookie(SESSION_COOKIE(), token, { ...COOKIE_OPTIONS(), maxAge: ABSOLUTE_SECONDS });
  markDevice(operatorId, cookie);
}

/** A sign-in writes over the cookie of an earlier session, which nobody could end any more. */
export async function endReplaced(sessionId: string, cookie: ReadCookie): Promise<void> {
  const before = await sessionIdOf(cookie);
  if (before !== null && before !== sessionId) await endSession(before);
}

/** This browser is known from now on, beside the others who use it: its sign-ins have a count of their own. */
export function markDevice(operatorId: string, cookie: ReadCookie): void {
  const people = readDevice(cookie(DEVICE_COOKIE()));
  const options = { ...COOKIE_OPTIONS(), maxAge: DEVICE_SECONDS };
  setCookie(DEVICE_COOKIE(), deviceCookie(people, operatorId), options);
}
