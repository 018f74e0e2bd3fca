import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import type { HolderAnswer } from '#lib/payments/outgoing-forms.ts';
import { HolderCard } from './receiver.tsx';

const AT = '2026-11-19T17:02:51.000Z';
const since = '2026-03-05T15:00:00.000Z';
const last = { amount: 1_840_000, at: '2026-11-19T17:01:20.000Z' };
const holder = {
  ...{ name: 'Transportes Vale do Ipê S.A.', document: null, accountType: null },
  ...{ institutionName: 'Banco Jequitibá S.A.', institutionIspb: null },
};
const text = (history: HolderAnswer['history'] | undefined, locale: 'pt-BR' | 'en' = 'pt-BR') =>
  shown(<HolderCard receiver={{ of: 'x', at: AT, holder: { holder, history } as HolderAnswer }} />, {
    locale,
  }).text;

test.each([
  [
    { count: 14, confirmed: 14, since, last },
    '14 saques pelo Guichê desde qui 5 mar 2026 , todos concluídos; o último concluído qui 19 nov, 14:01:20 , R$ 18.400,00',
    '14 withdrawals through Guichê since Thu 5 Mar 2026 , all completed; the last completed Thu 19 Nov, 14:01:20 , R$ 18.400,00',
  ],
  [
    { count: 3, confirmed: 0, since, last: null },
    '3 saques pelo Guichê desde qui 5 mar 2026 , nenhum concluído',
    '3 withdrawals through Guichê since Thu 5 Mar 2026 , none completed',
  ],
  [
    { count: 0, confirmed: 0, since: null, last: null },
    'primeiro saque que o Guichê pede para esta chave',
    'the first withdrawal that Guichê requests to this key',
  ],
])('U5: what a receiver got before is told before it is asked (%#)', (history, pt, en) => {
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');
  expect(plain(text(history))).toContain(pt);
  expect(plain(text(history, 'en'))).toContain(en);
});

test('a receiver kept in the form from before the history was told shows without it', () => {
  expect(text(undefined)).toContain('Transportes Vale do Ipê');
});
