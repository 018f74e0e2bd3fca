'use client';

import { ReceiptButton } from '#components/payments/receipt-button.tsx';
import { RefundButton } from '#components/payments/refund/refund-button.tsx';
import type { Transaction } from '#lib/providers/records.ts';

/** Actions on a payment's money: its receipt, and giving it back. */
export function MoneyActions({ transaction }: { transaction: Transaction }) {
  const { type, method } = transaction;
  const pix = method === null || method === 'PIX';
  return (
    <>
      {pix && type === 'DEPOSIT' && <ReceiptButton payment={transaction} page="charges" />}
      {pix && type === 'WITHDRAW' && <ReceiptButton payment={transaction} page="withdrawals" />}
      <RefundButton payment={transaction} />
    </>
  );
}
