import { describe, expect, it } from 'vitest';
import { isGuessable } from '#lib/auth/server/passwords.ts';

const ANA = { name: 'Ana Prates', email: 'ana.prates@aroeira.example' };

describe('A16: a password', () => {
  it.each([
    ['password1234'],
    [' '.repeat(12)],
    ['ana.prates@aroeira.example'],
    ['Ana.Prates@Aroeira.example!'],
    ['anaprates2026'],
    ['senha1234567'],
    ['123456789012'],
    ['qwertyuiopasd'],
    ['P@ssw0rd1234'],
    ['aaaaaaaaaaaa'],
    ['brasil123456'],
    ['guicheguiche'],
  ])('A16: %j is refused', async (password) => {
    expect(await isGuessable(password, ANA)).toBe(true);
  });

  it.each([['uma-senha-bem-longa'], ['três gatos no telhado'], ['Kx8fQ2mLp0Zr'], ['copo ponte vela mapa']])(
    '%j is taken',
    async (password) => {
      expect(await isGuessable(password, ANA)).toBe(false);
    },
  );
});
