import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { CallError } from '#lib/api/client.ts';
import { type Deposit, depositOptions } from '#lib/payments/queries.ts';

import { DepositPage } from './deposit-page.tsx';

const ID = 'deposit:7';
const NOBODY = {
  name: null,
  document: null,
  institutionName: null,
  institutionIspb: null,
  accountNumber: null,
};
const deposit = (from: Deposit['from'], payment: object) =>
  ({
    ...{ key: '76919847-1e81-4ca5-a022-55443263007c', from, asOf: '2026-11-22T12:03:00.000Z' },
    payment: {
      ...{
        id: ID,
        status: 'COMPLETED',
        type: 'DEPOSIT',
        amount: 3_100,
        fee: 57,
        netAmount: 3_043,
        refundStatus: null,
      },
      ...{
        endToEndId: 'E00000000202611221203aaaaaaaaaaa',
        payer: NOBODY,
        receiver: NOBODY,
        other: {},
        ...payment,
      },
    },
  }) as unknown as Deposit;
const page = (known: { data: Deposit } | { error: Error }) =>
  shown(<DepositPage id={ID} />, {
    known: [{ of: depositOptions('pix', ID), ...known }],
    account: { capabilities: ['disputes'] },
  });

test('D: a deposit’s page has its gross and net amount, its end-to-end id and the key that it came to', () => {
  const { text, markup } = page({ data: deposit('provider', {}) });
  for (const part of ['+R$ 31,00', 'R$ 0,57', 'R$ 30,43', 'O serviço não diz quem pagou.'])
    expect(text).toContain(part);
  expect(markup).toContain('E00000000202611221203aaaaaaaaaaa');
  expect(markup).toContain('76919847-1e81-4ca5-a022-55443263007c');
  expect(text).not.toContain('extrato diz');
});

test('D: what only the statement tells of a deposit is said to be that; an open dispute leads to its page', () => {
  const { text, markup } = page({ data: deposit('statement', { openDispute: 'MED-1' }) });
  expect(text).toContain('O serviço não mostra depósitos um a um');
  expect(markup).toContain('href="/pix/disputes/MED-1"');
});

test('D: a deposit of another account is not one that could not be read', () => {
  const gone = new CallError({ type: 'about:blank', title: '', status: 404, code: 'not_found' });
  expect(page({ error: gone }).text).toContain('Não está nesta conta');
  const failed = new CallError({
    type: 'about:blank',
    title: '',
    status: 503,
    code: 'provider_down',
  } as never);
  expect(page({ error: failed }).text).not.toContain('Não está nesta conta');
});
