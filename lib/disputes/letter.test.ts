import { describe, expect, test } from 'vitest';
import { characters, factNames, fillFacts, letterOf, shares, unknownFacts } from './letter.ts';

const facts = [
  { name: 'e2e', text: 'E123' },
  { name: 'amount_time', text: 'R$ 10,00, pago em 14/11/2026 às 10:22:07' },
];
const sections = { sale: 'Pix {{e2e}}. ', delivery: '', contact: 'Sim.', conclusion: '{{amount_time}}' };

describe('letterOf', () => {
  test('joins what is written, facts written out', () => {
    expect(letterOf(sections, facts)).toBe('Pix E123.\n\nSim.\n\nR$ 10,00, pago em 14/11/2026 às 10:22:07');
  });
  test('is empty where nothing is written', () => {
    expect(letterOf({ sale: ' \n', delivery: '', contact: '', conclusion: '' }, facts)).toBe('');
  });
});

test('the shares add up to the letter', () => {
  const sum = shares(sections, facts).reduce((total, { count }) => total + count, 0);
  expect(sum).toBe(characters(letterOf(sections, facts)));
});

test('an accent is one character however it is written, an emoji two', () => {
  expect(characters('a\u0301c\u0327a\u0303o 👍')).toBe(7);
});

test('the token of an unknown fact stays, and the fact is named', () => {
  expect(fillFacts('a {{nothing}} b', facts)).toBe('a {{nothing}} b');
  expect(unknownFacts({ ...sections, delivery: '{{nothing}}' }, facts)).toEqual(['nothing']);
  expect(factNames('{{e2e}} {{e2e}} {{other}}')).toEqual(['e2e', 'other']);
});

test('braces that are no fact stay', () => {
  expect(fillFacts('{{ e2e }} {{E2E}} {e2e}', facts)).toBe('{{ e2e }} {{E2E}} {e2e}');
});
