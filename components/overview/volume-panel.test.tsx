import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { addDays } from '#lib/core/dates.ts';
import { volumeQuery } from '#lib/overview/queries.ts';
import { VolumePanel } from './volume-panel.tsx';

const days = Array.from({ length: 30 }, (_, index) => ({
  day: addDays('2026-10-25', index),
  in: 10_000,
  out: 0,
}));

test('while figures or the drawing’s code come a bar stands in the chart’s own room', () => {
  const skeleton = /aspect-\[776\/178\][^"]*"><span class="skeleton /;
  expect(shown(<VolumePanel account="pix" />).markup).toMatch(skeleton);
  const known = [
    { of: volumeQuery('pix'), data: { days, basis: 'posted', reading: false, asOf: '2026-11-19T12:00:00Z' } },
  ];
  expect(shown(<VolumePanel account="pix" />, { known }).markup).toMatch(skeleton);
});

test('B3: the sums say by what they count their days', () => {
  const titleOf = (basis: string, locale: 'pt-BR' | 'en') => {
    const data = { days, basis, reading: false, asOf: '2026-11-19T12:00:00Z' };
    const known = [{ of: volumeQuery('pix'), data }];
    return /title="((?:Por|By) [^"]*)"/.exec(
      shown(<VolumePanel account="pix" />, { known, locale }).markup,
    )?.[1];
  };
  expect(titleOf('posted', 'pt-BR')).toMatch(/^Por lançamento: /);
  expect(titleOf('created', 'en')).toMatch(/^By creation: /);
});
