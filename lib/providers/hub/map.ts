import 'server-only';
import { plainJson } from '#lib/core/http/json.ts';
import { isOwnCharge } from '#lib/core/masking/mask.ts';
import { type MoneyState, moneyStateOf } from '#lib/core/status/money.ts';
import { directionOfTransfer } from '#lib/providers/direction.ts';
import { isObject } from '#lib/providers/fields.ts';
import { cents, type PaymentKind, type WirePayment } from '#lib/providers/hub/wire.ts';
import type { Payment, RefundState } from '#lib/providers/money-records.ts';
import { partyOf } from '#lib/providers/parties.ts';
import { derivedId } from '#lib/providers/rows.ts';
import { readRefund, refundAlone, toRefund, type WireRefund } from '#lib/providers/shared-readers.ts';
import { named, pickBest, unwrapLayers } from '#lib/providers/unwrap.ts';

/** Converts what wire.ts read into records. Pure. The routes need the kind in front of the ids. */

export const unchanged = (other: Record<string, unknown>) => plainJson(other) as Record<string, unknown>;

const TYPES: Record<PaymentKind, string> = {
  payment: 'PAYMENT',
  deposit: 'DEPOSIT',
  withdraw: 'WITHDRAW',
  transfer: 'INTERNAL_TRANSFER',
};
/** `isNew`: the answer to its creation, so a transfer is outgoing whatever the answer shows. */
export function toPayment(kind: PaymentKind, wire: WirePayment, isNew = false): Payment {
  const { fields } = wire;
  const { metadata } = fields;
  const direction = directionIn(kind, fields, isNew);
  const id = fields.id ?? fields.hookId ?? derivedId(wire);
  return {
    id: `${kind}:${id}`,
    status: fields.status,
    state: stateIn(kind, fields.status),
    ...typeIn(kind, fields.operation),
    method: fields.method ?? (kind === 'transfer' ? TYPES.transfer : 'PIX'),
    amount: cents(fields.amount),
    fee: cents(fields.serviceFee),
    qrCodeText: fields.qrCodeText,
    qrCodeUrl: null,
    hasQrCodeImage: fields.qrCodeImage !== null,
    generatedName: fields.customerName,
    generatedDocument: fields.customerDocument,
    generatedEmail: fields.customerEmail,
    ...sidesOf(fields, direction),
    ...(kind === 'transfer' ? { way: direction } : {}),
    endToEndId: fields.endToEndId,
    createdAt: fields.createdAt,
    updatedAt: fields.updatedAt,
    paidAt: fields.paidAt,
    clientReference: fields.externalRef,
    virtualAccount: null,
    callbackUrl: fields.callbackUrl,
    refundEndToEndId: null,
    // Of a withdrawal, the amount that its receiver returned.
    refundAmount: cents(fields.refundedAmount),
    refundStatus: null,
    refundReason: null,
    refundDescription: null,
    refundedAt: fields.refundedAt,
    refundableAmount: cents(fields.refundableAmount),
    refundInProgressAmount: cents(fields.refundInProgressAmount),
    openDispute: fields.openInfractionProtocol,
    cancellationReason: fields.failureReason,
    description: fields.description,
    netAmount: cents(fields.netAmount),
    totalDebited: cents(fields.totalDebited),
    metadata: isObject(metadata) && Object.keys(metadata).length > 0 ? unchanged(metadata) : null,
    other: otherOf(kind, wire, id),
  };
}

type Fields = WirePayment['fields'];

/** The route decides; only a payout's operation states more (EXTERNAL_PAYMENT pays another's code). */
function typeIn(kind: PaymentKind, operation: string | null): Pick<Payment, 'type' | 'typeSaid'> {
  const type = TYPES[kind];
  if (kind === 'transfer' || operation === null) return { type };
  const more = kind === 'withdraw' && !isOwnCharge({ type: operation });
  return more ? { type: operation } : { type, ...(operation === type ? {} : { typeSaid: operation }) };
}

/** An approved payout is not sent yet (document 2: CREATED, APPROVED, CONFIRMED). */
const stateIn = (kind: PaymentKind, word: string | null): MoneyState | null =>
  kind === 'withdraw' && /^approved$/i.test(word ?? '') ? 'waiting' : moneyStateOf(word);

function directionIn(kind: PaymentKind, { direction, operation }: Fields, isNew: boolean) {
  if (kind !== 'transfer') return kind === 'withdraw' ? 'out' : 'in';
  return isNew ? 'out' : directionOfTransfer([direction], operation);
}

/** A transfer names only the other account; its direction determines which side that is. */
function sidesOf(fields: Fields, direction: 'in' | 'out' | 'untold') {
  const other = partyOf(fields, 'counterparty');
  const key = fields.pixKey ?? fields.receiverPixKey ?? fields.counterpartyPixKey;
  return {
    payer: filled(partyOf(fields, 'payer'), direction === 'in' ? other : null),
    receiver: filled(partyOf(fields, 'receiver'), direction === 'out' ? other : null),
    ...(direction === 'untold' && !isEmpty(other) ? { counterparty: other } : {}),
    withdrawPixKey: direction === 'in' ? null : key,
    withdrawPixType: direction === 'in' ? null : fields.pixKeyType,
  };
}

type Side = ReturnType<typeof partyOf>;
const isEmpty = (side: Side) => Object.values(side).every((value) => value === null);
const filled = (own: Side, other: Side | null): Side => (isEmpty(own) && other !== null ? other : own);

/** Values without a field of their own: the webhooks' id, a deposit's key, direction, unknown fields. */
function otherOf(kind: PaymentKind, { fields, other }: WirePayment, id: string): Record<string, unknown> {
  const more = {
    ...(fields.hookId === null || fields.hookId === id ? {} : { webhookId: fields.hookId }),
    ...(fields.direction === null ? {} : { direction: fields.direction }),
    ...(kind === 'deposit' ? { receiverPixKey: fields.receiverPixKey ?? fields.pixKey } : {}),
  };
  return { ...fractions(fields), ...unchanged(other), ...more };
}

/** Amounts that are not whole cents, unchanged. */
function fractions({ amount, serviceFee, netAmount, totalDebited, refundedAmount }: Fields) {
  const sums = { amount, serviceFee, netAmount, totalDebited, refundedAmount };
  return Object.fromEntries(
    Object.entries(sums).filter(([, written]) => written !== null && cents(written) === null),
  );
}

/** The refunds are newest first, as far as they have a creation date. `kind`: of the route that answered. */
export function toRefundState(kind: PaymentKind, { fields }: WirePayment): RefundState {
  const refunds = named([{ list: fields.refunds }], ['list'])
    .map((object) => toRefund(cents)(readRefund(object).fields))
    .sort((a, b) => (a.createdAt === b.createdAt ? 0 : (a.createdAt ?? '') < (b.createdAt ?? '') ? 1 : -1));
  return {
    ...namesIn(kind, fields),
    refunded: cents(fields.refundedAmount),
    inProgress: cents(fields.refundInProgressAmount),
    refundable: cents(fields.refundableAmount),
    status: refunds[0]?.status ?? null,
    refunds,
    openDispute: fields.openInfractionProtocol,
  };
}

/** Document 2: the id of creation and the id of webhooks may differ, and look-ups accept both. */
function namesIn(kind: PaymentKind, { id, hookId, endToEndId }: Fields) {
  const ids = [id, hookId].flatMap((one) => (one === null ? [] : [`${kind}:${one}`]));
  const names = [...new Set([...ids, ...(endToEndId === null ? [] : [endToEndId])])];
  return { paymentId: ids[0] ?? null, names };
}

/** The refund alone, as far as it is readable, from an answer that does not describe the payment. */
export function refundIn(json: unknown): RefundState {
  const fits = ({ fields }: { fields: WireRefund }) => fields.id !== null && fields.amount !== null;
  const found = pickBest(unwrapLayers(json, ['refund']), readRefund, fits);
  return refundAlone(found === null ? null : toRefund(cents)(found.fields));
}
