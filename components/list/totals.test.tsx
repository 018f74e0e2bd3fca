import { expect, test } from 'vitest';
import { shown } from '#components/shell/testing/shown.tsx';
import { CountTotal } from './totals.tsx';

const count = (ended: boolean, total: number | null = 12_480, locale: 'pt-BR' | 'en' = 'pt-BR') =>
  shown(<CountTotal total={total} read={100} loading={false} ended={ended} />, { locale }).words;

test('U15: a count stands alone only once all of the filter was read; before, it says how many were', () => {
  expect(count(false)).toBe('No filtro 12.480 100 lidas até aqui');
  expect(count(true)).toBe('No filtro 12.480');
  expect(count(false, null)).toBe('No filtro – 100 lidas até aqui');
  expect(count(false, 12_480, 'en')).toMatch(/12,480 .*100/);
});
