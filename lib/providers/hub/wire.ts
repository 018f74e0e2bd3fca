import 'server-only';
import { best, bestOf, layersOf } from '#lib/providers/envelopes.ts';
import {
  instant,
  number,
  objectReader,
  plainKey,
  type ReadObject,
  raw,
  text,
} from '#lib/providers/fields.ts';
import * as means from '#lib/providers/meanings.ts';

/** Document 2's charges, deposits, withdrawals and transfers. */

const CODES = [
  'qrCodeText',
  'brCode',
  'qrCode',
  'emv',
  'copyPaste',
  'pixCopyPaste',
  'copyAndPaste',
  'payload',
];
const OF_A_CODE = ['qrCode.text', 'qrCode.emv', 'qrCode.payload', 'qrCode.brCode', 'qrCode.copyPaste'];
const inPix = (names: readonly string[]) => ['pix.code', ...names.map((name) => `pix.${name}`)];

const PAYMENT = {
  id: text('_id', 'uuid'),
  hookId: text(
    ...['paymentId', 'chargeId', 'withdrawId', 'withdrawalId', 'payoutId', 'transferId', 'depositId'],
    'transactionId',
  ),
  status: means.state('paymentStatus', 'withdrawStatus', 'transferStatus'),
  operation: text('payoutOperation', 'operationType', 'type', 'kind'),
  direction: means.direction(),
  method: text('paymentMethod'),
  amount: means.amount(),
  serviceFee: means.fee(),
  netAmount: means.netAmount(),
  totalDebited: number('totalAmount', 'total', 'debitedAmount', 'amountDebited', 'debited'),
  description: means.note(),
  refundedAmount: number('refundAmount', 'amountRefunded', 'totalRefunded'),
  refundInProgressAmount: number('refundingAmount', 'amountRefundInProgress', 'refundPendingAmount'),
  refundableAmount: number('amountRefundable', 'availableToRefund', 'refundableBalance'),
  openInfractionProtocol: text('infractionProtocol', 'openInfraction', 'openDisputeProtocol'),
  externalRef: means.reference(),
  callbackUrl: means.callbackUrl(),
  qrCodeText: text(...CODES, ...CODES.map((name) => `pix.${name}`), ...OF_A_CODE, ...inPix(OF_A_CODE)),
  qrCodeImage: text(
    'qrCodeBase64',
    'qrCodeImageBase64',
    'pix.qrCodeBase64',
    'pix.qrCodeImage',
    'qrCode.image',
  ),
  endToEndId: means.endToEndId('pix.endToEndId', 'pix.e2e', 'pix.e2eId'),
  pixKey: means.pixKey('toPixKey', 'destinationKey', 'key', 'pix.pixKey', 'pix.key'),
  pixKeyType: means.pixKeyType(
    ...['toPixKeyType', 'pix.pixKeyType', 'pix.keyType'],
    ...['destination.keyType', 'destination.pixKeyType', 'receiver.pixKeyType', 'receiver.keyType'],
  ),
  failureReason: means.reason(
    ...['failReason', 'errorReason', 'statusReason', 'failureMessage', 'cancellationReason'],
  ),
  customerName: text('customer.fullName', 'customer.legalName'),
  customerDocument: text('customerTaxId', 'customer.cpf', 'customer.cnpj'),
  customerEmail: text('customer.contact.email', 'customer.mail'),
  ...means.party('payer'),
  ...means.party('receiver'),
  receiverPixKey: means.keyOf('receiver'),
  ...means.party('counterparty'),
  counterpartyPixKey: means.keyOf('counterparty'),
  createdAt: means.made(),
  updatedAt: means.changed(),
  paidAt: means.paid(),
  refundedAt: instant('refundDate'),
  refunds: raw('refundList', 'refundHistory'),
};
const readPaymentFields = objectReader(PAYMENT, [
  ...['payment', 'charge', 'deposit', 'withdraw', 'withdrawal', 'payout', 'transfer', 'transaction', 'pix'],
]);
export type WirePayment = ReadObject<typeof PAYMENT> & {
  /** Whether the row has a place for the caller's reference at all, filled or not. */
  tellsReference: boolean;
};

const REFUND = {
  id: means.id('refundId'),
  amount: means.amount('refundAmount'),
  status: means.state('refundStatus'),
  reason: means.reason('refundReason', 'origin'),
  description: means.note('failureReason', 'statusReason'),
  endToEndId: means.endToEndId('refundEndToEndId', 'returnId'),
  refundedAt: instant('completedAt', 'confirmedAt', 'endedAt'),
  createdAt: means.made(),
};
export const readRefundFields = objectReader(REFUND, ['refund', 'return']);
export type WireRefund = ReadObject<typeof REFUND>['fields'];

export type PaymentKind = 'payment' | 'deposit' | 'withdraw' | 'transfer';
const WRAPPERS = [
  'payment',
  'charge',
  'deposit',
  'withdraw',
  'withdrawal',
  'payout',
  'transfer',
  'transaction',
];
const REFERENCES = new Set(['externalRef', ...PAYMENT.externalRef.spellings].map(plainKey));

const withReference =
  (read: typeof readPaymentFields.row) =>
  (object: Record<string, unknown>): WirePayment => {
    const tellsReference = Object.keys(object).some((key) => REFERENCES.has(plainKey(key)));
    return { ...read(object), tellsReference };
  };
const asPayment = withReference(readPaymentFields);
/** A row of a list. */
export const asPaymentRow = withReference(readPaymentFields.row);

/** One charge, deposit, withdrawal or transfer, as making and reading it answer it. */
export function readPayment(json: unknown): WirePayment {
  return best(
    layersOf(json, WRAPPERS),
    asPayment,
    ({ fields, known }) => (fields.id ?? fields.hookId) !== null && known >= 2,
    'payment',
  );
}

/** What an answer to a refund tells of the payment behind it; all null where it tells nothing. */
export function readRefunded(json: unknown): WirePayment | null {
  const told = ({ fields }: WirePayment) =>
    fields.refundedAmount ?? fields.refundInProgressAmount ?? fields.refundableAmount;
  return bestOf(layersOf(json, WRAPPERS), asPayment, (read) => told(read) !== null);
}

/** Document 2's amounts are whole cents. A fraction is no amount of cents: nothing is rounded or guessed. */
export const cents = (written: string | null): number | null =>
  written !== null && /^-?\d{1,15}$/.test(written) ? Number(written) : null;
