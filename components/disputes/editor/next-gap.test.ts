import { expect, test } from 'vitest';
import { gapsIn } from '#lib/disputes/checklist.ts';
import { SECTIONS, type SectionName } from '#lib/disputes/letter.ts';
import { selectNextGap } from './next-gap.ts';

/** Four fields as a browser has them once their text was set: each cursor at its end. Gives what was selected. */
function fields(texts: Record<SectionName, string>) {
  const cursors = Object.fromEntries(SECTIONS.map((name) => [name, texts[name].length]));
  const selected: string[] = [];
  let last: SectionName | null = null;
  const handleOf = (name: SectionName) => ({
    selectGap(from: 'cursor' | 'start') {
      const after = from === 'cursor' ? (cursors[name] ?? 0) : 0;
      const gap = gapsIn(texts[name]).find(({ start }) => start >= after);
      if (gap === undefined) return false;
      last = name;
      cursors[name] = gap.end;
      selected.push(texts[name].slice(gap.start, gap.end));
      return true;
    },
  });
  return { next: () => selectNextGap(last, handleOf), write: (name: SectionName) => (last = name), selected };
}

const letter = { sale: '[a1] e [a2]', delivery: '', contact: '[c1]', conclusion: '[d1]' };

test('gaps come in the order of the letter, the first one first, and begin again behind the last', () => {
  const { next, selected } = fields(letter);
  for (let press = 0; press < 5; press += 1) next();
  expect(selected).toEqual(['[a1]', '[a2]', '[c1]', '[d1]', '[a1]']);
});

test('where somebody wrote, it goes on from there', () => {
  const { next, write, selected } = fields(letter);
  write('contact');
  next();
  next();
  expect(selected).toEqual(['[d1]', '[a1]']);
});
