import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { profileQuery } from '#lib/overview/queries.ts';
import { FactsPanel } from './overview-page.tsx';

const PROFILE = {
  ...{ name: 'Aroeira', branch: '0001', accountNumber: '204617', chargeMin: null, chargeMax: null },
  ...{ withdrawalMin: null, withdrawalMax: null },
  ...{ allowDeposit: null, allowWithdraw: null, allowInfraction: null },
};
const facts = (status: string, locale: 'pt-BR' | 'en' = 'pt-BR') =>
  shown(<FactsPanel account="pix" />, {
    locale,
    known: [{ of: profileQuery('pix'), data: { ...PROFILE, status } }],
  }).text;

test('an account’s documented state stands in the operator’s words, another one as the service said it', () => {
  expect(facts('ACTIVE')).toContain('Situação Ativa');
  expect(facts('ACTIVE', 'en')).toContain('Status Active');
  expect(facts('UNDER_REVIEW')).toContain('UNDER_REVIEW');
});
