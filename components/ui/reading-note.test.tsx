import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import type { VisibleProblems } from '#lib/api/answer-fields.ts';
import { ReadingNote } from './reading-note.tsx';

const text = (page: VisibleProblems) => shown(<ReadingNote pages={[page]} />).text;

test('U8: a filter that Guichê applies itself warns of nothing, whichever it is', () => {
  expect(text({ filteredHere: ['amountFrom', 'amountTo'] })).toBe('');
  expect(text({ filteredHere: ['status'] })).toBe('');
});

test('what rows lack, and a filter that nobody can check, are shown', () => {
  expect(text({ unread: { rows: 2, fields: ['amount'] }, filteredHere: ['amountFrom'] })).toMatch(
    /^2 linhas .*valor/,
  );
  expect(text({ filtersUntold: ['document'] })).toContain('documento');
});
