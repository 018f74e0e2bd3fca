import 'server-only';
import { plainJson } from '#lib/core/http/json.ts';
import { decimalToCents, type WireAmount } from '#lib/core/money.ts';
import { moneyStateOf, refundOutcome } from '#lib/core/status/money.ts';
import { hasDirection, typeOfTransaction } from '#lib/providers/direction.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { plainKey } from '#lib/providers/fields.ts';
import { partyOf } from '#lib/providers/parties.ts';
import { toDelivery } from '#lib/providers/pix/deliveries.ts';
import type { WireDetail, WireProfile, WireTransaction } from '#lib/providers/pix/wire.ts';
import type { Profile, Transaction, TransactionDetail } from '#lib/providers/records.ts';
import { derivedId, hasAmount, hasDate, hasId, type Must } from '#lib/providers/rows.ts';
import { toRefund } from '#lib/providers/shared-readers.ts';

/** Converts what was read into records. Pure. More than two decimals are rounded half away from zero. */

/** Document 1's amounts are reais. */
export const centsOf = (text: string | null) =>
  text === null ? null : (decimalToCents(text)?.cents ?? null);

export function toTransaction({ fields, other }: WireTransaction): Transaction {
  const otherFields = plainJson(other) as Record<string, unknown>;
  const amount = moneyOf('amount', fields, otherFields);
  const fee = moneyOf('serviceFeeCharged', fields, otherFields);
  const refund = moneyOf('refundAmount', fields, otherFields);
  if (fields.direction !== null) otherFields.direction = fields.direction;
  // A list's row has no field for a dispute.
  if (Object.keys(Object(fields.infraction)).length > 0)
    otherFields.infraction = plainJson(fields.infraction);
  const transaction: Transaction = {
    id: fields.id ?? derivedId({ fields, other }),
    status: fields.status,
    state: moneyStateOf(fields.status),
    ...typeOfTransaction(fields.type, directionWordsIn(otherFields)),
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
    other: otherFields,
  };
  if (amount?.exact !== undefined) transaction.amountExact = amount.exact;
  if (fee?.exact !== undefined) transaction.feeExact = fee.exact;
  if (refund?.exact !== undefined) transaction.refundAmountExact = refund.exact;
  if (fields.refundStatus !== null) transaction.refundEnd = refundOutcome({ status: fields.refundStatus });
  return transaction;
}

const DIRECTION_KEYS = new Set(means.direction().spellings.map(plainKey));
/** Document 1 shows the direction by the type; a service may add a word for it. */
export const directionWordsIn = (other: Record<string, unknown>): string[] =>
  Object.entries(other).flatMap(([name, value]) =>
    DIRECTION_KEYS.has(plainKey(name)) && typeof value === 'string' ? [value] : [],
  );

type Wire = WireTransaction['fields'];

/** Reads an amount; an unreadable one is stored in `otherFields` unchanged. */
function moneyOf(
  name: 'amount' | 'serviceFeeCharged' | 'refundAmount',
  fields: Wire,
  otherFields: Record<string, unknown>,
): WireAmount | null {
  const text = fields[name];
  const amount = text === null ? null : decimalToCents(text);
  if (text !== null && amount === null) otherFields[name] = text;
  return amount;
}

export const TRANSACTION_MUST: Must<Transaction> = {
  id: hasId,
  amount: hasAmount,
  status: ({ status }) => status !== null,
  date: hasDate,
  direction: hasDirection,
};

export function toDetail(wire: WireDetail, json: unknown, asOf: string): TransactionDetail {
  const transaction = toTransaction(wire.transaction);
  const { infraction: _, ...other } = transaction.other;
  return {
    transaction: wire.disputes.length === 0 ? transaction : { ...transaction, other },
    refunds: wire.refunds.map(toRefund(centsOf)),
    disputes: wire.disputes,
    deliveries: wire.deliveries.map((wire) => {
      const { url, status, responseTimeMs, createdAt } = toDelivery(wire);
      return { id: wire.fields.id, url, status, responseTimeMs, createdAt };
    }),
    raw: plainJson(json),
    asOf,
  };
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
    chargeMin: centsOf(cashInTicketMin),
    chargeMax: centsOf(cashInTicketMax),
    withdrawalMin: centsOf(cashOutTicketMin),
    withdrawalMax: centsOf(cashOutTicketMax),
    dailyWithdrawLimit:
      limit === null ? null : { ...limit, limit: centsOf(limit.limit), used: centsOf(limit.used) },
    other: plainJson(other) as Record<string, unknown>,
    asOf,
  };
}
