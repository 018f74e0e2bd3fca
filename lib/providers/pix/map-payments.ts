import 'server-only';
import { disputeWordOf } from '#lib/core/status/dispute.ts';
import { refundOutcome, stateOf, stayed } from '#lib/core/status/money.ts';
import { directionOfTransfer } from '#lib/providers/direction.ts';
import type { Payment, RefundState } from '#lib/providers/money-records.ts';
import { centsOf, directionWordsIn, toDetail, toTransaction } from '#lib/providers/pix/map.ts';
import {
  OF_TRANSACTIONS,
  readDetail,
  readTransaction,
  type WireDetail,
  type WireTransaction,
} from '#lib/providers/pix/wire.ts';
import type { PaymentReference } from '#lib/providers/port.ts';
import type { Refund, Transaction } from '#lib/providers/records.ts';
import { readRefund, refundAlone, toRefund, type WireRefund } from '#lib/providers/shared-readers.ts';
import {
  best,
  isUnreadable,
  listOf,
  mostKnown,
  UnreadableAnswer,
  unwrapLayers,
  unwrapSingles,
} from '#lib/providers/unwrap.ts';

/**
 * Converts what was read into the records of money. Pure. Cents; null when the provider does not state it.
 */

export const toPayment = (wire: WireTransaction): Payment => asPayment(toTransaction(wire));

/** A transaction as a payment. Document 1 names no `description`, but a payment may have one. */
export function asPayment(transaction: Transaction): Payment {
  const { description, ...other } = transaction.other;
  const payment = transaction.method === 'INTERNAL_TRANSFER' ? withDirection(transaction) : transaction;
  return typeof description === 'string' ? { ...payment, other, description } : payment;
}

/** A transfer's direction word outweighs its type: a service may use one type for both directions. */
const withDirection = (transaction: Transaction): Payment => ({
  ...transaction,
  way: directionOfTransfer(directionWordsIn(transaction.other), transaction.type),
});

/** Null: none. Only others mean an ignored filter, which proves nothing (UnreadableAnswer). */
export function requestedPayment(found: readonly WireTransaction[], by: PaymentReference): Payment | null {
  if (found.length === 0) return null;
  const alone = found.length === 1;
  const names = ['id', 'clientReference', 'endToEndId', 'virtualAccount'] as const;
  const fits = ({ fields }: WireTransaction) =>
    names.every((name) => by[name] === undefined || by[name] === (fields[name] ?? (alone ? by[name] : null)));
  const [newest] = found.filter(fits).map(toPayment).sort(newestFirst);
  if (newest === undefined) throw new UnreadableAnswer('asked-transaction');
  return newest;
}

const newestFirst = (a: { createdAt: string | null }, b: { createdAt: string | null }) =>
  (b.createdAt ?? '').localeCompare(a.createdAt ?? '');

const KINDS = [...OF_TRANSACTIONS, 'refund'];

const LISTS = [...KINDS.map((kind) => `${kind}s`), ...KINDS];

/** POST /pix, /withdraw, /withdraw/qrcode, /internal-transfer. Without its id nobody can find it again. */
export function readCreated(json: unknown): WireTransaction {
  const fits = ({ fields, known }: WireTransaction) => fields.id !== null && known >= 2;
  return best(unwrapLayers(json, KINDS), readTransaction, fits, [
    'transaction',
    { id: ({ fields }) => fields.id !== null },
  ]);
}

/** GET /pix, /withdraw, /internal-transfer: one transaction, as an object or in a list; a list may be empty. */
export function readFound(json: unknown): WireTransaction[] {
  const isWhole = ({ fields, known }: WireTransaction) => fields.id !== null && known >= 3;
  const single = mostKnown(unwrapSingles(json, KINDS), readTransaction, isWhole);
  if (single !== undefined) return [single];
  const list = listOf(json, LISTS);
  if (isUnreadable(list)) throw new UnreadableAnswer('list');
  const found = list.rows.map(readTransaction).filter(({ fields }) => fields.id !== null);
  if (list.rows.length > 0 && found.length === 0) throw new UnreadableAnswer('id');
  return found;
}

/** The image of a charge's code, in Base64; null when the answer has none. */
export const readImage = (json: unknown): string | null =>
  unwrapLayers(json, KINDS)
    .map((layer) => readTransaction(layer).fields.qrCodeBase64)
    .find((image) => image !== null) ?? null;

export type WireRefunded = { detail: WireDetail; refund: null } | { detail: null; refund: WireRefund };
type Refunded = { fields: WireRefund; known: number };
/** POST /refund/{id}: the transaction with its refunds, or only the refund that was created. */
export function readRefunded(json: unknown): WireRefunded {
  const layers = unwrapLayers(json, KINDS);
  const isTransaction = layers.some((layer) => {
    const { id, type, method, refundStatus, refundAmount } = readTransaction(layer).fields;
    return (type ?? method) !== null || (id !== null && (refundStatus ?? refundAmount) !== null);
  });
  if (isTransaction) return { detail: readDetail(json), refund: null };
  const must = {
    id: ({ fields }: Refunded) => fields.id !== null,
    amount: ({ fields }: Refunded) => (fields.status ?? fields.amount) !== null,
  };
  const fits = (read: Refunded) => read.known >= 2 && must.id(read) && must.amount(read);
  return { detail: null, refund: best(layers, readRefund, fits, ['refund', must]).fields };
}

/** The payment's refund state, from the answer to its refund. */
export function refundedState(read: WireRefunded): RefundState {
  if (read.detail !== null) return refundStateOf(read.detail);
  return refundAlone(toRefund(centsOf)(read.refund));
}

export function refundStateOf(wire: WireDetail): RefundState {
  const { transaction, refunds: listed, disputes } = toDetail(wire, null, '');
  const refunds = listed.length > 0 ? [...listed].sort(newestFirst) : ownRefunds(transaction);
  const sums = wire.lostRefund ? UNKNOWN_SUMS : sumsOf(transaction, refunds);
  const { id, endToEndId } = wire.transaction.fields;
  return {
    paymentId: id,
    names: [id, endToEndId].filter((name) => name !== null),
    ...sums,
    refundable: refundableOf(transaction, sums),
    status: refunds[0]?.status ?? transaction.refundStatus,
    refunds,
    openDispute: disputes.find(({ status }) => disputeWordOf(status) !== 'closed')?.id ?? null,
  };
}

/** The one refund that a transaction's own fields describe. */
function ownRefunds(transaction: Transaction): Refund[] {
  const { refundAmount, refundStatus, refundReason, refundDescription, refundEndToEndId, refundedAt } =
    transaction;
  if ((refundAmount ?? refundStatus ?? refundEndToEndId ?? refundedAt) === null) return [];
  return [
    {
      id: null,
      amount: refundAmount,
      status: refundStatus,
      reason: refundReason,
      description: refundDescription,
      endToEndId: refundEndToEndId,
      refundedAt,
      createdAt: null,
    },
  ];
}

type Sums = Pick<RefundState, 'refunded' | 'inProgress'>;
const UNKNOWN_SUMS: Sums = { refunded: null, inProgress: null };

/** Sums by document 1's refundStatus; an older service uses the words of a transaction's status. */
function sumsOf(transaction: Transaction, refunds: readonly Refund[]): Sums {
  const state = stateOf(transaction);
  if (refunds.length === 0) {
    if (state === 'returned') return { refunded: transaction.amount, inProgress: 0 };
    return state === 'returning' || state === 'partly' || state === null
      ? UNKNOWN_SUMS
      : { refunded: 0, inProgress: 0 };
  }
  const those = (end: 'back' | 'open') => sum(refunds.filter((refund) => refundOutcome(refund) === end));
  return { refunded: those('back'), inProgress: those('open') };
}

function sum(refunds: readonly Refund[]): number | null {
  return refunds.reduce<number | null>(
    (total, { amount }) => (total === null || amount === null ? null : total + amount),
    0,
  );
}

/** Refundable cents: 0 unless the payment was paid and still stands; null when unknown. */
function refundableOf(transaction: Transaction, { refunded, inProgress }: Sums): number | null {
  const { type, amount } = transaction;
  const state = stateOf(transaction);
  if (state === null) return null;
  const stands = stayed(state) || state === 'returning';
  const takes = type === null || type === 'DEPOSIT' || type === 'WITHDRAW';
  if (!takes || !stands) return 0;
  if (amount === null || refunded === null || inProgress === null) return null;
  return Math.max(0, amount - refunded - inProgress);
}
