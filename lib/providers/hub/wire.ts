import 'server-only';
import * as means from '#lib/providers/field-aliases.ts';
import { objectReader, plainKey, type ReadObject } from '#lib/providers/fields.ts';
import * as people from '#lib/providers/parties.ts';
import { withRequestedId } from '#lib/providers/rows.ts';
import { best, pickBest, unwrapLayers } from '#lib/providers/unwrap.ts';

/** Document 2's charges, deposits, withdrawals and transfers. */

const PAYMENT = {
  id: means.ownId('payment'),
  hookId: means.hookId(),
  status: means.state(),
  operation: means.operation('payoutOperation', 'type', 'kind'),
  direction: means.direction(),
  method: means.method(),
  amount: means.amount(...means.IN_CENTS),
  serviceFee: means.fee(),
  netAmount: means.netAmount(),
  totalDebited: means.debited(...means.total().spellings),
  description: means.note(),
  refundedAmount: means.refunded(),
  refundInProgressAmount: means.refunding(),
  refundableAmount: means.refundable(),
  openInfractionProtocol: means.openDispute(),
  externalRef: means.reference(),
  callbackUrl: means.callbackUrl(),
  metadata: means.metadata(),
  qrCodeText: means.codeText(),
  qrCodeImage: means.codeImage(),
  endToEndId: means.around(['pix'], means.endToEndId()),
  pixKey: means.around(['pix'], means.pixKey('toPixKey', 'destinationKey', 'key')),
  pixKeyType: means.around(['pix', 'destination', 'receiver'], means.pixKeyType('toPixKeyType')),
  failureReason: means.reason(...means.failed().spellings, ...means.cancelled().spellings),
  ...people.party('customer'),
  customerEmail: people.emailOf('customer'),
  ...people.party('payer'),
  ...people.party('receiver'),
  receiverPixKey: people.keyOf('receiver'),
  ...people.party('counterparty'),
  counterpartyPixKey: people.keyOf('counterparty'),
  createdAt: means.made(),
  updatedAt: means.changed(),
  paidAt: means.paid(),
  refundedAt: means.refundedAt(),
  refunds: means.refunds(),
};
const KINDS = ['payment', 'charge', 'deposit', 'withdraw', 'withdrawal', 'payout', 'transfer', 'transaction'];
const readPaymentFields = objectReader(PAYMENT, [...KINDS, 'pix']);
export type WirePayment = ReadObject<typeof PAYMENT> & {
  /** True when the row has a field for the client reference, filled or not. */
  hasReferenceField: boolean;
};

export type PaymentKind = 'payment' | 'deposit' | 'withdraw' | 'transfer';
const REFERENCES = new Set(['externalRef', ...PAYMENT.externalRef.spellings].map(plainKey));
const withReference =
  (read: typeof readPaymentFields.row) =>
  (object: Record<string, unknown>): WirePayment => {
    const hasReferenceField = Object.keys(object).some((key) => REFERENCES.has(plainKey(key)));
    return { ...read(object), hasReferenceField };
  };
const asPayment = withReference(readPaymentFields);
export const asPaymentRow = withReference(readPaymentFields.row);
const PAYMENT_MUST = {
  id: ({ fields }: WirePayment) => (fields.id ?? fields.hookId) !== null,
  amount: ({ fields }: WirePayment) => fields.amount !== null,
};

/** Reads one payment from the answer to its creation or read. `requestedId`: the id it was read by. */
export function readPayment(json: unknown, requestedId: string | null = null): WirePayment {
  const read = readNamed(json, requestedId);
  return requestedId === null || read.fields.hookId !== null ? read : withRequestedId(read, requestedId);
}

/** Like `readPayment`, with only the ids in the answer, which may be none after a read by id. */
export function readNamed(json: unknown, requestedId: string | null): WirePayment {
  const fits = ({ fields, known }: WirePayment) =>
    (fields.id ?? fields.hookId) !== null
      ? known >= 2
      : requestedId !== null && fields.amount !== null && known >= 3;
  return best(unwrapLayers(json, KINDS), asPayment, fits, ['payment', PAYMENT_MUST]);
}

/** Null when it does not describe the payment: a refund's own amount may have the name of the total. */
export function readRefunded(json: unknown): WirePayment | null {
  const ofPayment = ({ fields }: WirePayment) =>
    (fields.refundInProgressAmount ?? fields.refundableAmount) !== null ||
    (fields.refundedAmount !== null && fields.amount !== null);
  return pickBest(unwrapLayers(json, KINDS), asPayment, ofPayment);
}

/** Document 2's amounts are whole cents. Null for anything else: nothing is rounded or guessed. */
export const cents = (written: string | null): number | null =>
  written !== null && /^-?\d{1,15}$/.test(written) ? Number(written) : null;
