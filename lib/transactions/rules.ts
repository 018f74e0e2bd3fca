import { lookupTable } from '#lib/core/lookup-table.ts';
import { type MoneyState, refundOutcome, stateOf, stayed } from '#lib/core/status/money.ts';
import type { Party, Refund, Transaction, TransactionDetail } from '#lib/providers/records.ts';
import type { TimelineEntry } from '#lib/transactions/contract.ts';

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

/** A transaction of which only the id is known. */
export const BARE_TRANSACTION: Omit<Transaction, 'id'> = {
  status: null,
  type: null,
  method: null,
  amount: null,
  fee: null,
  qrCodeText: null,
  qrCodeUrl: null,
  hasQrCodeImage: false,
  generatedName: null,
  generatedDocument: null,
  generatedEmail: null,
  payer: NO_PARTY,
  receiver: NO_PARTY,
  endToEndId: null,
  createdAt: null,
  updatedAt: null,
  paidAt: null,
  withdrawPixKey: null,
  withdrawPixType: null,
  clientReference: null,
  virtualAccount: null,
  callbackUrl: null,
  refundEndToEndId: null,
  refundAmount: null,
  refundStatus: null,
  refundReason: null,
  refundDescription: null,
  refundedAt: null,
  cancellationReason: null,
  other: {},
};

const DIRECTION_OF_TYPE = lookupTable<'in' | 'out'>({ DEPOSIT: 'in', COMMISSION: 'in', WITHDRAW: 'out' });

type Stated = Pick<Transaction, 'status' | 'state'>;
type Sided = { type: string | null; way?: Transaction['way'] | null };

/** Direction its money moves or would move. */
export const sideOf = ({ type, way }: Sided) => way ?? DIRECTION_OF_TYPE[type ?? ''] ?? 'untold';

/** Direction of the money that moved: none (`still`) if pending, expired, failed or returned. */
export function directionOf(row: Stated & Sided): Direction {
  const side = sideOf(row);
  return stayed(stateOf(row)) && side !== 'untold' ? side : 'still';
}

/** Whether money moved in an unknown direction. The row shows it instead of a sign. */
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

/** Message key of a kind of transaction: `DEPOSIT_PIX`, …; `other` for unknown codes. */
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

/** Rules for the page of one transaction. Its list does not need them. */

/** Cents refunded or being refunded: the larger of the refund list and the transaction's own field. */
export function refundedCents(transaction: Transaction, refunds: readonly Refund[]): number {
  const listed = refunds
    .filter((refund) => refundOutcome(refund) !== 'none')
    .reduce((sum, refund) => sum + (refund.amount ?? 0), 0);
  return Math.max(listed, ownRefund(transaction) ?? 0);
}

/** Cents of a paid deposit that may still be refunded. Null: nothing, or the remaining amount is unknown. */
export function refundableCents(transaction: Transaction, refunds: readonly Refund[]): number | null {
  const { type, method, amount } = transaction;
  const state = stateOf(transaction);
  if (type !== 'DEPOSIT' || !stayed(state) || amount === null) return null;
  if (method !== null && method !== 'PIX') return null;
  const back = refundedCents(transaction, refunds);
  return state === 'partly' && back === 0 ? null : Math.max(0, amount - back);
}

export type DetailBadge =
  | { kind: 'delivery-failed'; attempts: number }
  | { kind: 'partly-refunded' }
  | { kind: 'disputed'; count: number };

/** Badges of a transaction. Deliveries are counted from timeline `entries`, if any, which have events. */
export function badgesOf(detail: TransactionDetail, entries: readonly TimelineEntry[] = []): DetailBadge[] {
  const { transaction, refunds, disputes, deliveries } = detail;
  const badges: DetailBadge[] = [];
  if (disputes.length > 0) badges.push({ kind: 'disputed', count: disputes.length });
  const deliveryEntries = entries.filter(({ kind }) => kind === 'delivery');
  const attempts = failedInARow(
    deliveryEntries.length > 0
      ? deliveryEntries.map(({ at, url, text, httpStatus }) => ({
          at,
          notice: noticeOf(url, text),
          status: httpStatus,
        }))
      : deliveries.map(({ createdAt: at, url, status }) => ({ at, notice: noticeOf(url, null), status })),
  );
  if (attempts > 0) badges.push({ kind: 'delivery-failed', attempts });
  const refunded = refundedCents(transaction, refunds);
  const state = stateOf(transaction);
  if (state === 'partly' || (state === 'done' && refunded > 0 && refunded < (transaction.amount ?? 0)))
    badges.push({ kind: 'partly-refunded' });
  return badges;
}

/** Key of a notice: attempts are counted per event and address. */
const noticeOf = (url: string | null, event: string | null) => JSON.stringify([url, event]);

type Attempt = { at: string | null; notice: string; status: number | null };

/** Largest number of consecutive failed attempts of one notice since its last delivery. 0: none fails now. */
function failedInARow(attempts: readonly Attempt[]): number {
  const newestFirst = [...attempts].sort((a, b) => (b.at ?? '').localeCompare(a.at ?? ''));
  const runs = [...Map.groupBy(newestFirst, ({ notice }) => notice).values()].map((ofNotice) => {
    const delivered = ofNotice.findIndex(({ status }) => isDelivered(status));
    return delivered === -1 ? ofNotice.length : delivered;
  });
  return Math.max(0, ...runs);
}

/** A notice is delivered when the receiver answers 2xx. */
export function isDelivered(httpStatus: number | null): boolean {
  return httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
}

export type TimelineLine = {
  entry: TimelineEntry;
  /** Further failed deliveries folded into this line, newest first. */
  folded: TimelineEntry[];
  /** Number of the attempt among deliveries of its event to its address, from 1. Null for other entries. */
  attempt: number | null;
};

/** Newest first. Consecutive failed deliveries of the same event, address and answer become one line. */
export function foldTimeline(entries: readonly TimelineEntry[]): TimelineLine[] {
  const attempts = countAttempts(entries);
  const lines: TimelineLine[] = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    if (last !== undefined && repeats(last.entry, entry)) last.folded.push(entry);
    else lines.push({ entry, folded: [], attempt: attempts.get(entry.id) ?? null });
  }
  return lines;
}

function repeats(newer: TimelineEntry, older: TimelineEntry): boolean {
  const both = newer.kind === 'delivery' && older.kind === 'delivery';
  const same = newer.url === older.url && newer.text === older.text && newer.httpStatus === older.httpStatus;
  return both && same && !isDelivered(older.httpStatus);
}

function countAttempts(newestFirst: readonly TimelineEntry[]): Map<string, number> {
  const counts = new Map<string, number>();
  const attempts = new Map<string, number>();
  for (const entry of newestFirst.toReversed()) {
    if (entry.kind !== 'delivery') continue;
    const notice = noticeOf(entry.url, entry.text);
    const count = (counts.get(notice) ?? 0) + 1;
    // Every change of a dispute is a separate event with the same name, so a delivery restarts the count.
    const ended = entry.text === 'INFRACTION_CHANGED' && isDelivered(entry.httpStatus);
    counts.set(notice, ended ? 0 : count);
    attempts.set(entry.id, count);
  }
  return attempts;
}

/** When a charge expires, ISO 8601, from an undocumented field. Null: unknown. */
export function expiryOf({ other }: Pick<Transaction, 'other'>): string | null {
  for (const name of ['expiresAt', 'expirationDate']) {
    const value = other[name];
    if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value)))
      return new Date(value).toISOString();
  }
  return null;
}
