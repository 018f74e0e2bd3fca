import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { addDays } from '#lib/core/dates.ts';
import { VolumeChart } from './volume-chart.tsx';

const days = Array.from({ length: 30 }, (_, index) => ({
  day: addDays('2026-10-25', index),
  in: 10_000,
  out: 0,
}));
const drawn = (locale: 'pt-BR' | 'en', month = days) =>
  shown(<VolumeChart days={month} pointed={null} onPoint={() => {}} onOpen={() => {}} className="" />, {
    locale,
  });
const text = (locale: 'pt-BR' | 'en') => drawn(locale).text;

test('U21: below the bars stand dates that nobody reads the other way round', () => {
  expect(text('en')).toContain('26 Oct');
  expect(text('pt-BR')).toContain('26 out');
  for (const locale of ['pt-BR', 'en'] as const) expect(text(locale)).not.toMatch(/\d\d?\/\d\d?/);
});

test('weekends are tinted, Mondays and the open day named, round amounts stand on both sides', () => {
  const { markup, text } = drawn(
    'pt-BR',
    days.map((day, index) => ({ ...day, in: index === 3 ? 290_000_00 : 0, out: 61_000_00 })),
  );
  expect(markup.match(/fill-hover/g)).toHaveLength(9);
  expect(text).toContain('R$ 100 mil 0 100 200 R$ 300 mil');
  expect(text).toContain('26 out 2 nov 9 nov 16 nov hoje');
});

test('a month without any movement is drawn', () => {
  const { markup } = drawn(
    'pt-BR',
    days.map((day) => ({ ...day, in: 0 })),
  );
  expect(markup).not.toMatch(/NaN|Infinity/);
});
