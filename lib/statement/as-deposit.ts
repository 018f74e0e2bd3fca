import type { Payment, StatementLine } from '#lib/providers/money-records.ts';
import { NO_PARTY } from '#lib/transactions/rules.ts';

/**
 * A deposit of a Hub account by its line, where nothing else tells of it (document 2 lists no deposits). Null for every
 * other line.
 */
export function asDeposit(line: StatementLine): Payment | null {
  const { transactionId, type, counterparty } = line;
  if (type !== 'DEPOSIT' || transactionId === null || !transactionId.startsWith('deposit:')) return null;
  return {
    id: transactionId,
    // The line stands in the statement because the money arrived.
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
