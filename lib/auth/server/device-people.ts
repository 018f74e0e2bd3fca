import 'server-only';
import { keyedHash, keyedHashes, sign, verifySigned } from '#lib/auth/server/seal.ts';

/**
 * Marks of the people who signed in on a browser, the latest first. A mark is a keyed hash of the person's
 * id.
 */
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
