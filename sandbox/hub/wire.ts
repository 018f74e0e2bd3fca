import type { Book } from './book.ts';
import { iso, isoOrNull } from './core.ts';
import {
  type Charge,
  type Deposit,
  type Dispute,
  type Endpoint,
  type Line,
  type Payout,
  type PixKey,
  type Received,
  type Refund,
  refundSums,
  type Transfer,
} from './model.ts';
import { masked, maskedKey } from './people.ts';

type Json = Record<string, unknown>;

function refundJson(refund: Refund): Json {
  const { endedAt, createdAt, ...shown } = refund;
  return { ...shown, createdAt: iso(createdAt), completedAt: isoOrNull(endedAt) };
}

function refundParts(book: Book, received: Received): Json {
  const { refunded, inProgress, refundable } = refundSums(received);
  return {
    refundedAmount: refunded,
    refundInProgressAmount: inProgress,
    refundableAmount: refundable,
    openInfractionProtocol: book.openDispute(received.id)?.protocol ?? null,
  };
}

export function chargeJson(book: Book, charge: Charge): Json {
  return {
    id: charge.id,
    method: 'PIX',
    status: charge.status,
    amount: charge.amount,
    description: charge.description,
    serviceFee: charge.fee,
    netAmount: charge.amount - charge.fee,
    ...refundParts(book, charge),
    refundFee: refundSums(charge).fee,
    externalRef: charge.externalRef,
    callbackUrl: charge.callbackUrl,
    metadata: charge.metadata,
    pix: { qrCodeText: charge.qrCodeText, endToEndId: charge.endToEndId },
    customer: charge.customer,
    payer: charge.payer
      ? {
          name: charge.payer.name,
          document: masked(charge.payer.document),
          bank: charge.payer.bank,
        }
      : null,
    createdAt: iso(charge.createdAt),
    expiresAt: iso(charge.expiresAt),
    paidAt: isoOrNull(charge.paidAt),
    refundedAt: isoOrNull(charge.refundedAt),
    refunds: charge.refunds.map(refundJson),
  };
}

/** Document 2, Deposit view: the names up to openInfractionProtocol are the document's. */
export function depositJson(book: Book, deposit: Deposit): Json {
  return {
    id: deposit.id,
    method: 'PIX',
    amount: deposit.amount,
    serviceFee: deposit.fee,
    netAmount: deposit.amount - deposit.fee,
    e2e: deposit.endToEndId,
    receiverPixKey: deposit.receiverPixKey,
    paidAt: isoOrNull(deposit.paidAt),
    createdAt: iso(deposit.createdAt),
    ...refundParts(book, deposit),
    payer: deposit.payer ? { name: deposit.payer.name, document: masked(deposit.payer.document) } : null,
    refunds: deposit.refunds.map(refundJson),
  };
}

export function payoutJson(payout: Payout): Json {
  return {
    id: payout.id,
    status: payout.status,
    operation: payout.operation,
    amount: payout.amount,
    serviceFee: payout.fee,
    totalDebited: payout.amount + payout.fee,
    pixKey: payout.pixKey,
    pixKeyType: payout.pixKeyType,
    receiver: {
      name: payout.receiver.name,
      document: masked(payout.receiver.document),
      bank: payout.receiver.bank,
    },
    endToEndId: payout.endToEndId,
    failureReason: payout.failureReason,
    comment: payout.comment,
    externalRef: payout.externalRef,
    callbackUrl: payout.callbackUrl,
    refundedAmount: payout.returned,
    createdAt: iso(payout.createdAt),
    updatedAt: iso(payout.updatedAt),
    completedAt: payout.status === 'CONFIRMED' ? isoOrNull(payout.endedAt) : null,
  };
}

export function transferJson(transfer: Transfer): Json {
  return {
    id: transfer.id,
    direction: transfer.direction,
    status: transfer.status,
    amount: transfer.amount,
    serviceFee: 0,
    pixKey: transfer.pixKey,
    counterparty: {
      name: transfer.counterparty.name,
      document: masked(transfer.counterparty.document),
    },
    comment: transfer.comment,
    externalRef: transfer.externalRef,
    callbackUrl: transfer.callbackUrl,
    failureReason: transfer.failureReason,
    createdAt: iso(transfer.createdAt),
  };
}

export function disputeJson(book: Book, dispute: Dispute): Json {
  const { of, reportedAt, dueAt, closedAt, ...shown } = dispute;
  const received = book.received(of);
  return {
    ...shown,
    paymentId: received?.kind === 'charge' ? received.hookId : null,
    depositId: received?.kind === 'deposit' ? received.hookId : null,
    reportedAt: iso(reportedAt),
    dueAt: iso(dueAt),
    closedAt: isoOrNull(closedAt),
  };
}

function receivedStatus(received: Charge | Deposit, line: Line): string {
  if (line.refundId !== null) {
    const refund = received.refunds.find(({ id }) => id === line.refundId);
    return refund?.status === 'PENDING' ? 'PENDING' : refund?.status === 'FAILED' ? 'CANCELED' : 'COMPLETED';
  }
  if (line.protocol !== null) return 'COMPLETED';
  const { inProgress, refunded } = refundSums(received);
  if (inProgress > 0) return 'WAITING_FOR_REFUND';
  return refunded === received.amount ? 'REFUNDED' : 'COMPLETED';
}

/** A line's status is the current status of its operation. */
export function lineStatus(book: Book, line: Line): string {
  const payout = book.payout(line.of);
  if (payout) {
    if (payout.endedAt === null) return 'PENDING';
    return payout.status === 'FAILED' ? 'CANCELED' : 'COMPLETED';
  }
  const received = book.received(line.of);
  return received ? receivedStatus(received, line) : 'COMPLETED';
}

/** The counterparty of a line, unmasked, for filters and for the page. */
export function counterpartyOf(book: Book, line: Line) {
  const payout = book.payout(line.of);
  if (payout)
    return { name: payout.receiver.name, document: payout.receiver.document, pixKey: payout.pixKey };
  const transfer = book.transfer(line.of);
  if (transfer) {
    const { name, document } = transfer.counterparty;
    return { name, document, pixKey: transfer.direction === 'SENT' ? transfer.pixKey : null };
  }
  const payer = book.received(line.of)?.payer;
  return { name: payer?.name ?? null, document: payer?.document ?? null, pixKey: null };
}

/** The id that webhooks use. */
export function originId(book: Book, line: Line): string | null {
  const found = book.received(line.of) ?? book.payout(line.of) ?? book.transfer(line.of);
  return found?.hookId ?? (line.of === '' ? null : line.of);
}

export function endToEndOf(book: Book, line: Line): string | null {
  const received = book.received(line.of);
  if (received) {
    return received.refunds.find(({ id }) => id === line.refundId)?.endToEndId ?? received.endToEndId;
  }
  return book.payout(line.of)?.endToEndId ?? null;
}

export function lineJson(book: Book, line: Line): Json {
  const payout = book.payout(line.of);
  const { name, document, pixKey } = counterpartyOf(book, line);
  return {
    id: line.id,
    entryId: line.id.replace(/^ln/, 'en'),
    amount: line.amount,
    balanceAfter: line.balanceAfter,
    trigger: line.type,
    description: line.description,
    originId: originId(book, line),
    refundId: line.refundId,
    infractionProtocol: line.protocol,
    gross: line.gross,
    fee: line.fee,
    status: lineStatus(book, line),
    statusDetail: payout?.status ?? null,
    statusReason: payout?.failureReason ?? null,
    statusAt: iso(payout?.updatedAt ?? line.postedAt),
    ...(payout ? { payoutOperation: payout.operation } : {}),
    endToEndId: endToEndOf(book, line),
    counterparty: {
      name,
      document: document === null ? null : masked(document),
      pixKey: pixKey === null ? null : maskedKey(pixKey),
    },
    createdAt: iso(line.createdAt),
    postedAt: iso(line.postedAt),
  };
}

export function keyJson({ createdAt, updatedAt, ...key }: PixKey): Json {
  return { ...key, createdAt: iso(createdAt), updatedAt: iso(updatedAt) };
}

export function endpointJson({ id, url, events, isActive, createdAt, updatedAt }: Endpoint): Json {
  return { id, url, events, isActive, createdAt: iso(createdAt), updatedAt: iso(updatedAt) };
}
