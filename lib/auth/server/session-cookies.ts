import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
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
import { keyedHashes, sign, verifySigned } from '#lib/auth/server/seal.ts';
import { ABSOLUTE_SECONDS, endSession, sessionIdOf } from '#lib/auth/server/session.ts';
import { db } from '#lib/data/client.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { operators } from '#lib/data/schema/operators.ts';

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

/** How long the second step waits for its code. */
export const HALF_SECONDS = 300;

type Operator = typeof operators.$inferSelect;

/**
 * Between the two steps of a sign-in: whose password was right, in the browser's own cookie, so that the page of the
 * second step asks for the code alone and works without a script. It opens nothing by itself.
 */
export function halfSignedIn({ id, passwordHash }: Pick<Operator, 'id' | 'passwordHash'>): string {
  const until = Math.round(databaseNow()) + HALF_SECONDS * 1000;
  return sign(`${id}.${until}.${marksOf(passwordHash)[0]}`, 'half sign-in');
}

/** The operator of a half sign-in while the second step waits and the password has not changed; else null. */
export async function operatorOfHalf(cookie: string | undefined): Promise<Operator | null> {
  const [id = '', until, mark] = (cookie && verifySigned(cookie, 'half sign-in'))?.split('.') ?? [];
  if (!(Number(until) > databaseNow())) return null;
  const [operator] = await db()
    .select()
    .from(operators)
    .where(and(eq(operators.id, id), isNull(operators.disabledAt)));
  return operator !== undefined && marksOf(operator.passwordHash).includes(mark ?? '') ? operator : null;
}

/** Ends with the password: of nobody's hash anything can be learnt from it. */
const marksOf = (passwordHash: string | null) =>
  keyedHashes(passwordHash ?? '', 'half sign-in').map((hash) => hash.slice(0, 16));
