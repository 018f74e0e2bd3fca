import { expect, test } from 'vitest';
import { type Quiet, quietUntil } from './notification-events.ts';

const NIGHT: Quiet = { on: true, from: '20:00', to: '08:00', days: 'every' };
/** São Paulo is three hours behind UTC. */
const at = (day: number, time: string) => Date.parse(`2026-11-${day}T${time}:00-03:00`);
const until = (quiet: Quiet, now: number) => quietUntil(quiet, now)?.toISOString() ?? null;

test.each([
  ['just before', '19:59', null],
  ['at its begin', '20:00', '2026-11-20T11:00:00.000Z'],
  ['before midnight', '23:59', '2026-11-20T11:00:00.000Z'],
])('a night %s', (_, time, end) => expect(until(NIGHT, at(19, time))).toBe(end));

test.each([
  ['after midnight', '00:00', '2026-11-20T11:00:00.000Z'],
  ['a minute before its end', '07:59', '2026-11-20T11:00:00.000Z'],
  ['at its end', '08:00', null],
])('the same night %s', (_, time, end) => expect(until(NIGHT, at(20, time))).toBe(end));

test('a day is quiet within itself', () => {
  const noon: Quiet = { ...NIGHT, from: '12:00', to: '13:30' };
  expect(until(noon, at(19, '13:29'))).toBe('2026-11-19T16:30:00.000Z');
  expect(until(noon, at(19, '13:30'))).toBeNull();
});

test('a night belongs to its evening', () => {
  const weekends: Quiet = { ...NIGHT, days: 'weekends' };
  const weekdays: Quiet = { ...NIGHT, days: 'weekdays' };
  // 20 November 2026 is a Friday: the night after it still is one of the week.
  expect(until(weekdays, at(21, '07:00'))).not.toBeNull();
  expect(until(weekends, at(21, '07:00'))).toBeNull();
  expect(until(weekends, at(23, '07:00'))).not.toBeNull();
  expect(until(weekdays, at(22, '21:00'))).toBeNull();
});

test('off, or of no length, is never quiet', () => {
  expect(quietUntil(null, at(19, '23:00'))).toBeNull();
  expect(quietUntil({ ...NIGHT, on: false }, at(19, '23:00'))).toBeNull();
  expect(quietUntil({ ...NIGHT, from: '08:00' }, at(19, '23:00'))).toBeNull();
});
