import 'server-only';
import { saoPauloDay } from '#lib/dates.ts';
import { plainJson } from '#lib/http/json.ts';
import { decimalToCents, type WireAmount } from '#lib/money.ts';
import { wholeNumber } from '#lib/providers/fields.ts';
import { partyOf } from '#lib/providers/meanings.ts';
import type { WireBalance, WireDetail, WireProfile, WireTransaction } from '#lib/providers/pix/wire.ts';
import type { WireBlock, WireSummary } from '#lib/providers/pix/wire-summary.ts';
import type { Balance, Profile, Summary, Transaction, TransactionDetail } from '#lib/providers/records.ts';
import { derivedId, hasAmount, hasDate, hasId, type Must } from '#lib/providers/rows.ts';

/** Pure: what wire.ts read → the records. Cents are integers, rounded half away from zero where more came. */

const cents = (text: string | null) => (text === null ? null : (decimalToCents(text)?.cents ?? null));

export function toTransaction({ fields, other }: WireTransaction): Transaction {
  const kept = plainJson(other) as Record<string, unknown>;
  const amount = moneyOf('amount', fields, kept);
  const fee = moneyOf('serviceFeeCharged', fields, kept);
  const refund = moneyOf('refundAmount', fields, kept);
  // A list's row has no place of its own for a dispute.
  if (Object.keys(Object(fields.infraction)).length > 0) kept.infraction = plainJson(fields.infraction);
  const transaction: Transaction = {
    id: fields.id ?? derivedId({ fields, other }),
    status: fields.status,
    type: fields.type,
    method: fields.method,
    amount: amount?.cents ?? null,
    fee: fee?.cents ?? null,
    qrCodeText: fields.qrCodeText,
    qrCodeUrl: fields.qrCodeUrl,
    hasQrCodeImage: fields.qrCodeBase64 !== null,
    generatedName: fields.generatedName,
    generatedDocument: fields.generatedDocument,
    generatedEmail: fields.generatedEmail,
    payer: partyOf(fields, 'payer'),
    receiver: partyOf(fields, 'receiver'),
    endToEndId: fields.endToEndId,
    createdAt: fields.createdAt ?? fields.date,
    updatedAt: fields.updatedAt,
    paidAt: fields.paidAt,
    withdrawPixKey: fields.withdrawPixKey,
    withdrawPixType: fields.withdrawPixType,
    clientReference: fields.clientReference,
    virtualAccount: fields.virtualAccount,
    callbackUrl: fields.callbackUrl,
    refundEndToEndId: fields.refundEndToEndId,
    refundAmount: refund?.cents ?? null,
    refundStatus: fields.refundStatus,
    refundReason: fields.refundReason,
    refundDescription: fields.refundDescription,
    refundedAt: fields.refundedAt,
    cancellationReason: fields.cancellationReason,
    other: kept,
  };
  if (amount?.exact !== undefined) transaction.amountExact = amount.exact;
  if (fee?.exact !== undefined) transaction.feeExact = fee.exact;
  if (refund?.exact !== undefined) transaction.refundAmountExact = refund.exact;
  return transaction;
}

type Wire = WireTransaction['fields'];

/** An amount that cannot be read is kept as it came. */
function moneyOf(
  name: 'amount' | 'serviceFeeCharged' | 'refundAmount',
  fields: Wire,
  kept: Record<string, unknown>,
): WireAmount | null {
  const text = fields[name];
  const amount = text === null ? null : decimalToCents(text);
  if (text !== null && amount === null) kept[name] = text;
  return amount;
}

/** What every transaction should tell. */
export const TRANSACTION_MUST: Must<Transaction> = {
  id: hasId,
  amount: hasAmount,
  status: ({ status }) => status !== null,
  date: hasDate,
};

export function toDetail(wire: WireDetail, json: unknown, asOf: string): TransactionDetail {
  const transaction = toTransaction(wire.transaction);
  const { infraction: _, ...other } = transaction.other;
  return {
    transaction: wire.disputes.length === 0 ? transaction : { ...transaction, other },
    refunds: wire.refunds.map((refund) => ({ ...refund, amount: cents(refund.amount) })),
    disputes: wire.disputes,
    deliveries: wire.deliveries.map(({ status, responseTime, ...delivery }) => ({
      ...delivery,
      // A nought: nothing answered.
      status: wholeNumber(status) || null,
      responseTimeMs:
        responseTime === null || Number.isNaN(Number(responseTime)) ? null : Number(responseTime),
    })),
    raw: plainJson(json),
    asOf,
  };
}

export function toBalance(wire: WireBalance, asOf: string): Balance {
  const available = cents(wire.available);
  const blocked = cents(wire.blocked);
  const sum = available === null || blocked === null ? null : available + blocked;
  return { available, blocked, total: cents(wire.total) ?? sum, breakdown: [], asOf };
}

export function toProfile({ fields, limit, other }: WireProfile, asOf: string): Profile {
  const {
    cashInTicketMin,
    cashInTicketMax,
    cashOutTicketMin,
    cashOutTicketMax,
    dailyWithdrawLimit: _,
    ...same
  } = fields;
  return {
    ...same,
    chargeMin: cents(cashInTicketMin),
    chargeMax: cents(cashInTicketMax),
    withdrawalMin: cents(cashOutTicketMin),
    withdrawalMax: cents(cashOutTicketMax),
    dailyWithdrawLimit:
      limit === null ? null : { ...limit, limit: cents(limit.limit), used: cents(limit.used) },
    other: plainJson(other) as Record<string, unknown>,
    asOf,
  };
}

/** What came in and went out: completed money where the statuses are told, else the block's total. */
export function toSummary(wire: WireSummary): Summary {
  return {
    in: moved(wire.deposit),
    out: moved(wire.withdraw),
    fees: feesOf([wire.deposit, wire.withdraw, wire.commission]),
    count: wholeNumber(wire.totalTransactions),
    days: daysOf(wire.deposit?.days ?? [], wire.withdraw?.days ?? []),
  };
}

function moved(block: WireBlock | null): number | null {
  return cents(block?.statuses.completed?.amount ?? block?.totalAmount ?? null);
}

function feesOf(blocks: readonly (WireBlock | null)[]): number | null {
  const fees = blocks.flatMap((block) =>
    Object.values(block?.statuses ?? {}).map((sum) => cents(sum.serviceFeeCharged)),
  );
  const told = fees.filter((fee) => fee !== null);
  return told.length === 0 ? null : told.reduce((sum, fee) => sum + fee, 0);
}

function daysOf(ins: WireBlock['days'], outs: WireBlock['days']): Summary['days'] {
  const days = new Map<string, { in: number; out: number }>();
  const add = (side: 'in' | 'out', entries: WireBlock['days']) => {
    for (const { date, amount } of entries) {
      const day = /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : saoPauloDay(date);
      const sums = days.get(day) ?? { in: 0, out: 0 };
      sums[side] += cents(amount) ?? 0;
      if (day !== '') days.set(day, sums);
    }
  };
  add('in', ins);
  add('out', outs);
  return [...days].map(([day, sums]) => ({ day, ...sums })).sort((a, b) => (a.day < b.day ? -1 : 1));
}
