import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createPacker,
  DAY_MS,
  meaningOf,
  nextRequestAt,
  type Packable,
  type PackLimits,
  waitAfterSilence,
} from '#lib/resends/rules.ts';

function pack(items: Packable[], limits: PackLimits) {
  const packer = createPacker(limits);
  const windows = items.flatMap((item) => packer.add(item) ?? []);
  return [...windows, ...[packer.close()].filter((last) => last !== null)];
}

/** The fewest requests there are, by trying every cut: best[n] for the first n transactions. */
function fewest(items: Packable[], { most, windowMs }: PackLimits): number {
  const second = (at: number) => Math.floor(at / 1000) * 1000;
  const best = [0];
  for (let end = 1; end <= items.length; end += 1) {
    let least = Number.POSITIVE_INFINITY;
    for (let start = end - 1; start >= Math.max(0, end - most); start -= 1) {
      const [first, last] = [items[start]?.createdAt ?? 0, items[end - 1]?.createdAt ?? 0];
      if (second(last) + 1000 - second(first) > windowMs) break;
      least = Math.min(least, (best[start] ?? 0) + 1);
    }
    best[end] = least;
  }
  return best[items.length] ?? 0;
}

const START = Date.parse('2026-10-22T00:00:00Z');
const worlds = fc
  .array(fc.integer({ min: 0, max: 30 * DAY_MS }), { maxLength: 400 })
  .map((times) =>
    times.sort((a, b) => a - b).map((at, place) => ({ id: `tx_${place}`, createdAt: START + at })),
  );
const limits = fc.record({
  most: fc.integer({ min: 1, max: 60 }),
  windowMs: fc.integer({ min: 2_000, max: 7 * DAY_MS }),
});

describe('packing', () => {
  it('names every transaction once, within the window and the number of ids', () => {
    fc.assert(
      fc.property(worlds, limits, (items, limit) => {
        const windows = pack(items, limit);
        expect(windows.flatMap((window) => window.items)).toEqual(items);
        for (const { from, to, items: packed } of windows) {
          expect(packed.length).toBeLessThanOrEqual(limit.most);
          expect(to - from).toBeLessThanOrEqual(limit.windowMs);
          for (const { createdAt } of packed) {
            expect(createdAt).toBeGreaterThanOrEqual(from);
            expect(createdAt).toBeLessThan(to);
          }
        }
      }),
    );
  });

  it('takes as few requests as any other way of cutting', () => {
    fc.assert(
      fc.property(worlds, limits, (items, limit) => {
        expect(pack(items, limit)).toHaveLength(fewest(items, limit));
      }),
    );
  });

  it('of 20,000 over 30 days takes 40 requests of 500', () => {
    const items = Array.from({ length: 20_000 }, (_, place) => ({
      id: `tx_${place}`,
      createdAt: START + place * 129_600,
    }));
    expect(pack(items, { most: 500, windowMs: 7 * DAY_MS })).toHaveLength(40);
    const few = items.filter((_, place) => place % 400 === 0);
    expect(pack(few, { most: 500, windowMs: 7 * DAY_MS })).toHaveLength(5);
  });
});

const minuteMs = 60_000;

describe('pace', () => {
  it('lets so many go in any minute, and then waits for the first of them to leave it', () => {
    const now = START;
    const ends = [now - 50_000, now - 40_000, now - 30_000, now - 20_000];
    expect(nextRequestAt(ends, { perMinute: 5, minuteMs }, now)).toBe(now);
    expect(nextRequestAt([...ends, now], { perMinute: 5, minuteMs }, now)).toBe(now - 50_000 + 60_020);
    expect(nextRequestAt([now - 61_000, ...ends], { perMinute: 5, minuteMs }, now)).toBe(now);
    expect(nextRequestAt([], { perMinute: 1, minuteMs }, now)).toBe(now);
  });

  it('never lets more than the limit go, and hardly less', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.array(fc.integer({ min: 1, max: 900 })),
        (most, delays) => {
          let now = START;
          const ends: number[] = [];
          for (const delay of [...delays, ...Array(most * 3).fill(200)]) {
            now = nextRequestAt(ends, { perMinute: most, minuteMs }, now) + delay;
            ends.push(now);
          }
          for (const [place, end] of ends.entries()) {
            const before = ends[place - most];
            // The request began `delay` before its end; the provider may count it at either.
            if (before !== undefined) expect(end - before).toBeGreaterThan(60_000);
          }
        },
      ),
    );
  });

  it('waits longer after each silence, and a whole pause at most', () => {
    expect([1, 2, 3, 9].map((times) => waitAfterSilence(times, 60_000))).toEqual([
      5_000, 15_000, 60_000, 60_000,
    ]);
  });
});

describe('what a refusal means', () => {
  const refusal = { status: null, code: null, fields: [], retryAfterSeconds: null };
  it.each([
    ['filter', { status: 422, code: 'PZG422' }, 'limited'],
    ['webhook', { status: 429, code: 'PZG429', retryAfterSeconds: 7 }, 'limited'],
    ['filter', { status: 404, code: 'PZG404' }, 'none'],
    ['transaction', { status: 404 }, 'none'],
    ['webhook', { status: 404, code: 'PZW300' }, 'refused'],
    ['webhook', { status: 404, code: 'PZW310' }, 'no_failure'],
    ['registered', { status: 404 }, 'absent'],
    ['registered', { status: 405 }, 'absent'],
    ['filter', { status: 403, code: 'PZA206' }, 'blocked'],
    ['filter', { status: 401, code: 'PZA100' }, 'blocked'],
    ['filter', { status: 400, code: 'PZV001', fields: ['transactionIds'] }, 'ids'],
    ['filter', { status: 400, code: 'PZV001', fields: ['body.createdAtFrom'] }, 'too_old'],
    ['filter', { status: 400, code: 'PZV001', fields: ['createdAtTo'] }, 'window'],
    ['filter', { status: 400, code: 'PZV001' }, 'refused'],
    ['filter', { status: 422, code: 'PZG423' }, 'refused'],
  ])('%s %j is %s', (route, answer, kind) => {
    expect(meaningOf(route, { ...refusal, ...answer }).kind).toBe(kind);
  });

  it('tells the resend limit from a general one that says how long to wait', () => {
    const of = (answer: object) => meaningOf('filter', { ...refusal, ...answer });
    expect(of({ status: 422, code: 'PZG422' })).toMatchObject({ byResendLimit: true });
    expect(of({ status: 429 })).toMatchObject({ byResendLimit: true, waitSeconds: null });
    expect(of({ status: 429, retryAfterSeconds: 3 })).toMatchObject({ byResendLimit: false, waitSeconds: 3 });
  });
});
