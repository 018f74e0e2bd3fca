import { beforeEach, expect, test } from 'vitest';
import { deviceCookie, isKnownOn, personMark, readDevice } from '#lib/auth/server/session-cookies.ts';

const processState = globalThis as { guicheSettings?: unknown; guicheMasterSecret?: string };
function setSecrets(secret: string, previous?: string) {
  delete processState.guicheSettings;
  processState.guicheMasterSecret = secret;
  process.env.GUICHE_SECRET = secret;
  if (previous === undefined) delete process.env.GUICHE_SECRET_PREVIOUS;
  else process.env.GUICHE_SECRET_PREVIOUS = previous;
}
const [OLD, NEW] = ['a'.repeat(40), 'b'.repeat(40)];
beforeEach(() => setSecrets(OLD));

/** The cookie of a browser on which these people signed in, one after the other. */
const after = (...people: string[]) =>
  people.reduce((cookie, id) => deviceCookie(readDevice(cookie), id), '');
const known = (cookie: string, ...people: string[]) =>
  people.filter((id) => isKnownOn(readDevice(cookie), id));

test('people who share a browser are all known there, and nobody else is', () => {
  const cookie = after('ana', 'bia', 'ana', 'caio');
  expect(known(cookie, 'ana', 'bia', 'caio', 'davi')).toEqual(['ana', 'bia', 'caio']);
  expect(readDevice(cookie), 'each stands once, the last one first').toEqual(
    ['caio', 'ana', 'bia'].map(personMark),
  );
});

test('of more than five people the ones who signed in last stay', () => {
  const cookie = after('p1', 'p2', 'p3', 'p1', 'p4', 'p5', 'p6', 'p7');
  expect(known(cookie, 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7')).toEqual(['p1', 'p4', 'p5', 'p6', 'p7']);
});

test('the cookie says neither id nor e-mail, and one that was changed names nobody', () => {
  const cookie = after('ana@example.com', 'operator-1');
  expect(cookie).not.toMatch(/ana|example|operator/);
  expect(cookie.length).toBeLessThan(300);
  expect(readDevice(undefined)).toEqual([]);
  expect(readDevice('')).toEqual([]);
  const [people = '', mac] = cookie.split('.');
  expect(readDevice(`${people}~${personMark('bia')}.${mac}`)).toEqual([]);
  expect(readDevice(`${personMark('bia')}.${mac}`)).toEqual([]);
});

test('a cookie of the previous secret names its people while that is given, and who signs in then stands once', () => {
  const cookie = after('ana', 'bia');
  setSecrets(NEW, OLD);
  expect(known(cookie, 'ana', 'bia')).toEqual(['ana', 'bia']);
  const renewed = deviceCookie(readDevice(cookie), 'ana');
  expect(readDevice(renewed)).toHaveLength(2);
  expect(known(renewed, 'ana', 'bia')).toEqual(['ana', 'bia']);
  setSecrets(NEW);
  expect(known(cookie, 'ana', 'bia')).toEqual([]);
  expect(known(renewed, 'ana', 'bia'), 'who signed in since').toEqual(['ana']);
});
