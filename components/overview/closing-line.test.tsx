import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { closed, DAY, detail, explained, NOW } from '#components/closings/testing/closing-day.ts';
import { type DayDetail, dayOptions } from '#lib/closings/queries.ts';
import { ClosingLine } from './closing-line.tsx';

const line = (data: DayDetail) =>
  shown(<ClosingLine account="pix" />, { known: [{ of: dayOptions('pix', DAY), data }], now: NOW });

test('yesterday’s closing stands in one line, with what is left to do', () => {
  const { text, markup } = line(detail());
  expect(text).toBe('Fechamento de ontem, qui 26 nov 2 diferenças abertas R$ 1.329,90 explicar');
  expect(markup).toContain('href="/pix/closings/2026-11-26"');
  expect(line(closed()).text).toBe('Fechamento de ontem, qui 26 nov fechado, versão 1 R$ 201.761,31 abrir');
  const unread = { state: 'unread', figures: null, differences: null } as const;
  expect(line(detail(unread)).text).toBe('Fechamento de ontem, qui 26 nov não lido ler agora');
});

test('so do the states between them', () => {
  expect(line(explained()).text).toContain('pronto para fechar');
  expect(line(detail({ state: 'waiting' })).text).toContain('assinado, falta a segunda pessoa');
  expect(line(closed({ changedSince: true })).text).toContain('mudou depois de fechado');
  const problem = { code: 'unavailable', message: 'x', at: NOW };
  expect(line(detail({ state: 'unread', problem })).text).toContain('a leitura falhou');
});
