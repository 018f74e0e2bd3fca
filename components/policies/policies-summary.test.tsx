import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { connectionsOptions } from '#lib/connections/queries.ts';
import { policiesOptions } from '#lib/policies/queries.ts';
import { PoliciesSummary } from './policies-summary.tsx';

const POLICIES = {
  secondFactor: 'required',
  withoutFactor: ['Ivo'],
  idleMinutes: 720,
  absoluteHours: 168,
  passwordLength: 12,
  allowedNetworks: [],
};
const account = (name: string, approvalAbove: number | null) => ({
  id: name,
  name,
  settings: { approvalAbove },
});
const summary = (items: unknown[], locale: 'pt-BR' | 'en' = 'pt-BR') =>
  shown(<PoliciesSummary />, {
    locale,
    known: [
      { of: policiesOptions(), data: POLICIES },
      { of: connectionsOptions(), data: { items } },
    ],
  });

test('beside the team stands what holds, and the way to change it', () => {
  const { text, markup } = summary([account('Matriz', 1_000_000), account('Filial', null)]);
  expect(text).toContain('obrigatório para todos falta 1: Ivo');
  expect(text).toContain('12 horas');
  expect(text).toContain('7 dias');
  expect(text).toMatch(/Matriz: acima de R\$\s10\.000,00/);
  expect(text).not.toContain('Filial');
  expect(summary([account('Filial', 0)]).text).toContain('Filial: todo pagamento');
  expect(summary([account('Filial', 0)], 'en').text).toContain('Filial: every payment');
  expect(markup).toContain('href="/settings/policies"');
  expect(summary([account('Filial', null)]).text).toContain('nenhuma conta pede por valor');
  expect(summary([account('Filial', null)], 'en').text).toContain('no account asks for one by amount');
});
