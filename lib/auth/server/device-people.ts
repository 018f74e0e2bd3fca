import 'server-only';
import { keyedHash, keyedHashes, sign, verifySigned } from '#lib/auth/server/seal.ts';

/** Marks of the people who signed in on a browser, the last one first. A mark is a keyed hash of the person's id. */
export type DevicePeople = readonly string[];

/** People who share a browser; of more, the one who has not signed in for longest is a stranger there again. */
const MOST = 5;
const MARK_LENGTH = 32;
const PERSON = 'device-person';
const DEVICE = 'device';
const BETWEEN = '~';

export const personMark = (operatorId: string): string => keyedHash(operatorId, PERSON).slice(0, MARK_LENGTH);

/** Under each secret of this process: a cookie from before a rotation still names the person. */
const marksOf = (operatorId: string): string[] =>
  keyedHashes(operatorId, PERSON).map((hash) => hash.slice(0, MARK_LENGTH));

/** Whom a device's cookie names; nobody for one that was not made here. */
export function readDevice(cookie: string | undefined): DevicePeople {
  const value = cookie === undefined ? null : verifySigned(cookie, DEVICE);
  return value === null ? [] : value.split(BETWEEN);
}

export function isKnownOn(people: DevicePeople, operatorId: string): boolean {
  return marksOf(operatorId).some((mark) => people.includes(mark));
}

/** The cookie after this person signed in: they stand first, the others stay. */
export function deviceCookie(people: DevicePeople, operatorId: string): string {
  const own = marksOf(operatorId);
  const others = people.filter((mark) => !own.includes(mark));
  return sign([personMark(operatorId), ...others].slice(0, MOST).join(BETWEEN), DEVICE);
}
