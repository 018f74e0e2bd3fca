/** Days and times of day as people type and paste them in the page's language. */

import { type Day, isDay, type Locale, saoPauloDay } from '#lib/core/dates.ts';

/** A day as the language writes it: '20/11/2026', in English '11/20/2026'. Other text stays unchanged. */
export function writtenDay(locale: Locale, day: string): string {
  if (!isDay(day)) return day;
  const [year, month, of] = day.split('-');
  return locale === 'pt-BR' ? `${of}/${month}/${year}` : `${month}/${of}/${year}`;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i;
const TIME_AFTER = /(?:,?\s+|T)\d{1,2}(?::|h)\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?m\.?)?$/i;
const MONTHS = [
  'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro',
  'january february march april may june july august september october november december',
];
const WEEKDAYS =
  'segunda terca quarta quinta sexta sabado domingo monday tuesday wednesday thursday friday saturday sunday';
const FILLERS = /^(de|of|st|nd|rd|th|feira)$/;

/** The place of the name that begins with the word, of three letters or more; -1 if there is none. */
const placeIn = (names: string, word: string) =>
  word.length < 3 ? -1 : names.split(' ').findIndex((name) => name.startsWith(word));

/**
 * Reads the day in a text: numbers in the language's order, else another that is a day; a year first; six or
 * eight digits; a month's name; an instant (São Paulo). A two-digit year is 20xx. Null: no day.
 */
export function readDay(text: string, locale: Locale): Day | null {
  const typed = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim();
  if (INSTANT.test(typed)) return saoPauloDay(typed) || null;
  const normalized = typed.replace(TIME_AFTER, '').toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  if (!/^[a-z\d\s.,/-]+$/.test(normalized)) return null;
  const numbers = normalized.match(/\d+/g) ?? [];
  const names = (normalized.match(/[a-z]+/g) ?? []).filter(
    (word) => !FILLERS.test(word) && placeIn(WEEKDAYS, word) === -1,
  );
  const month = Math.max(...MONTHS.map((months) => placeIn(months, names[0] ?? ''))) + 1;
  if (names.length > 1 || (names.length === 1 && month === 0)) return null;
  return ordersOf(numbers, month, locale).find((day) => day !== null) ?? null;
}

/** What the numbers may mean, the likeliest first. */
function ordersOf(numbers: string[], month: number, locale: Locale): (Day | null)[] {
  const [a = '', b = '', c = ''] = numbers;
  if (month > 0) return numbers.length === 2 ? [dayOf(b, String(month), a), dayOf(a, String(month), b)] : [];
  if (numbers.length === 1) {
    const split = (...ends: [number, number]) => [
      a.slice(0, ends[0]),
      a.slice(ends[0], ends[1]),
      a.slice(ends[1]),
    ];
    if (a.length === 8) return [...ordersOf(split(2, 4), 0, locale), ...ordersOf(split(4, 6), 0, locale)];
    return a.length === 6 ? ordersOf(split(2, 4), 0, locale) : [];
  }
  if (numbers.length !== 3) return [];
  if (a.length === 4) return [dayOf(a, b, c)];
  const orders = [dayOf(c, b, a), dayOf(c, a, b)];
  return locale === 'pt-BR' ? orders : orders.reverse();
}

function dayOf(year: string, month: string, day: string): Day | null {
  if (!/^(\d{2}|\d{4})$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return null;
  const written = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(written) ? written : null;
}

/** The error of a date field: a text that is no day, or a day after `max`; null if there is none. */
export function dayError(value: string, max?: Day): 'unread' | 'future' | null {
  if (value === '') return null;
  if (!isDay(value)) return 'unread';
  return max !== undefined && value > max ? 'future' : null;
}

/** Reads a time of day as 'HH:MM' from '22', '22h', '22h30', '2200' or '10:30 pm'; null if there is none. */
export function readTime(text: string): string | null {
  const typed = text
    .normalize('NFKC')
    .replace(/[\p{Cf}\s]/gu, '')
    .toLowerCase();
  const [, hours = '', minutes = '0', half] =
    /^(\d{1,2})(?:[:h.]?(\d{2})(?::\d{2})?)?(?:h|min)?(?:([ap])\.?m?\.?)?$/.exec(typed) ?? [];
  if (hours === '') return null;
  const hour = half === undefined ? Number(hours) : inHalf(Number(hours), half);
  if (!(hour <= 23) || Number(minutes) > 59) return null;
  return `${String(hour).padStart(2, '0')}:${minutes.padStart(2, '0')}`;
}

/** 12 am is midnight, 12 pm is noon; an hour outside 1 to 12 gives NaN. */
function inHalf(hours: number, half: string): number {
  if (hours < 1 || hours > 12) return Number.NaN;
  return (hours % 12) + (half === 'p' ? 12 : 0);
}

export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
