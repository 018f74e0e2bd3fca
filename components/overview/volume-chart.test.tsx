import { expect, test } from 'vitest';
import { shown } from '#components/shell/testing/shown.tsx';
import { addDays } from '#lib/dates.ts';
import { VolumeChart } from './volume-chart.tsx';

const days = Array.from({ length: 30 }, (_, index) => ({
  ...{ day: addDays('2026-10-25', index), in: 10_000, out: 0 },
}));
const words = (locale: 'pt-BR' | 'en') =>
  shown(<VolumeChart days={days} pointed={null} onPoint={() => {}} />, { locale }).words;

test('U21: below the bars stand dates that nobody reads the other way round', () => {
  expect(words('en')).toContain('26 Oct');
  expect(words('pt-BR')).toContain('26 out');
  for (const locale of ['pt-BR', 'en'] as const) expect(words(locale)).not.toMatch(/\d\d?\/\d\d?/);
});
