import { stateOf, stayed } from '#lib/core/status/money.ts';
import type { Customer, CustomerRecord } from '#lib/customers/contract.ts';
import type { Dispute } from '#lib/disputes/contract.ts';
import { endingOf } from '#lib/disputes/rules.ts';
import type { Party, Transaction } from '#lib/providers/records.ts';
import { directionOf, hasMoved, ownRefund, sideOf } from '#lib/transactions/rules.ts';

/** History and sums of one person or company. Pure; used on server and client. Cents. */

/** `isTheirs` compares a document with the person's. False only if it certainly belongs to somebody else. */
type Sources = {
  rows: readonly Transaction[];
  disputes: readonly Dispute[];
  isTheirs: (document: string | null) => boolean;
};

/** Payments, refunds, withdrawals and disputes, newest first. Records without a time come last. */
export function historyOf({ rows, disputes, isTheirs }: Sources): CustomerRecord[] {
  const money = rows.flatMap((row) => {
    const refund = refundOf(row);
    return refund === null ? [moneyRecord(row, isTheirs)] : [refund, moneyRecord(row, isTheirs)];
  });
  return [...money, ...disputes.map(disputeRecord)].sort((a, b) => (b.at ?? '').localeCompare(a.at ?? ''));
}

const MONEY = {
  method: null,
  partial: false,
  byOther: false,
  uncounted: false,
  dispute: null,
  disputeId: null,
} as const;

function moneyRecord(row: Transaction, isTheirs: Sources['isTheirs']): CustomerRecord {
  const { id, amount, status, clientReference, payer, receiver } = row;
  const side = sideOf(row);
  // An unpaid charge belongs to the person it was issued to.
  const party = side === 'out' ? receiver : payer;
  return {
    ...MONEY,
    id: `${side === 'out' ? 'withdrawal' : 'payment'}/${id}`,
    kind: side === 'out' ? 'withdrawal' : 'payment',
    at: row.paidAt ?? row.createdAt,
    amount,
    direction: directionOf(row),
    uncounted: hasMoved(row) && (side === 'untold' || amount === null),
    status,
    state: stateOf(row),
    method: row.method,
    byOther: party.document !== null && !isTheirs(party.document),
    reference: clientReference,
    transactionId: id,
  };
}

/** Refund of a payment. A returned withdrawal shows it in its own state instead. */
function refundOf(row: Transaction): CustomerRecord | null {
  const { id, amount, refundedAt, updatedAt, clientReference, refundStatus, refundEnd } = row;
  if (sideOf(row) === 'out') return null;
  const state = stateOf(row);
  const whole = state === 'returned' || state === 'returning';
  const cents = ownRefund(row) ?? (whole ? amount : null);
  if (cents === 0 || (cents === null && !whole && state !== 'partly')) return null;
  const done = refundEnd === 'back' || (refundEnd !== 'open' && state !== 'returning');
  return {
    ...MONEY,
    id: `refund/${id}`,
    kind: 'refund',
    at: refundedAt ?? updatedAt,
    amount: cents,
    direction: done ? 'out' : 'still',
    uncounted: done && cents === null,
    status: refundStatus,
    state: done ? 'done' : 'waiting',
    partial: cents !== null && amount !== null && cents < amount,
    reference: clientReference,
    transactionId: id,
  };
}

function disputeRecord(dispute: Dispute): CustomerRecord {
  const { id, openedAt, amount, status, state, transactionId, protocol } = dispute;
  return {
    ...MONEY,
    id: `dispute/${id}`,
    kind: 'dispute',
    at: openedAt,
    amount,
    direction: 'still',
    status,
    state: null,
    dispute: { state, ending: state === 'closed' ? endingOf(dispute) : null },
    reference: protocol,
    transactionId,
    disputeId: id,
  };
}

/** Whether this person paid it, even if it was refunded since. */
const isPaid = ({ kind, state, byOther, uncounted }: CustomerRecord) =>
  kind === 'payment' && !byOther && !uncounted && hasMoved({ status: null, state });

export function sumsOf(records: readonly CustomerRecord[]): Customer['sums'] {
  const paid = records.filter(isPaid);
  const refunded = records.filter(({ kind, direction }) => kind === 'refund' && direction === 'out');
  const received = records.filter(
    ({ kind, state, byOther, uncounted }) => kind === 'withdrawal' && !byOther && !uncounted && stayed(state),
  );
  const disputes = records.filter(({ kind }) => kind === 'dispute');
  const ended = (ending: string) => disputes.filter(({ dispute }) => dispute?.ending === ending).length;
  const at = (state: string) => disputes.filter(({ dispute }) => dispute?.state === state).length;
  const sum = { count: paid.length, amount: totalOf(paid) };
  return {
    paid: sum,
    refunded: { count: refunded.length, amount: totalOf(refunded) },
    received: { count: received.length, amount: totalOf(received) },
    disputes: {
      count: disputes.length,
      open: at('open'),
      answered: at('answered'),
      kept: ended('kept'),
      returned: ended('returned'),
      withdrawn: ended('withdrawn'),
      other: ended('other'),
    },
    mean: sum.count === 0 ? null : Math.round(sum.amount / sum.count),
    largest: sum.count === 0 ? null : Math.max(...paid.map(({ amount }) => amount ?? 0)),
    uncounted: records.filter(({ uncounted, byOther }) => uncounted && !byOther).length,
  };
}

const totalOf = (records: readonly CustomerRecord[]) =>
  records.reduce((sum, { amount }) => sum + (amount ?? 0), 0);

/** Instants of the first and the last payment. Null: none was read. */
export function paymentSpan(records: readonly CustomerRecord[]): Pick<Customer, 'firstAt' | 'lastAt'> {
  const times = records.filter(isPaid).flatMap(({ at }) => (at === null ? [] : [at]));
  return { firstAt: times.at(-1) ?? null, lastAt: times[0] ?? null };
}

/** Name, other names and bank of the person, from the newest record that has them. `parties` newest first. */
export function identityOf(parties: readonly Party[]): Pick<Customer, 'name' | 'otherNames' | 'bank'> {
  const names = new Map<string, string>();
  for (const { name } of parties)
    if (name !== null && !names.has(folded(name))) names.set(folded(name), name);
  const [name = null, ...otherNames] = names.values();
  const bank = parties.find((party) => party.institutionName !== null || party.institutionIspb !== null);
  return {
    name,
    otherNames,
    bank: bank ? { institutionName: bank.institutionName, institutionIspb: bank.institutionIspb } : null,
  };
}

/** Ignores case, accents and spaces, so that spellings of one name count as one. */
const folded = (name: string) =>
  name.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();
