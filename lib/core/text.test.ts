import { describe, expect, it } from 'vitest';
import { cut, cutStart, isWellFormed, wellFormed } from '#lib/core/text.ts';

const HIGH = '\u{d83d}';
const LOW = '\u{de00}';

describe('M4: text from outside', () => {
  it('keeps whole characters and loses what no database holds', () => {
    expect(wellFormed('São Paulo 😀')).toBe('São Paulo 😀');
    expect(wellFormed(`a\0b${HIGH}c${LOW}d`)).toBe('a\u{fffd}b\u{fffd}c\u{fffd}d');
    expect(wellFormed(LOW + HIGH)).toBe('\u{fffd}\u{fffd}');
  });

  it('is told apart before it goes anywhere', () => {
    expect([
      isWellFormed('😀'),
      isWellFormed(''),
      isWellFormed('\0'),
      isWellFormed(HIGH),
      isWellFormed(LOW),
    ]).toEqual([true, true, false, false, false]);
  });

  it('is cut between characters', () => {
    expect(cut('ab😀', 3)).toBe('ab');
    expect(cut('ab😀', 4)).toBe('ab😀');
    expect(cut('ab😀c', 4)).toBe('ab😀');
    expect(cut('😀😀', 1)).toBe('');
    expect(cut('abc', 2)).toBe('ab');
    expect(cut('abc', 9)).toBe('abc');
    expect(cut('abc', 0)).toBe('');
  });

  it('is cut at its start between characters', () => {
    expect(cutStart('😀ab', 3)).toBe('ab');
    expect(cutStart('😀ab', 4)).toBe('😀ab');
    expect(cutStart('abc', 2)).toBe('bc');
    expect(cutStart('abc', 9)).toBe('abc');
    expect(cutStart('abc', 0)).toBe('');
  });

  it('that was cut is well-formed at every length', () => {
    const text = 'a😀é👩‍💻 0\u{10ffff}b';
    for (let most = 0; most <= text.length + 1; most += 1) {
      expect(isWellFormed(cut(text, most))).toBe(true);
      expect(text.startsWith(cut(text, most))).toBe(true);
      expect(isWellFormed(cutStart(text, most))).toBe(true);
      expect(text.endsWith(cutStart(text, most))).toBe(true);
    }
  });
});
