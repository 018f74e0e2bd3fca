import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hasOuterBlank, lengthOf } from '#lib/auth/password-rules.ts';
import { hashPassword, isOfOtherForm, passwordMatches } from './passwords.ts';

const COMPOSED = 'lilás bigorna três 7'.normalize('NFC');
const APART = COMPOSED.normalize('NFD');
const WIDE = 'ｌｉｌａｓ bigorna 7';

test('a password opens in every form that a keyboard writes it in', async () => {
  expect(await passwordMatches(await hashPassword(COMPOSED), APART)).toBe(true);
  expect(await passwordMatches(await hashPassword(APART), COMPOSED)).toBe(true);
  expect(await passwordMatches(await hashPassword(WIDE), 'lilas bigorna 7')).toBe(true);
  expect(await passwordMatches(await hashPassword(COMPOSED), 'lilas bigorna tres 7')).toBe(false);
});

test('a hash that was made of the raw text still opens, and is to be made anew', async () => {
  for (const raw of [APART, WIDE]) {
    const old = await hash(raw);
    expect(await passwordMatches(old, raw)).toBe(true);
    expect(await isOfOtherForm(old, raw)).toBe(true);
  }
  expect(await passwordMatches(await hash(APART), COMPOSED)).toBe(true);
  expect(await isOfOtherForm(await hash(COMPOSED), APART)).toBe(false);
  expect(await isOfOtherForm(await hash('plain'), 'plain')).toBe(false);
});

test('nobody’s password matches nothing, in any form', async () => {
  expect(await passwordMatches(undefined, APART)).toBe(false);
  expect(await passwordMatches(null, COMPOSED)).toBe(false);
});

test('its length is that of its one form, and a blank at an end is told', () => {
  expect(lengthOf(APART)).toBe(lengthOf(COMPOSED));
  expect(hasOuterBlank('senha ')).toBe(true);
  expect(hasOuterBlank('\u00a0senha')).toBe(true);
  expect(hasOuterBlank('se nha')).toBe(false);
});
