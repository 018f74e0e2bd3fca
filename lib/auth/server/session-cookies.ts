import 'server-only';
import { eq } from 'drizzle-orm';
import { encode } from 'next-auth/jwt';
import {
  COOKIE_OPTIONS,
  DEVICE_COOKIE,
  nextAuthSecret,
  type ReadCookie,
  SESSION_COOKIE,
  setCookie,
} from '#lib/auth/server/cookies.ts';
import { activeOperator } from '#lib/auth/server/hold-operator.ts';
import { keyedHash, keyedHashes, sign, verifySigned } from '#lib/auth/server/seal.ts';
import { ABSOLUTE_SECONDS, endSession, sessionIdOf } from '#lib/auth/server/session.ts';
import { databaseNow } from '#lib/data/clock.ts';
import { operators } from '#lib/data/schema/operators.ts';

const DEVICE_SECONDS = 400 * 86_400;

/** Sets a new session's cookie in next-auth's format, ends the session it replaces and marks the device. */
export async function issueSession(operatorId: string, sessionId: string, cookie: ReadCookie): Promise<void> {
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

/** Ends the session whose cookie this sign-in overwrites: nobody could sign it out any more. */
export async function endReplaced(sessionId: string, cookie: ReadCookie): Promise<void> {
  const before = await sessionIdOf(cookie);
  if (before !== null && before !== sessionId) await endSession(before);
}

/** Adds the person to this browser's device cookie: their attempts here are counted separately. */
export function markDevice(operatorId: string, cookie: ReadCookie): void {
  const people = readDevice(cookie(DEVICE_COOKIE()));
  const options = { ...COOKIE_OPTIONS(), maxAge: DEVICE_SECONDS };
  setCookie(DEVICE_COOKIE(), deviceCookie(people, operatorId), options);
}

export const HALF_SECONDS = 300;

type Operator = typeof operators.$inferSelect;

/**
 * The cookie between the two steps of a sign-in: it states whose password was right, so that the second page
 * requests only the code and works without scripts. It grants nothing by itself.
 */
export function halfSignedIn({ id, passwordHash }: Pick<Operator, 'id' | 'passwordHash'>): string {
  const until = Math.round(databaseNow()) + HALF_SECONDS * 1000;
  return sign(`${id}.${until}.${passwordMarks(passwordHash)[0]}`, 'half sign-in');
}

/** The operator of a half sign-in, within its time and while the password is unchanged; else null. */
export async function operatorOfHalf(cookie: string | undefined): Promise<Operator | null> {
  const [id = '', until, mark] = (cookie && verifySigned(cookie, 'half sign-in'))?.split('.') ?? [];
  if (!(Number(until) > databaseNow())) return null;
  const operator = await activeOperator(eq(operators.id, id));
  if (operator === undefined) return null;
  return passwordMarks(operator.passwordHash).includes(mark ?? '') ? operator : null;
}

/** A short keyed hash of the password hash. It changes with the password and reveals nothing about it. */
const passwordMarks = (passwordHash: string | null) =>
  keyedHashes(passwordHash ?? '', 'half sign-in').map((hash) => hash.slice(0, 16));

/** Marks (keyed hashes of ids) of the people who signed in on a browser, the latest first. */
export type DevicePeople = readonly string[];

/** The most people a browser's cookie lists. Beyond that it forgets the person whose sign-in is oldest. */
const MOST_PEOPLE = 5;
const MARK_LENGTH = 32;
const PERSON = 'device-person';
const DEVICE = 'device';
const SEPARATOR = '~';

export const personMark = (operatorId: string): string => keyedHash(operatorId, PERSON).slice(0, MARK_LENGTH);

/** The marks under every secret of this process, so that a cookie from before a rotation still matches. */
const marksOf = (operatorId: string): string[] =>
  keyedHashes(operatorId, PERSON).map((hash) => hash.slice(0, MARK_LENGTH));

/** The people in a device cookie; empty for a cookie that Guichê did not sign. */
export function readDevice(cookie: string | undefined): DevicePeople {
  const value = cookie === undefined ? null : verifySigned(cookie, DEVICE);
  return value === null ? [] : value.split(SEPARATOR);
}

export function isKnownOn(people: DevicePeople, operatorId: string): boolean {
  return marksOf(operatorId).some((mark) => people.includes(mark));
}

/** The device cookie after this person's sign-in: they come first, the others follow. */
export function deviceCookie(people: DevicePeople, operatorId: string): string {
  const own = marksOf(operatorId);
  const others = people.filter((mark) => !own.includes(mark));
  return sign([personMark(operatorId), ...others].slice(0, MOST_PEOPLE).join(SEPARATOR), DEVICE);
}
