import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { behind, fromTheTop, type Position } from '#lib/deliveries/server/read-index.ts';

type Row = { id: number; at: string };
const LIMIT = 5;
const at = (second: number) => new Date(Date.UTC(2026, 10, 1) + second * 1000).toISOString();

/** A provider's list, newest first; one that knows `to`, or one that ignores it. */
function page(rows: Row[], { to, page: number }: Position, filters: boolean) {
  const list = rows.toSorted((a, b) => (a.at === b.at ? b.id - a.id : a.at < b.at ? 1 : -1));
  const wanted = filters && to !== null ? list.filter((row) => row.at <= to) : list;
  const items = wanted.slice((number - 1) * LIMIT, number * LIMIT);
  return { items, more: wanted.length > number * LIMIT };
}

/** Reads to the end while `arrive` adds a row before some pages. */
function readAll(rows: Row[], filters: boolean, arrive: (step: number) => Row[]): Set<number> {
  const list = [...rows];
  const seen = new Set<number>();
  let position: Position | null = fromTheTop('2026-11-02T00:00:00.000Z');
  for (let step = 0; position !== null; step += 1) {
    if (step > 2_000) throw new Error('It does not end.');
    list.push(...arrive(step));
    const { items, more } = page(list, position, filters);
    for (const { id } of items) seen.add(id);
    position = behind(position, { times: items.map((row) => row.at), more }).next;
  }
  return seen;
}

describe.each([
  ['a service that filters by time', true],
  ['a service that only pages', false],
])('%s', (_, filters) => {
  it('is read to its end, though records arrive meanwhile and many share an instant', () => {
    const world = fc.record({
      seconds: fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 120 }),
      arrivals: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 15 }),
    });
    fc.assert(
      fc.property(world, ({ seconds, arrivals }) => {
        const rows = seconds.map((second, id) => ({ id, at: at(second) }));
        let next = 10_000;
        const seen = readAll(rows, filters, (step) =>
          Array.from({ length: arrivals[step] ?? 0 }, () => ({ id: next++, at: at(100 + step) })),
        );
        for (const { id } of rows) expect(seen.has(id)).toBe(true);
      }),
    );
  });
});

it('keeps the newest record of its first page, and says where the page ended', () => {
  const first = fromTheTop(at(500));
  const { next, last, top } = behind(first, { times: [at(9), at(7)], more: true });
  expect({ last, top }).toEqual({ last: at(7), top: at(9) });
  expect(next).toMatchObject({ to: at(7), page: 1, top: at(9), byPage: false });
  const second = behind(next ?? first, { times: [at(7), at(3)], more: false });
  expect(second).toEqual({ next: null, last: at(3), top: at(9) });
});

it('of records without a time goes on by page number', () => {
  const { next } = behind(fromTheTop(at(0)), { times: [null, at(3)], more: true });
  expect(next).toMatchObject({ byPage: true, to: null, page: 2 });
});
