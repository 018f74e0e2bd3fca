/** Instants and their São Paulo days, by time zone, never a fixed offset: there was summer time (2018). */

export type Locale = 'pt-BR' | 'en';
/** ISO 8601 text, milliseconds since 1970, or a Date. */
export type InstantLike = string | number | Date;
/** `YYYY-MM-DD`, a day in São Paulo. */
export type Day = string;

const ZONE = 'America/Sao_Paulo';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const zoneClock = new Intl.DateTimeFormat('en-US', {
  timeZone: ZONE,
  calendar: 'gregory',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** Offsets change only on whole hours, so one look-up serves an hour: a long export rarely calls Intl. */
const offsets = new Map<number, number>();
const MOST_OFFSETS = 20_000;

/** São Paulo's distance from UTC at an instant, in ms (−3 h today). */
function offsetAt(time: number): number {
  const hour = Math.floor(time / HOUR);
  const known = offsets.get(hour);
  if (known !== undefined) return known;
  const start = hour * HOUR;
  const parts: Record<string, string> = {};
  for (const { type, value } of zoneClock.formatToParts(start)) parts[type] = value;
  const { year, month, day, hour: hours, minute, second } = parts;
  const offset = Date.parse(`${year}-${month}-${day}T${hours}:${minute}:${second}Z`) - start;
  if (offsets.size >= MOST_OFFSETS) offsets.clear();
  offsets.set(hour, offset);
  return offset;
}

function toTime(instant: InstantLike): number {
  if (typeof instant === 'number') return instant;
  return typeof instant === 'string' ? Date.parse(instant) : instant.getTime();
}

/** A Date whose UTC fields show São Paulo's clock; null unless it is readable and from 1970 to 2999. */
function localClock(instant: InstantLike): Date | null {
  const time = toTime(instant);
  if (!(time >= 0 && time < 32_503_680_000_000)) return null;
  return new Date(time + offsetAt(time));
}

/** The day an instant falls on; '' if it is not readable. */
export function saoPauloDay(instant: InstantLike): Day {
  return localClock(instant)?.toISOString().slice(0, 10) ?? '';
}

/** A real calendar day from 1970 to 2999, written `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^(19[7-9]\d|2\d{3})-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T12:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The first instant of a day (01:00 if the day has no midnight). Throws RangeError for an invalid day. */
export function startOfDay(day: Day): string {
  if (!isDay(day)) throw new RangeError('a day is written YYYY-MM-DD');
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const first = midnight - offsetAt(midnight);
  const second = midnight - offsetAt(first);
  const time =
    [Math.min(first, second), Math.max(first, second)].find((t) => saoPauloDay(t) === day) ?? first;
  return new Date(time).toISOString();
}

/** Both days inclusive → instants, `to` exclusive. */
export function dayRange(fromDay: Day, toDay: Day): { from: string; to: string } {
  return { from: startOfDay(fromDay), to: startOfDay(addDays(toDay, 1)) };
}

/** The day so many calendar days later, or earlier if negative. Throws RangeError for an invalid day. */
export function addDays(day: Day, days: number): Day {
  if (!isDay(day)) throw new RangeError('a day is written YYYY-MM-DD');
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** Calendar days from one day to another; negative if the second is earlier. */
export const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY);

/** '2026-11-19T14:03:12-03:00', with milliseconds if there are any; the text itself if no instant. */
export function withOffset(instant: InstantLike): string {
  const clock = localClock(instant);
  if (clock === null) return String(instant);
  const minutes = Math.round((clock.getTime() - toTime(instant)) / MINUTE);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const offset = `${minutes < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(rest)}`;
  return clock.toISOString().replace('.000Z', 'Z').replace('Z', offset);
}

type Names = { weekdays: string[]; months: string[] };
const names = new Map<Locale, Names>();

/** Short names as Intl writes them, without the full stop of Portuguese abbreviations. */
function namesIn(locale: Locale): Names {
  const known = names.get(locale);
  if (known !== undefined) return known;
  const weekday = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'short' });
  const month = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'short' });
  const plain = (text: string) => text.replace('.', '');
  const shortNames = {
    weekdays: Array.from({ length: 7 }, (_, i) => plain(weekday.format(Date.UTC(2023, 0, 1 + i)))),
    months: Array.from({ length: 12 }, (_, i) => plain(month.format(Date.UTC(2023, i, 1)))),
  };
  names.set(locale, shortNames);
  return shortNames;
}

/**
 * `full` 'qui 19 nov, 14:03:12' · `minute` 'qui 19 nov, 14:03' · `long` 'qui 19 nov 2026, 14:03:12' · `day`
 * 'qui 19 nov' · `long-day` 'qui 19 nov 2026' · `date` '19 nov' · `time` '14:03:12' · `time-minute` '14:03'
 */
export type InstantStyle = 'full' | 'minute' | 'long' | 'day' | 'long-day' | 'date' | 'time' | 'time-minute';

/** Formats an instant by São Paulo's clock; returns the text itself if it is no instant. */
export function formatInstant(locale: Locale, instant: InstantLike, style: InstantStyle): string {
  const clock = localClock(instant);
  if (clock === null) return String(instant);
  const iso = clock.toISOString();
  const [year, minute, time] = [iso.slice(0, 4), iso.slice(11, 16), iso.slice(11, 19)];
  if (style === 'time') return time;
  if (style === 'time-minute') return minute;
  if (style === 'date') return dateText(locale, clock);
  const day = dayText(locale, clock);
  const texts = {
    day,
    'long-day': `${day} ${year}`,
    full: `${day}, ${time}`,
    minute: `${day}, ${minute}`,
    long: `${day} ${year}, ${time}`,
  };
  return texts[style];
}

const dayText = (locale: Locale, clock: Date): string =>
  `${namesIn(locale).weekdays[clock.getUTCDay()]} ${dateText(locale, clock)}`;

/** Never digits only: readers of English disagree on which day 10/11 is. */
const dateText = (locale: Locale, clock: Date): string =>
  `${clock.getUTCDate()} ${namesIn(locale).months[clock.getUTCMonth()]}`;

/** 'Hoje, qui 19 nov', 'Ontem, qua 18 nov', 'ter 17 nov'; with the year if it is not this one. */
export function dayHeading(locale: Locale, day: Day, now: InstantLike): string {
  if (!isDay(day)) return day;
  const today = saoPauloDay(now);
  const text = dayText(locale, new Date(`${day}T12:00:00Z`));
  const written = day.slice(0, 4) === today.slice(0, 4) ? text : `${text} ${day.slice(0, 4)}`;
  const distance = daysBetween(today, day);
  if (distance !== 0 && distance !== -1) return written;
  const word = relative(locale, 'auto').format(distance, 'day');
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}, ${written}`;
}

const relatives = new Map<string, Intl.RelativeTimeFormat>();

function relative(locale: Locale, numeric: 'auto' | 'always'): Intl.RelativeTimeFormat {
  const key = `${locale} ${numeric}`;
  const format = relatives.get(key) ?? new Intl.RelativeTimeFormat(locale, { style: 'short', numeric });
  relatives.set(key, format);
  return format;
}

const STEPS = [
  { unit: 'day', ms: DAY },
  { unit: 'hour', ms: HOUR },
  { unit: 'minute', ms: MINUTE },
  { unit: 'second', ms: 1000 },
] as const;

/** 'agora', 'há 48 s', 'há 2 h', 'há 3 dias' / 'now', '48 s ago', '3 days ago'; ahead: 'em 5 min' / 'in 5 min'. */
export function relativeAge(locale: Locale, instant: InstantLike, now: InstantLike): string {
  const distance = toTime(instant) - toTime(now);
  if (Number.isNaN(distance)) return String(instant);
  const step = STEPS.find(({ ms }) => Math.abs(distance) >= ms) ?? { unit: 'second' as const, ms: 1000 };
  const count = Math.trunc(distance / step.ms);
  const text = relative(locale, count === 0 ? 'auto' : 'always').format(count, step.unit);
  return text
    .replace(/\b(?:seg|sec)\b/, 's')
    .replace(/\bhr\b/, 'h')
    .replace('.', '');
}

/** A duration in its two largest units; from one day on hours ("39 h"), from four on days and hours. */
export type Left =
  | { unit: 'days'; days: number; hours: number }
  | { unit: 'hours'; hours: number }
  | { unit: 'hoursMinutes'; hours: number; minutes: number }
  | { unit: 'minutes'; minutes: number };

export function timeLeftOf(ms: number): Left {
  const minutes = Math.max(0, Math.floor(ms / MINUTE));
  const hours = Math.floor(minutes / 60);
  if (ms >= 4 * DAY) return { unit: 'days', days: Math.floor(hours / 24), hours: hours % 24 };
  if (ms >= DAY) return { unit: 'hours', hours };
  if (ms >= HOUR) return { unit: 'hoursMinutes', hours, minutes: minutes % 60 };
  return { unit: 'minutes', minutes };
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The period in a list's address: São Paulo days or instants; null: no bound. */
export type Period = { from: string | null; to: string | null };

export const PRESETS = ['today', 'yesterday', 'days7', 'days30', 'month'] as const;
export type Preset = (typeof PRESETS)[number];
export type DaySpan = { from: Day; to: Day };

/** São Paulo days, both inclusive. */
export function presetSpan(preset: Preset, today: Day): DaySpan {
  if (preset === 'month') return { from: `${today.slice(0, 8)}01`, to: today };
  const from = addDays(today, { today: 0, yesterday: -1, days7: -6, days30: -29 }[preset]);
  return { from, to: preset === 'yesterday' ? from : today };
}

/** The preset that equals a period today; null if none does. */
export function presetOf({ from, to }: Period, today: Day): Preset | null {
  const same = (preset: Preset) => {
    const span = presetSpan(preset, today);
    return span.from === from && span.to === to;
  };
  return PRESETS.find(same) ?? null;
}

/** True if something created from now on can be in the period. */
export function isOpenEnded({ to }: Pick<Period, 'to'>, now: number): boolean {
  if (to === null) return true;
  return isDay(to) ? to >= saoPauloDay(now) : Date.parse(to) > now;
}
