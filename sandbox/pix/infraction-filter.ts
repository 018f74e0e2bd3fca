import type { Dispute } from '../world/dispute-book.ts';
import { plain } from '../world/names.ts';
import { csv, documentFilter, flag, money, text, time } from './params.ts';
import type { PixParts } from './parts.ts';

const STATES = [
  'OPEN',
  'ACKNOWLEDGED',
  'DEFENDED',
  'ANSWERED',
  'WAITING_PSP',
  'WAITING_ADJUSTMENTS',
  'CLOSED',
  'CANCELLED',
];

type Test = (dispute: Dispute) => boolean;

function between(query: URLSearchParams, name: string, value: (dispute: Dispute) => number): Test | null {
  const from = time(query, `${name}From`, false);
  const to = time(query, `${name}To`, true);
  if (from === undefined && to === undefined) return null;
  return (dispute) => value(dispute) >= (from ?? -Infinity) && value(dispute) <= (to ?? Infinity);
}

function member(
  query: URLSearchParams,
  name: string,
  allowed: string[],
  value: (one: Dispute) => string | null,
) {
  const wanted = csv(query, name, allowed);
  return wanted ? (dispute: Dispute) => wanted.has(value(dispute) ?? '') : null;
}

/** Filters that read the transaction come last, because they are expensive. */
function byTransaction(parts: PixParts, query: URLSearchParams): Test | null {
  const endToEndId = text(query, 'endToEndId');
  const document = documentFilter(query, 'participantDocument');
  const name = text(query, 'participantName');
  const least = money(query, 'amountMin', 0);
  const most = money(query, 'amountMax', 0);
  if ([endToEndId, document, name, least, most].every((one) => one === undefined)) return null;
  return ({ transactionId }) => {
    const row = parts.world.transaction(transactionId);
    return (
      row !== null &&
      (endToEndId === undefined || row.endToEndId === endToEndId) &&
      (document === undefined || row.payerDocument === document) &&
      (name === undefined || plain(row.payerName ?? '').includes(plain(name))) &&
      row.amount >= (least ?? 0) &&
      row.amount <= (most ?? Infinity)
    );
  };
}

/** The filters of the list (document 4, 1.12). */
export function disputeFilter(parts: PixParts, query: URLSearchParams): Test {
  const id = text(query, 'id');
  const protocol = text(query, 'protocol');
  const transactionId = text(query, 'transactionId');
  const manual = flag(query, 'needsManualReview');
  const tests = [
    id === undefined ? null : (one: Dispute) => one.id === id,
    protocol === undefined ? null : (one: Dispute) => one.protocol === protocol,
    transactionId === undefined ? null : (one: Dispute) => one.transactionId === transactionId,
    manual === undefined ? null : (one: Dispute) => (one.status === 'OPEN') === manual,
    member(query, 'status', STATES, (one) => one.status),
    member(query, 'type', ['REFUND_REQUEST', 'FRAUD', 'REFUND_CANCELLED'], (one) => one.type),
    member(query, 'analysisResult', ['AGREED', 'DISAGREED'], (one) => one.analysisResult),
    member(query, 'reportedBy', ['DEBITED_PARTICIPANT', 'CREDITED_PARTICIPANT'], (one) => one.reportedBy),
    between(query, 'reportedAt', (one) => one.reportedAt),
    between(query, 'createdAt', (one) => one.reportedAt),
    between(query, 'expiresAt', (one) => one.expiresAt),
    between(query, 'updatedAt', (one) => one.updatedAt),
    byTransaction(parts, query),
  ].filter((test) => test !== null);
  return (dispute) => tests.every((test) => test(dispute));
}
