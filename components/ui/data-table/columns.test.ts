import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#lib/endpoints.ts';
import { type Column, initialColumns, isOrdered, type List } from '#lib/list/list.ts';
import { transactionsList } from '#lib/transactions/transactions.list.ts';
import { viewLists } from '#lib/views/place.ts';
import { columnSteps, hideUnderClasses, optionalColumns, sanitize, TWO_LINES } from './columns.ts';

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
  expect(Object.fromEntries(steps)).toEqual({ first: 62, later: 48, bare: 44 });
  expect(columnSteps(COLUMNS, { picks: true, fits: false }).get('later')).toBe(40);
  expect([...columnSteps(COLUMNS, { picks: true, fits: false }).keys()]).not.toContain('bare');
});

/** Those that are scrolled through may be scrolled sideways too, but for their fewest columns. */
const SCROLLED = ['transactions', 'deliveries'];
const lists = Object.entries(viewLists);
const inFlow = lists.filter(([name]) => !SCROLLED.includes(name));

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
  for (const step of steps.values())
    expect(hideUnderClasses(step)).toMatch(/^@max-\[\d+rem\]\/table:hidden /);
});

const scrolled = lists.filter(([name]) => SCROLLED.includes(name));

test.each(scrolled)('the list of %s is not scrolled sideways where its fewest columns stand', (_, list) => {
  const shapes = shaped(list.columns as Record<string, Column>);
  const steps = columnSteps(shapes, { picks: true, fits: false });
  const fewest = shapes.filter(({ name, hidden }) => !steps.has(name) && hidden !== true);
  // A growing column that names no least width has 9 rem.
  const width = fewest.reduce((sum, one) => sum + (one.grows ? one.width || 9 : one.width), 2.25);
  expect(width).toBeLessThanOrEqual(TWO_LINES);
});

/** Of the tokens' sizes in rem, the ones from `drawer` (1181 px) up and of the rail below. */
const tokens = readFileSync('app/styles/tokens.css', 'utf8');
const sizesOf = (name: string) =>
  [...tokens.matchAll(new RegExp(`--${name}: ([\\d.]+)rem`, 'g'))].map(([, rem]) => Number(rem));
const widthNextToDrawer = (px: number, of: number) => {
  const [side = 0, drawer = 0, gutter = 0] = ['side', 'drawer', 'gutter'].map((name) => sizesOf(name)[of]);
  return px / 16 - side - drawer - 2 * gutter;
};

test('U10: beside a drawer a table stays a table, down to 600 px of its own width', () => {
  const stacked = /@custom-variant stacked \{\s*@container table \(width < ([\d.]+)rem\)/;
  expect(Number(stacked.exec(readFileSync('app/globals.css', 'utf8'))?.[1])).toBe(TWO_LINES);
  for (const [px, of] of [
    [1440, 0],
    [1280, 0],
    [1180, 1],
    [1080, 1],
  ] as const)
    expect(widthNextToDrawer(px, of), `${px} px`).toBeGreaterThanOrEqual(TWO_LINES);
});

test.each(Object.entries(viewLists) as [string, List][])(
  'U10: beside a drawer at 1280 px the list of %s keeps who, when, state and amount',
  (name, list) => {
    const windowed = ['transactions', 'deliveries'].includes(name);
    const shapes = shaped(list.columns as Record<string, Column>).filter(({ hidden }) => !hidden);
    const steps = columnSteps(shapes, { picks: true, fits: !windowed });
    const standing = shapes.filter((shape) => widthNextToDrawer(1280, 0) >= (steps.get(shape.name) ?? 0));
    expect(standing.map(({ place }) => place)).toEqual(
      expect.arrayContaining(['time', 'state', 'who', 'amount']),
    );
    // One that is scrolled through may be wider than its container, but none needs it.
    const least = standing.reduce(
      (sum, { grows, width }) => sum + (grows ? Math.max(width, 5.5) : width),
      2.25,
    );
    expect(least).toBeLessThanOrEqual(widthNextToDrawer(1280, 0) + 2.5);
  },
);

const sane = (chosen: unknown) => sanitize(transactionsList, chosen);

describe('columns', () => {
  test('come in the order of the list, those with a place always', () => {
    expect(sane(['fee', 'reference'])).toEqual(['time', 'state', 'who', 'reference', 'fee', 'amount']);
    expect(sane(['nonsense', 3])).toEqual(['time', 'state', 'who', 'amount']);
  });
  test('are the initial ones where nothing valid was stored', () => {
    const initial = ['time', 'state', 'who', 'reference', 'notice', 'type', 'amount'];
    expect(initialColumns(transactionsList)).toEqual(initial);
    expect(sane(null)).toEqual(initial);
    expect(sane({ time: true })).toEqual(initial);
    expect(sane([])).toEqual(initial);
  });
});

describe.each(Object.entries(viewLists) as [string, List][])('the list of %s', (_, list) => {
  test('has columns to choose, an order, and a file that its contract knows', () => {
    const [first] = list.sort;
    expect(optionalColumns(list).length).toBeGreaterThan(0);
    expect(list.columnNames).toContain(first);
    // Exporting a list above all accounts takes the `manage` permission.
    const permission = list.name === 'audit' ? 'manage' : 'export';
    expect(endpoints).toHaveProperty([list.csv ?? ''], expect.objectContaining({ permission }));
  });
  test('keeps what distinguishes a row from another, and takes an order in its call only where it is put in order there', () => {
    const bare = sanitize(list, ['nothing']);
    expect(bare.map((name) => list.columns[name]?.place)).toEqual(
      expect.arrayContaining(['time', 'state', 'who', 'amount']),
    );
    expect(bare.map((name) => list.columns[name]?.place)).not.toContain('note');
    expect('order' in list.parsers).toBe(isOrdered(list));
  });
});
