import { array, assert, constantFrom, integer, nat, property, record, shuffledSubarray } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { figuresOf } from '#lib/closings/figures.ts';
import { reconcile } from '#lib/closings/reconcile.ts';
import { CAUSES, type Cause, unitsOf } from '#lib/closings/rules.ts';
import { BREAKS, booksOf, EVENTS, type Event, worldOf } from '#lib/closings/testing/books.ts';
import { unitsIn, type World } from '#lib/closings/world.ts';

const RUNS = 60;
const event = record({
  kind: constantFrom(...EVENTS),
  amount: integer({ min: 100, max: 900_000 }),
  minute: integer({ min: 0, max: 1_400 }),
});
/** Every kind of event at least once, in any order, some at the same instant. */
const anyBooks = array(event, { maxLength: 40 }).chain((more) =>
  shuffledSubarray([...EVENTS], { minLength: EVENTS.length }).chain((kinds) =>
    integer({ min: 0, max: 1_300 }).map((minute): Event[] => [
      ...more,
      ...kinds.map((kind, at) => ({ kind, amount: 1_000 + at * 37, minute: minute + (at % 4) })),
    ]),
  ),
);

const open = (world: World) => reconcile(world).filter(({ resolved }) => !resolved);
const causesOf = (world: World) => [...new Set(open(world).map(({ cause }) => cause))];

test('books that are whole have no difference that anybody must explain', () => {
  assert(
    property(anyBooks, (events) => {
      const books = booksOf(events);
      const found = reconcile(worldOf(books));
      expect(found.filter(({ resolved }) => !resolved)).toEqual([]);
      const late = events.filter(({ kind }) => kind === 'deposit-of-yesterday').length;
      expect(found.filter(({ cause }) => cause === 'other_day')).toHaveLength(late);
      const moves = events.filter(({ kind }) => kind === 'sweep' || kind === 'adjustment').length;
      expect(found.filter(({ cause }) => cause === 'provider_move')).toHaveLength(moves);
      expect(found).toHaveLength(late + moves);
    }),
    { numRuns: 200 },
  );
});

test('the sums of whole books join their balances, to the cent', () => {
  assert(
    property(anyBooks, (events) => {
      const world = worldOf(booksOf(events));
      const figures = figuresOf(world.lines, null, 0);
      expect(figures.difference).toEqual({ cents: 0 });
      expect(figures.opening).toEqual({ cents: 1_000_000 });
      const sum = world.lines.reduce((total, line) => total + unitsIn(line.amount), 0n);
      const parts = figures.parts.reduce((total, part) => total + unitsOf(part.sum), 0n);
      expect(parts).toBe(sum);
      expect(unitsOf(figures.in) + unitsOf(figures.out) + unitsOf(figures.blocks)).toBe(sum);
    }),
    { numRuns: 200 },
  );
});

describe('a break is found in its cause, and nothing else is', () => {
  const kinds = CAUSES.flatMap((cause) =>
    BREAKS[cause].map((make, at): [Cause, number, typeof make] => [cause, at + 1, make]),
  );
  test.each(kinds)('%s %i', (cause, _, make) => {
    assert(
      property(anyBooks, nat(), (events, pick) => {
        const before = reconcile(worldOf(booksOf(events))).filter((one) => one.cause === cause).length;
        const { world } = make(booksOf(events), pick);
        const own = reconcile(world).filter((one) => one.cause === cause);
        if (cause === 'other_day') {
          expect(causesOf(world)).toEqual([]);
          expect(own.length).toBeGreaterThanOrEqual(before);
          expect(own.length).toBeGreaterThan(0);
        } else {
          expect(causesOf(world)).toEqual([cause]);
          expect(open(world)).toHaveLength(1);
        }
      }),
      { numRuns: RUNS },
    );
  });
});

test('a difference keeps its id when its amount changes or more is found beside it', () => {
  const events: Event[] = EVENTS.map((kind, at) => ({ kind, amount: 1_000 + at, minute: at * 10 }));
  const [make] = BREAKS.amount_differs;
  const broken = make?.(booksOf(events), 0).world;
  if (broken === undefined) throw new Error('No world.');
  const [first] = open(broken);
  const lines = broken.lines.map((line) =>
    line.id === first?.right?.id
      ? { ...line, amount: (line.amount ?? 0) + 5, balanceAfter: null, balanceBefore: null }
      : line,
  );
  const later = open({ ...broken, lines: lines.map((line) => ({ ...line, balanceAfter: null })) });
  expect(later.map(({ id }) => id)).toEqual([first?.id]);
  expect(later[0]?.difference).toEqual({ cents: (first?.difference.cents ?? 0) + 5 });
  // In the same records, in another order.
  expect(
    reconcile({ ...broken, lines: [...broken.lines].reverse(), payments: [...broken.payments].reverse() })
      .map(({ id }) => id)
      .sort(),
  ).toEqual(
    reconcile(broken)
      .map(({ id }) => id)
      .sort(),
  );
});

test('a fee with more decimals than its line explains itself; one that is a cent off does not', () => {
  const events: Event[] = [{ kind: 'deposit', amount: 10_000, minute: 5 }];
  const books = booksOf(events);
  const fee = books.payments[0]?.fee ?? 0;
  const exactly = (feeExact: string) =>
    reconcile(worldOf({ ...books, payments: books.payments.map((one) => ({ ...one, feeExact })) }));
  expect(exactly(`${(fee / 100).toFixed(2)}35`)).toMatchObject([
    { cause: 'fee_differs', reason: 'decimals', resolved: true, difference: { cents: 0, exact: '0.0035' } },
  ]);
  expect(exactly(`${((fee + 2) / 100).toFixed(2)}35`)).toMatchObject([
    { cause: 'fee_differs', reason: 'amount', resolved: false },
  ]);
});
