import { describe, expect, test } from 'vitest';
import { edited, type Marked, pieces, shown, stored, withFact } from './letter.tsx';

const facts = [
  { name: 'e2e', text: 'E123' },
  { name: 'value', text: 'R$ 10,00' },
];
const both = 'Pix de {{value}}, E2E {{e2e}}.';
const labelOf = (name: string) => `valor de ${name}`;
const start = shown(both, facts, labelOf);

test('facts are shown written out and stored as tokens', () => {
  expect(start.text).toBe('Pix de R$ 10,00, E2E E123.');
  expect(stored(start)).toBe(both);
  expect(pieces(start).map(({ text, name }) => [text, name])).toEqual([
    ['Pix de ', null],
    ['R$ 10,00', 'value'],
    [', E2E ', null],
    ['E123', 'e2e'],
    ['.', null],
  ]);
});

test('an unknown fact is a gap with its label, and is stored as the fact again until somebody writes there', () => {
  const gap = shown('a {{x}} b', facts, labelOf);
  expect(gap.text).toBe('a [valor de x] b');
  expect(pieces(gap)).toEqual([{ text: 'a [valor de x] b', name: null, at: 0 }]);
  expect(stored(gap)).toBe('a {{x}} b');
  expect(stored(edited(gap, 'a 46120 b'))).toBe('a 46120 b');
});

const replace = (marked: Marked, what: string, by: string) => marked.text.replace(what, by);

describe('edited', () => {
  test('typing before a fact moves it', () => {
    expect(stored(edited(start, `Um ${start.text}`))).toBe(`Um ${both}`);
  });
  test('typing right behind or before a fact leaves it a fact', () => {
    expect(stored(edited(start, replace(start, 'E123', 'E1234')))).toBe('Pix de {{value}}, E2E {{e2e}}4.');
    expect(stored(edited(start, replace(start, 'E123', ' E123')))).toBe('Pix de {{value}}, E2E  {{e2e}}.');
  });
  test('typing into a fact makes it text, and only that one', () => {
    expect(stored(edited(start, replace(start, '10,00', '10,50')))).toBe('Pix de R$ 10,50, E2E {{e2e}}.');
  });
  test('replacing everything leaves no fact', () => {
    expect(stored(edited(start, 'x'))).toBe('x');
  });
  test('deleting a fact removes it', () => {
    expect(stored(edited(start, replace(start, 'E123', '')))).toBe('Pix de {{value}}, E2E .');
  });
});

describe('withFact', () => {
  const e2e = { name: 'e2e', text: 'E123' };
  const nothing: Marked = { text: '', marks: [] };
  test('stands where the cursor is, also next to similar letters', () => {
    expect(stored(withFact(nothing, e2e, 0, 0))).toBe('{{e2e}}');
    expect(stored(withFact({ text: 'E1', marks: [] }, e2e, 2, 2))).toBe('E1{{e2e}}');
    expect(stored(withFact({ text: 'E1', marks: [] }, e2e, 0, 0))).toBe('{{e2e}}E1');
  });
  test('twice is twice', () => {
    expect(stored(withFact(withFact(nothing, e2e, 0, 0), e2e, 4, 4))).toBe('{{e2e}}{{e2e}}');
  });
  test('takes the place of what was selected', () => {
    expect(stored(withFact(start, e2e, 0, 15))).toBe('{{e2e}}, E2E {{e2e}}.');
  });
});
