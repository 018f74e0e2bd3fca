import { expect, it } from 'vitest';
import { DisputeBook } from './dispute-book.ts';
import { createLedger } from './ledger.ts';
import { computedMovementsOf, movementsOf } from './ledger-entries.ts';
import { createWorld } from './world.ts';

const NOW = Date.parse('2026-11-20T15:30:00.000Z');
const DAY = 86_400_000;

function makeWorld(transactions: number) {
  const journal = { append() {}, replay() {} };
  const place = { baseUrl: '' };
  return createWorld({ seed: 7, transactions, days: 90, anchor: NOW, place, now: () => NOW, journal });
}

function make(transactions: number) {
  const world = makeWorld(transactions);
  return createLedger(world, new DisputeBook(world, { append() {}, replay() {} }));
}

it('reads the movements off the plan as off the rows', () => {
  const world = makeWorld(3000);
  for (let index = 0; index < 3000; index++) {
    const row = world.rows.row(index, NOW);
    expect(computedMovementsOf(world, index, NOW)).toEqual(movementsOf(row, null));
  }
});

it.each([5000, 50_000, 1_000_000])(
  'runs on without a gap over days and sweeps, with %i transactions',
  (transactions) => {
    const ledger = make(transactions);
    const lines = [...ledger.newest(NOW - (transactions > 100_000 ? 1 : 6) * DAY, NOW)];
    expect(lines.length).toBeGreaterThan(200);
    for (let place = 1; place < lines.length; place++) {
      expect(lines[place]?.next).toEqual(lines[place - 1]?.previous);
      expect(lines[place]?.at).toBeLessThanOrEqual(lines[place - 1]?.at ?? 0);
    }
    expect(Math.min(...lines.map((line) => line.next.available))).toBeGreaterThan(0);
    expect(ledger.balance()).toEqual(lines[0]?.next);
  },
);

it('finds a line by its id, and gives each its own', () => {
  const ledger = make(20_000);
  const lines = [...ledger.newest(NOW - 4 * DAY, NOW)];
  expect(new Set(lines.map((line) => line.id)).size).toBe(lines.length);
  for (const line of lines.slice(0, 20)) expect(ledger.line(line.id)).toEqual(line);
});
