import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { characters } from '#lib/disputes/letter.ts';
import { fitLetter } from '#lib/disputes/server/compose-defense.ts';

const CLOSING = '(Continua no anexo defesa.pdf.)';

describe('the part that fits', () => {
  test('ends with a paragraph where one ends late enough', () => {
    const text = `${'a'.repeat(70)}\n\n${'b'.repeat(200)}`;
    expect(fitLetter(text, 140, CLOSING)).toBe(`${'a'.repeat(70)}\n\n${CLOSING}`);
  });
  test('else with a sentence, else with a word', () => {
    const sentences = `${'Entregue em 17/11. '.repeat(20)}`;
    expect(fitLetter(sentences, 200, CLOSING)).toMatch(/17\/11\.\n\n\(Continua/);
    const text = 'palavra '.repeat(60);
    expect(fitLetter(text, 200, CLOSING)).toMatch(/^(palavra )+palavra\n\n\(Continua/);
  });
  test('never is longer than the limit, nor cuts a character in two', () => {
    const sign = fc.constantFrom('a', 'ç', ' ', '.', '\n', '👍', '👩‍🌾');
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 600 }), fc.integer({ min: 1, max: 300 }), (signs, limit) => {
        const fitted = fitLetter(signs.join(''), limit, CLOSING);
        expect(characters(fitted)).toBeLessThanOrEqual(limit);
        expect(fitted.isWellFormed()).toBe(true);
      }),
    );
  });
});
