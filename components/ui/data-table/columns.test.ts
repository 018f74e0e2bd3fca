import { expect, test } from 'vitest';
import type { Column } from '#lib/list/list.ts';
import { viewLists } from '#lib/views/lists.ts';
import { columnSteps, goesClasses, TWO_LINES } from './columns.ts';

const shaped = (columns: Record<string, Column>) =>
  Object.entries(columns).map(([name, column]) => ({ name, ...column }));
const COLUMNS = shaped({
  time: { width: 6, place: 'time' },
  who: { width: 0, grows: true, place: 'who' },
  note: { width: 12, place: 'note' },
  bare: { width: 5 },
  first: { width: 8, under: 62 },
  later: { width: 8, under: 40 },
  amount: { width: 8, place: 'amount' },
});

test('a column goes where it says, or sooner where the rest would not fit; notes last, places never', () => {
  const steps = columnSteps(COLUMNS, { picks: true, fits: true });
  expect(Object.fromEntries(steps)).toEqual({ first: 62, later: 52, bare: 44 });
  expect(columnSteps(COLUMNS, { picks: true, fits: false }).get('later')).toBe(40);
  expect([...columnSteps(COLUMNS, { picks: true, fits: false }).keys()]).not.toContain('bare');
});

/** Those that are scrolled through may be scrolled sideways too. */
const inFlow = Object.entries(viewLists).filter(([name]) => !['transactions', 'deliveries'].includes(name));

test.each(inFlow)('the list of %s fits its own width down to rows of two lines', (_, list) => {
  const shapes = shaped(list.columns as Record<string, Column>);
  const steps = columnSteps(shapes, { picks: true, fits: true });
  for (let rem = TWO_LINES; rem < 90; rem += 0.5) {
    const standing = shapes.filter(({ name }) => rem >= (steps.get(name) ?? 0));
    const width = standing.reduce(
      (sum, one) => sum + (one.grows ? Math.max(one.width, 5.5) : one.width),
      2.25,
    );
    expect(width, `at ${rem} rem`).toBeLessThanOrEqual(rem);
  }
  for (const step of steps.values()) expect(goesClasses(step)).toMatch(/^@max-\[\d+rem\]\/table:hidden /);
});
