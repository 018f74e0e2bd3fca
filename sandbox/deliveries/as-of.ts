import type { PixTransaction } from '../types.ts';

const NO_PAYER = {
  payerName: null,
  payerDocument: null,
  payerInstitutionIspb: null,
  payerInstitutionName: null,
  payerAccountNumber: null,
};
const NO_RECEIVER = {
  receiverName: null,
  receiverDocument: null,
  receiverInstitutionIspb: null,
  receiverInstitutionName: null,
};
const NO_REFUND = {
  refundEndToEndId: null,
  refundAmount: null,
  refundStatus: null,
  refundReason: null,
  refundDescription: null,
  refundedAt: null,
};

/** Returns the transaction as it was when it had this status, to rebuild an old callback's body. */
export function asOf(transaction: PixTransaction, status: string): PixTransaction {
  if (transaction.status === status) return transaction;
  if (status === 'REFUNDED') return { ...transaction, status };
  if (status === 'WAITING_FOR_REFUND') {
    return { ...transaction, status, refundStatus: 'PENDING', refundedAt: null, refundEndToEndId: null };
  }
  if (status === 'COMPLETED') {
    return { ...transaction, ...NO_REFUND, status, updatedAt: transaction.paidAt ?? transaction.createdAt };
  }
  return unpaid(transaction, status);
}

/** Document 1: the counterparty is unknown until the transaction is paid. */
function unpaid(transaction: PixTransaction, status: string): PixTransaction {
  const deposit = transaction.type === 'DEPOSIT';
  return {
    ...transaction,
    ...NO_REFUND,
    ...NO_RECEIVER,
    ...(deposit ? NO_PAYER : { receiverAccountNumber: null }),
    status,
    updatedAt: transaction.createdAt,
    paidAt: null,
    endToEndId: null,
    serviceFeeCharged: null,
    cancellationReason: status === 'CANCELED' ? transaction.cancellationReason : null,
  };
}
