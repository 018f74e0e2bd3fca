import { describe, expect, it } from 'vitest';
import type { Permission } from '#lib/auth/permissions.ts';
import { actionsOnPayment, actionsOnThing, type FoundPayment, type FoundThing } from './palette-search.ts';

const transaction = {
  id: 'txn 1',
  status: 'COMPLETED',
  type: 'DEPOSIT',
  method: 'PIX',
  amount: 1000,
  refundAmount: null,
  refundStatus: null,
  clientReference: 'pedido-1',
  endToEndId: null,
} as unknown as FoundPayment['transaction'];
const payment: FoundPayment = { account: 'pix', accountName: 'Loja', page: 'transactions', transaction };
const dispute: FoundThing = {
  account: 'pix',
  accountName: 'Loja',
  page: 'disputes',
  id: 'd1',
  name: 'D-1',
  word: 'OPEN',
  amount: null,
  at: null,
};
const rights = (permissions: Permission[], capabilities = ['refunds', 'resends', 'defenses']) => ({
  permissions,
  capabilities,
});
const does = (actions: { does: string }[]) => actions.map((action) => action.does);

describe('U12: actions on what the palette found', () => {
  it('are what the role may', () => {
    expect(does(actionsOnPayment(payment, rights(['read'])))).toEqual(['copy']);
    expect(does(actionsOnPayment(payment, rights(['read', 'refund'])))).toEqual(['copy', 'refund']);
    expect(does(actionsOnPayment(payment, rights(['read', 'resend'])))).toEqual(['copy', 'resend']);
    expect(does(actionsOnThing(dispute, rights(['read'])))).toEqual(['copy']);
    expect(does(actionsOnThing(dispute, rights(['dispute'])))).toEqual(['copy', 'defend']);
  });
  it('are what the account has and the payment allows', () => {
    expect(does(actionsOnPayment(payment, rights(['refund', 'resend'], [])))).toEqual(['copy']);
    const pending = { ...payment, transaction: { ...transaction, status: 'PENDING' } };
    expect(does(actionsOnPayment(pending, rights(['refund'])))).toEqual(['copy']);
    expect(does(actionsOnPayment({ ...payment, page: 'charges' }, rights(['refund', 'resend'])))).toEqual([
      'copy',
      'refund',
    ]);
    expect(does(actionsOnThing({ ...dispute, page: 'webhooks' }, rights(['dispute'])))).toEqual(['copy']);
  });
  it('lead to the page of the record, with that begun', () => {
    expect(actionsOnPayment(payment, rights(['refund']))).toEqual([
      { does: 'copy', value: 'pedido-1' },
      { does: 'refund', path: '/pix/transactions/txn%201?do=refund' },
    ]);
    expect(actionsOnPayment({ ...payment, page: 'charges' }, rights(['refund']))[1]).toEqual({
      does: 'refund',
      path: '/pix/charges?open=txn%201&do=refund',
    });
    expect(actionsOnThing(dispute, rights(['dispute']))[1]).toEqual({
      does: 'defend',
      path: '/pix/disputes/d1?do=defend',
    });
  });
});
