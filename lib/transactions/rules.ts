import { lookupTable } from '#lib/core/lookup-table.ts';
import { type MoneyState, stateOf, stayed } from '#lib/core/status/money.ts';
import type { Party, Transaction } from '#lib/providers/records.ts';

export const STATUSES = [
  'COMPLETED',
  'PENDING',
  'WAITING_FOR_REFUND',
  'REFUNDED',
  'EXPIRED',
  'CANCELED',
  'ERROR',
] as const;
export const TYPES = ['DEPOSIT', 'WITHDRAW', 'COMMISSION'] as const;
export const METHODS = ['PIX', 'BANK_SLIP', 'INTERNAL_TRANSFER'] as const;

/** `in` and `out`: money that moved. `still`: money that did not move, or whose direction is unknown. */
export type Direction = 'in' | 'out' | 'still';

/** A party of which nothing is known or stored. */
export const NO_PARTY: Party = {
  name: null,
  document: null,
  institutionIspb: null,
  institutionName: null,
  accountNumber: null,
};

const DIRECTION_OF_TYPE = lookupTable<'in' | 'out'>({ DEPOSIT: 'in', COMMISSION: 'in', WITHDRAW: 'out' });

type Stated = Pick<Transaction, 'status' | 'state'>;
type Sided = { type: string | null; way?: Transaction['way'] | null };

/** Direction its money moves or would move. */
export const sideOf = ({ type, way }: Sided) => way ?? DIRECTION_OF_TYPE[type ?? ''] ?? 'untold';

/**
 * Direction of a transaction's amount. Pending, expired, failed and returned transactions have none
 * (`still`).
 */
export function directionOf(row: Stated & Sided): Direction {
  const side = sideOf(row);
  return stayed(stateOf(row)) && side !== 'untold' ? side : 'still';
}

/** Whether money moved in an unknown direction. The row says so instead of showing a sign. */
export const isDirectionUnknown = (row: Stated & Sided): boolean =>
  stayed(stateOf(row)) && sideOf(row) === 'untold';

export type Counterpart = {
  name: string | null;
  document: string | null;
  /** Message key for a row without a name. */
  absent: 'to-receive' | 'not-paid' | 'commission' | 'untold' | 'unknown';
};

/** The counterparty: the payer of a deposit, the receiver of a withdrawal. */
export function counterpartOf(transaction: Transaction): Counterpart {
  const { name, document } = otherSide(transaction);
  return { name, document, absent: absence(transaction) };
}

function otherSide(transaction: Transaction): Pick<Party, 'name' | 'document'> {
  const { payer, receiver } = transaction;
  const side = sideOf(transaction);
  if (side === 'out') return receiver;
  // One of the two is the account itself, but it is unknown which.
  if (side === 'untold' && isNamed(payer) && isNamed(receiver)) return { name: null, document: null };
  if (side === 'untold' && isNamed(receiver)) return receiver;
  if (isNamed(payer)) return payer;
  return { name: transaction.generatedName, document: transaction.generatedDocument };
}

const isNamed = ({ name, document }: Party) => name !== null || document !== null;

function absence(transaction: Transaction): Counterpart['absent'] {
  if (sideOf(transaction) === 'untold') return 'untold';
  if (transaction.type === 'COMMISSION') return 'commission';
  if (transaction.type !== 'DEPOSIT') return 'unknown';
  const state = stateOf(transaction);
  if (state === 'waiting') return 'to-receive';
  return state === 'expired' || state === 'cancelled' ? 'not-paid' : 'unknown';
}

/** Refunded cents from the transaction's own field, unless the refund was cancelled. */
export const ownRefund = ({ refundEnd, refundAmount }: Transaction): number | null =>
  refundEnd === 'none' ? null : refundAmount;

/** Message key of a kind of transaction: `DEPOSIT_PIX`, …; `other` for unknown words. */
export function kindOf({ type, method }: { type: string | null; method: string | null }): string {
  if (type === 'COMMISSION') return 'COMMISSION';
  const known =
    (TYPES as readonly string[]).includes(type ?? '') &&
    (METHODS as readonly string[]).includes(method ?? 'PIX');
  return known ? `${type}_${method ?? 'PIX'}` : 'other';
}

const MOVES = new Set<MoneyState | null>(['waiting', 'returning']);
/** Whether the provider may still change its state. Its page refetches it while visible. */
export const isUnsettled = (transaction: Stated): boolean => MOVES.has(stateOf(transaction));

const MOVED = new Set<MoneyState | null>(['done', 'partly', 'returning', 'returned']);
/** Whether money moved at some time, even if it was returned since. */
export const hasMoved = (transaction: Stated): boolean => MOVED.has(stateOf(transaction));
