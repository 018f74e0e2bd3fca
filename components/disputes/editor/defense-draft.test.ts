import { expect, test } from 'vitest';
import { SECTIONS, type SectionName } from '#lib/disputes/letter.ts';
import { gapsIn } from '#lib/disputes/rules.ts';
import { selectNextGap, stepToGap } from './defense-draft.tsx';

/** Four fields, each cursor where its text was left. Gives what was selected. */
function fields(texts: Record<SectionName, string>) {
  const cursors = Object.fromEntries(SECTIONS.map((name) => [name, { start: 0, end: 0 }]));
  const selected: string[] = [];
  let last: SectionName | null = null;
  const handleOf = (name: SectionName) => ({
    selectGap(which: 'behind' | 'before' | 'first' | 'last') {
      const cursor = cursors[name] ?? { start: 0, end: 0 };
      const gaps = gapsIn(texts[name]);
      const gap = {
        behind: gaps.find(({ start }) => start >= cursor.end),
        before: gaps.findLast(({ end }) => end <= cursor.start),
        first: gaps[0],
        last: gaps.at(-1),
      }[which];
      if (gap === undefined) return false;
      last = name;
      cursors[name] = gap;
      selected.push(texts[name].slice(gap.start, gap.end));
      return true;
    },
  });
  return {
    next: () => selectNextGap(last, handleOf),
    step: (back: boolean) => stepToGap(last ?? 'sale', handleOf, back),
    write: (name: SectionName) => (last = name),
    selected,
  };
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
  expect(selected).toEqual(['[c1]', '[d1]']);
});

test('a step goes no further than the letter’s first and last gap, so that Tab leaves it there', () => {
  const { step, selected } = fields(letter);
  const forth = [1, 2, 3, 4, 5].map(() => step(false));
  expect(forth).toEqual([true, true, true, true, false]);
  const back = [1, 2, 3, 4].map(() => step(true));
  expect(back).toEqual([true, true, true, false]);
  expect(selected).toEqual(['[a1]', '[a2]', '[c1]', '[d1]', '[c1]', '[a2]', '[a1]']);
});
