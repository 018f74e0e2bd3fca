import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { CountTotal, LeftOut, SumTotal } from './totals.tsx';

const count = (ended: boolean, total: number | null = 12_480, locale: 'pt-BR' | 'en' = 'pt-BR') =>
  shown(<CountTotal total={total} read={100} loading={false} ended={ended} />, { locale }).text;

test('U15: a count stands alone only once all of the filter was read; before, it says how many were', () => {
  expect(count(false)).toBe('No filtro 12.480 soma de 100 de 12.480');
  expect(count(true)).toBe('No filtro 12.480');
  expect(count(false, null)).toBe('No filtro – soma das 100 lidas');
  expect(count(false, 12_480, 'en')).toMatch(/12,480 .*100/);
});

test('R6: a sum says how many rows it lacks, and says nothing where it lacks none', () => {
  const left = (rows: number, locale: 'pt-BR' | 'en') => shown(<LeftOut count={rows} />, { locale }).text;
  expect(left(1, 'pt-BR')).toBe('Fora das somas 1 linha');
  expect(left(2, 'pt-BR')).toBe('Fora das somas 2 linhas');
  expect(left(2, 'en')).toBe('Left out of the sums 2 rows');
  expect(left(0, 'en')).toBe('');
});

test('B3: a sum says its basis: the day of creation, or what its list says', () => {
  const title = (basis?: string) => {
    const sum = <SumTotal label="Entrou" cents={100} direction="in" {...(basis && { basis })} />;
    return /title="([^"]*)"/.exec(shown(sum).markup)?.[1];
  };
  expect(title()).toMatch(/^Por criação: /);
  expect(title('por lançamento')).toBe('por lançamento');
});
