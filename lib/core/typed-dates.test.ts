import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, formatInstant, type Locale, startOfDay } from '#lib/core/dates.ts';
import { dayError, isTime, readDay, readTime, writtenDay } from '#lib/core/typed-dates.ts';

const LANGUAGES = ['pt-BR', 'en'] as const;
const read = (text: string, locale: Locale = 'pt-BR') => readDay(text, locale);

describe('P9: a day as people type and paste it', () => {
  it.each([
    '20/11/26',
    '20/11/2026',
    '20-11-26',
    '20.11.2026',
    '20 11 2026',
    ' 20 / 11 / 2026 ',
    '20112026',
    '201126',
    '2026-11-20',
    '2026/11/20',
    '20261120',
    '20 nov 2026',
    'sex 20 nov 2026',
    'sex 20 nov 2026, 14:03:12',
    '20 de novembro de 2026',
    'sexta-feira, 20 de novembro de 2026',
    '20-nov-26',
    '20/11/2026 14:03',
    '20/11/2026, 14:03:12',
    '20/11/2026 14h03',
    '2026-11-20T14:03',
    '2026-11-20T14:03:12-03:00',
    '2026-11-21T01:30:00Z',
    '\u200b20/11/2026\u2060',
    '\u00a020/11/2026\u00a0',
    '２０／１１／２０２６',
  ])('%s is the 20th of November 2026', (text) => {
    expect(read(text)).toBe('2026-11-20');
  });

  it('the numbers stand in the order of the language, in the other where only that is a day', () => {
    expect(read('03/04/26')).toBe('2026-04-03');
    expect(read('03/04/26', 'en')).toBe('2026-03-04');
    expect(read('11/20/2026', 'en')).toBe('2026-11-20');
    expect(read('20/11/26', 'en')).toBe('2026-11-20');
    expect(read('11/20/2026')).toBe('2026-11-20');
    expect(read('Nov 20, 2026', 'en')).toBe('2026-11-20');
    expect(read('Friday, November 20, 2026', 'en')).toBe('2026-11-20');
    expect(read('1 dez 26')).toBe('2026-12-01');
    expect(read('1º/12/2026')).toBe(null);
  });

  it.each([
    '',
    ' ',
    '20/11',
    '20/11/202',
    '20/11/02026',
    '31/02/2026',
    '29/02/2027',
    '32/13/2026',
    '20/11/1926',
    '20/20/2026',
    '2026-11',
    '2026',
    'hoje',
    '20 xyz 2026',
    '20 noventa 2026',
    '20/11/2026 a 21/11/2026',
    '20/11/2026?',
    '1/2/3/4',
    '-1',
    '1795832000',
  ])('“%s” is no day, and nothing in its place', (text) => {
    for (const locale of LANGUAGES) expect(readDay(text, locale)).toBe(null);
  });

  it('what the page writes it reads again, in both languages, whatever the day', () => {
    const day = fc.integer({ min: 0, max: 30_000 }).map((days) => addDays('1970-01-01', days));
    fc.assert(
      fc.property(day, fc.constantFrom(...LANGUAGES), (one, locale) => {
        expect(readDay(writtenDay(locale, one), locale)).toBe(one);
        expect(readDay(one, locale)).toBe(one);
        expect(readDay(formatInstant(locale, startOfDay(one), 'long-day'), locale)).toBe(one);
        expect(readDay(formatInstant(locale, startOfDay(one), 'long'), locale)).toBe(one);
        const short = writtenDay(locale, one).replace(/\d\d(?=\d\d$)/, '');
        expect(readDay(short, locale)).toBe(`20${one.slice(2)}`);
      }),
      { numRuns: 500 },
    );
  });

  it('whatever is typed gives a day of the calendar or none', () => {
    const typed = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[0-9/. -]{0,12}$/),
      fc.stringMatching(/^\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}$/),
    );
    fc.assert(
      fc.property(typed, fc.constantFrom(...LANGUAGES), (text, locale) => {
        const day = readDay(text, locale);
        if (day !== null) expect(dayError(day)).toBe(null);
      }),
      { numRuns: 2_000 },
    );
  });

  it('a field that holds no day says so, and a day after the last one', () => {
    expect(dayError('')).toBe(null);
    expect(dayError('2026-11-20')).toBe(null);
    expect(dayError('2026-11-20', '2026-11-20')).toBe(null);
    expect(dayError('2026-11-21', '2026-11-20')).toBe('future');
    for (const text of ['20/11', '2026-02-30', '20/11/26', 'x']) expect(dayError(text)).toBe('unread');
  });

  it('text that is no day stays as it was typed', () => {
    expect(writtenDay('pt-BR', '2026-11-20')).toBe('20/11/2026');
    expect(writtenDay('en', '2026-11-20')).toBe('11/20/2026');
    for (const text of ['', '20/11', '2026-02-30']) expect(writtenDay('en', text)).toBe(text);
  });
});

describe('P9: a time of day as people type it', () => {
  it.each([
    ['22:00', '22:00'],
    ['22', '22:00'],
    ['22h', '22:00'],
    ['22 h', '22:00'],
    ['22h30', '22:30'],
    ['22h30min', '22:30'],
    ['22.30', '22:30'],
    ['2230', '22:30'],
    ['930', '09:30'],
    ['9:05', '09:05'],
    ['22:30:00', '22:30'],
    ['10 pm', '22:00'],
    ['10:30 p.m.', '22:30'],
    ['12 am', '00:00'],
    ['12 PM', '12:00'],
    ['０８：００', '08:00'],
  ])('%s is %s', (text, time) => {
    expect(readTime(text)).toBe(time);
    expect(isTime(time)).toBe(true);
  });

  it.each(['', '24:00', '22:60', '13 pm', '0 am', '22:0', '22:000', 'x', '-1', '22-23'])(
    '“%s” is none',
    (text) => {
      expect(readTime(text)).toBe(null);
      expect(isTime(text)).toBe(false);
    },
  );
});
