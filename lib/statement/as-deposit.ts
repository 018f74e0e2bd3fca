import type { Payment, StatementLine } from '#lib/providers/money-records.ts';
import { NO_PARTY } from '#lib/transactions/rules.ts';

/**
 * Builds a Hub deposit from its statement line, because document 2 has no list of deposits. Null for every
 * other line.
 */
export function asDeposit(line: StatementLine): Payment | null {
  const { transactionId, type, counterparty } = line;
  if (type !== 'DEPOSIT' || transactionId === null || !transactionId.startsWith('deposit:')) return null;
  return {
    id: transactionId,
    // A line is in the statement only once the money arrived.
    status: 'COMPLETED',
    type: 'DEPOSIT',
    method: 'PIX',
    amount: line.gross ?? line.amount,
    fee: line.fee,
    payer: { ...NO_PARTY, name: counterparty.name, document: counterparty.document },
    receiver: NO_PARTY,
    createdAt: line.createdAt,
    updatedAt: null,
    paidAt: line.postedAt,
    qrCodeText: null,
    qrCodeUrl: null,
    hasQrCodeImage: false,
    generatedName: null,
    generatedDocument: null,
    generatedEmail: null,
    endToEndId: line.endToEndId ?? null,
    clientReference: null,
    virtualAccount: null,
    callbackUrl: null,
    withdrawPixKey: null,
    withdrawPixType: null,
    cancellationReason: null,
    refundEndToEndId: null,
    refundAmount: null,
    refundStatus: null,
    refundReason: null,
    refundDescription: null,
    refundedAt: null,
    other: {},
  };
}
