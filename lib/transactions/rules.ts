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

/** `in` and `out` are money that moved; `still` is money that did not, or whose direction nobody told. */
export type Direction = 'in' | 'out' | 'still';

/** A side of a payment of which nothing is known, or kept. */
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

/** The way its money goes or would go. */
export const sideOf = ({ type, way }: Sided) => way ?? DIRECTION_OF_TYPE[type ?? ''] ?? 'untold';

/** Only a completed transaction moved money and stayed moved: pending, expired, failed, returned have no sign. */
export function directionOf(row: Stated & Sided): Direction {
  const side = sideOf(row);
  return stayed(stateOf(row)) && side !== 'untold' ? side : 'still';
}

/** It moved, and nobody tells which way: it says so instead of a sign. */
export const isDirectionUnknown = (row: Stated & Sided): boolean =>
  stayed(stateOf(row)) && sideOf(row) === 'untold';

export type Counterpart = {
  name: string | null;
  document: string | null;
  /** Words for a row without a name. */
  absent: 'to-receive' | 'not-paid' | 'commission' | 'untold' | 'unknown';
};

/** The other side: the payer of a deposit, the receiver of a withdrawal. */
export function counterpartOf(transaction: Transaction): Counterpart {
  const { name, document } = otherSide(transaction);
  return { name, document, absent: absence(transaction) };
}

function otherSide(transaction: Transaction): Pick<Party, 'name' | 'document'> {
  const { payer, receiver } = transaction;
  const side = sideOf(transaction);
  if (side === 'out') return receiver;
  // One of the two is the account itself, and nobody tells which.
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

/** The refund told by its own field, if not called off. Cents. */
export const ownRefund = ({ refundEnd, refundAmount }: Transaction): number | null =>
  refundEnd === 'none' ? null : refundAmount;

/** Name of a kind of transaction in the catalogue: `DEPOSIT_PIX`, …; `other` where the words are not known. */
export function kindOf({ type, method }: { type: string | null; method: string | null }): string {
  if (type === 'COMMISSION') return 'COMMISSION';
  const known =
    (TYPES as readonly string[]).includes(type ?? '') &&
    (METHODS as readonly string[]).includes(method ?? 'PIX');
  return known ? `${type}_${method ?? 'PIX'}` : 'other';
}

const MOVES = new Set<MoneyState | null>(['waiting', 'returning']);
/** A state from which the provider still moves by itself: its detail is read again while it is on screen. */
export const isUnsettled = (transaction: Stated): boolean => MOVES.has(stateOf(transaction));

const MOVED = new Set<MoneyState | null>(['done', 'partly', 'returning', 'returned']);
/** Tells if money moved at some time, also where it has gone back since. */
export const hasMoved = (transaction: Stated): boolean => MOVED.has(stateOf(transaction));
