import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import vectors from '#lib/core/fixtures/vectors/days.json' with { type: 'json' };
import {
  addDays,
  dayHeading,
  dayRange,
  formatInstant,
  isDay,
  relativeAge,
  saoPauloDay,
  startOfDay,
  timeLeftOf,
  withOffset,
} from './dates.ts';

const noon = '2026-11-19T17:03:12.000Z';
const anyTime = fc.integer({ min: Date.UTC(1985, 0, 1), max: Date.UTC(2060, 0, 1) });
const anyDay = anyTime.map((time) => new Date(time).toISOString().slice(0, 10));

describe('dayRange', () => {
  it.each(vectors.days)('$from to $to', ({ from, to, fromInstant, toInstant }) => {
    expect(dayRange(from, to)).toStrictEqual({ from: fromInstant, to: toInstant });
  });

  it('holds exactly the instants of its days', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const { from, to } = dayRange(day, day);
        expect(saoPauloDay(from)).toBe(day);
        expect(saoPauloDay(Date.parse(from) - 1)).toBe(addDays(day, -1));
        expect(saoPauloDay(Date.parse(to) - 1)).toBe(day);
        expect(saoPauloDay(to)).toBe(addDays(day, 1));
      }),
    );
  });

  it('has a place for every instant', () => {
    fc.assert(
      fc.property(anyTime, (time) => {
        const day = saoPauloDay(time);
        expect(Date.parse(startOfDay(day))).toBeLessThanOrEqual(time);
        expect(Date.parse(startOfDay(addDays(day, 1)))).toBeGreaterThan(time);
      }),
    );
  });

  it.each(['2026-02-30', '2026-13-01', '2026-1-1', '', 'today', '0001-01-01', '2026-02-29'])(
    'refuses %j',
    (day) => {
      expect(isDay(day)).toBe(false);
      expect(() => startOfDay(day)).toThrow(RangeError);
      expect(() => dayRange('2026-01-01', day)).toThrow(RangeError);
    },
  );

  it('knows a leap day', () => expect(isDay('2028-02-29')).toBe(true));
});

describe('formatInstant', () => {
  it.each([
    ['full', 'qui 19 nov, 14:03:12', 'Thu 19 Nov, 14:03:12'],
    ['minute', 'qui 19 nov, 14:03', 'Thu 19 Nov, 14:03'],
    ['long', 'qui 19 nov 2026, 14:03:12', 'Thu 19 Nov 2026, 14:03:12'],
    ['day', 'qui 19 nov', 'Thu 19 Nov'],
    ['long-day', 'qui 19 nov 2026', 'Thu 19 Nov 2026'],
    ['date', '19 nov', '19 Nov'],
    ['time', '14:03:12', '14:03:12'],
    ['time-minute', '14:03', '14:03'],
  ] as const)('%s', (style, portuguese, english) => {
    expect(formatInstant('pt-BR', noon, style)).toBe(portuguese);
    expect(formatInstant('en', noon, style)).toBe(english);
  });

  it('uses the clock of the day, summer time too', () => {
    expect(formatInstant('en', '2018-12-24T12:00:00Z', 'full')).toBe('Mon 24 Dec, 10:00:00');
    expect(formatInstant('pt-BR', '2026-03-01T02:59:59Z', 'full')).toBe('sáb 28 fev, 23:59:59');
    expect(formatInstant('en', '2026-09-01T12:00:00Z', 'day')).toBe('Tue 1 Sep');
  });

  it('shows an unreadable instant as it came', () => {
    expect(formatInstant('pt-BR', 'soon', 'full')).toBe('soon');
    expect(saoPauloDay('soon')).toBe('');
    expect(withOffset('soon')).toBe('soon');
    expect(relativeAge('en', 'soon', noon)).toBe('soon');
  });

  it('agrees with Intl on every clock', () => {
    const reference = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/Sao_Paulo',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    fc.assert(
      fc.property(anyTime, (time) => {
        expect(`${saoPauloDay(time)} ${formatInstant('en', time, 'time')}`).toBe(reference.format(time));
      }),
    );
  });
});

describe('withOffset', () => {
  it.each([
    [noon, '2026-11-19T14:03:12-03:00'],
    ['2026-11-19T17:03:12.345Z', '2026-11-19T14:03:12.345-03:00'],
    ['2018-12-24T12:00:00Z', '2018-12-24T10:00:00-02:00'],
  ])('%s', (instant, written) => expect(withOffset(instant)).toBe(written));

  it('names the same instant', () => {
    fc.assert(fc.property(anyTime, (time) => Date.parse(withOffset(time)) === time));
  });
});

describe('dayHeading', () => {
  it.each([
    ['2026-11-19', 'Hoje, qui 19 nov', 'Today, Thu 19 Nov'],
    ['2026-11-18', 'Ontem, qua 18 nov', 'Yesterday, Wed 18 Nov'],
    ['2026-11-17', 'ter 17 nov', 'Tue 17 Nov'],
    ['2026-11-20', 'sex 20 nov', 'Fri 20 Nov'],
    ['2025-12-31', 'qua 31 dez 2025', 'Wed 31 Dec 2025'],
    ['no day', 'no day', 'no day'],
  ])('%s', (day, portuguese, english) => {
    expect(dayHeading('pt-BR', day, noon)).toBe(portuguese);
    expect(dayHeading('en', day, noon)).toBe(english);
  });

  it('changes at São Paulo’s midnight', () => {
    expect(dayHeading('en', '2026-11-19', '2026-11-20T02:59:59Z')).toBe('Today, Thu 19 Nov');
    expect(dayHeading('en', '2026-11-19', '2026-11-20T03:00:00Z')).toBe('Yesterday, Thu 19 Nov');
  });
});

describe('relativeAge', () => {
  const ago = (ms: number) => Date.parse(noon) - ms;
  it.each([
    [0, 'agora', 'now'],
    [1_000, 'há 1 s', '1 s ago'],
    [48_999, 'há 48 s', '48 s ago'],
    [60_000, 'há 1 min', '1 min ago'],
    [5 * 60_000, 'há 5 min', '5 min ago'],
    [2 * 3_600_000, 'há 2 h', '2 h ago'],
    [86_400_000, 'há 1 dia', '1 day ago'],
    [3 * 86_400_000, 'há 3 dias', '3 days ago'],
    [-5 * 60_000, 'em 5 min', 'in 5 min'],
  ])('%i ms', (ms, portuguese, english) => {
    expect(relativeAge('pt-BR', ago(ms), noon)).toBe(portuguese);
    expect(relativeAge('en', ago(ms), noon)).toBe(english);
  });
});

it('says a length of time by its largest two units', () => {
  const [M, H] = [60_000, 3_600_000];
  expect(timeLeftOf(5 * H + 42 * M + 18_000)).toEqual({ unit: 'hoursMinutes', hours: 5, minutes: 42 });
  expect(timeLeftOf(39 * H + 59 * M)).toEqual({ unit: 'hours', hours: 39 });
  expect(timeLeftOf(100 * H)).toEqual({ unit: 'days', days: 4, hours: 4 });
  expect(timeLeftOf(59 * M + 59_000)).toEqual({ unit: 'minutes', minutes: 59 });
  expect(timeLeftOf(-1)).toEqual({ unit: 'minutes', minutes: 0 });
});
