import { expect, test } from 'vitest';
import { EditSheet } from '#components/accounts/edit-sheet.tsx';
import { shown } from '#components/app-shell/testing/shown.tsx';
import type { Connection } from '#lib/connections/queries.ts';
import { limitsTodayOptions } from '#lib/policies/queries.ts';
import { ApprovalLimits } from './approval-limits.tsx';

const account = { id: 'a', slug: 'pix', name: 'Matriz', kind: 'pix' } as Connection;
const withLimits = (approvalAbove: number | null, approvalAboveDaily: number | null) =>
  ({ ...account, settings: { approvalAbove, approvalAboveDaily } }) as Connection;
const known = [{ of: limitsTodayOptions(), data: { items: [], asOf: '2026-11-19T14:00:00.000Z' } }];

test('a limit of nothing is everybody, one that is not there nobody', () => {
  const textIn = (locale: 'pt-BR' | 'en') =>
    shown(<ApprovalLimits accounts={[withLimits(0, null)]} />, { locale, known }).text;
  expect(textIn('pt-BR')).toMatch(/R\$\s0,00 todos precisam de segunda pessoa .*nunca/);
  expect(textIn('en')).toMatch(/everyone needs a second person .*never/);
});

test('at the field it is said what nothing and what an empty one mean, before anything is typed', () => {
  const textIn = (locale: 'pt-BR' | 'en') =>
    shown(<EditSheet account={withLimits(1_000, null)} only="approval" onClose={() => undefined} />, {
      locale,
    }).text;
  expect(textIn('pt-BR')).toMatch(/R\$ 0: todos precisam de segunda pessoa\. Vazio: ninguém, por esta regra/);
  expect(textIn('en')).toMatch(/R\$ 0: everyone needs a second person\. Empty: nobody, by this rule/);
});
