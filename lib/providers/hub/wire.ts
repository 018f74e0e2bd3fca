import 'server-only';
import { best, layersOf, UnreadableAnswer } from '#lib/providers/envelopes.ts';
import { instant, number, objectReader, type ReadObject, raw, text } from '#lib/providers/fields.ts';

/** Document 2's charges, deposits, withdrawals and transfers: every spelling this product reads, in one table. */

const party = (side: string, ...also: string[]) => {
  const named = (...names: string[]) =>
    [side, ...also].flatMap((who) => names.map((name) => `${who}.${name}`));
  return {
    name: text(...named('name', 'holder.name', 'fullName', 'legalName', 'owner', 'owner.name')),
    document: text(...named('document', 'taxId', 'holder.document', 'owner.document', 'cpf', 'cnpj')),
    ispb: text(...named('bank.ispb', 'ispb', 'institutionIspb', 'institution.ispb')),
    institution: text(
      ...named('bank.name', 'bankName', 'bank', 'institution', 'institutionName', 'institution.name'),
    ),
    account: text(...named('bank.accountNumber', 'accountNumber', 'account', 'account.number')),
    pixKey: text(...named('pixKey', 'key')),
  };
};
const SIDES = {
  payer: ['payer', 'paidBy', 'sender', 'debtor'],
  receiver: ['receiver', 'recipient', 'beneficiary', 'destination', 'creditor'],
  counterparty: ['counterparty', 'counterpart', 'otherParty', 'other', 'party'],
} as const;
type Side = keyof typeof SIDES;

const payer = party(...SIDES.payer);
const receiver = party(...SIDES.receiver);
const counterparty = party(...SIDES.counterparty);

const PAYMENT = {
  id: text('_id', 'uuid'),
  hookId: text('paymentId', 'withdrawId', 'transferId', 'depositId', 'transactionId'),
  status: text('state', 'paymentStatus', 'withdrawStatus', 'transferStatus'),
  operation: text('payoutOperation', 'operationType', 'type'),
  direction: text('side', 'flow'),
  method: text('paymentMethod'),
  amount: number('value'),
  serviceFee: number('fee', 'feeAmount', 'serviceFeeCharged', 'feeCharged'),
  netAmount: number('net', 'amountNet'),
  totalDebited: number('totalAmount', 'total', 'debitedAmount', 'amountDebited'),
  description: text('comment', 'message', 'note'),
  refundedAmount: number('refundAmount', 'amountRefunded', 'totalRefunded'),
  refundInProgressAmount: number('refundingAmount', 'amountRefundInProgress', 'refundPendingAmount'),
  refundableAmount: number('amountRefundable', 'availableToRefund', 'refundableBalance'),
  openInfractionProtocol: text('infractionProtocol', 'openInfraction', 'openDisputeProtocol'),
  externalRef: text('externalReference', 'clientReference', 'externalId', 'reference'),
  callbackUrl: text('callback', 'notificationUrl'),
  qrCodeText: text(
    ...['brCode', 'qrCode', 'emv', 'copyPaste', 'pixCopyPaste', 'copyAndPaste', 'payload'],
    ...['pix.qrCodeText', 'pix.brCode', 'pix.qrCode', 'pix.emv', 'pix.copyPaste', 'pix.payload', 'pix.code'],
    ...['qrCode.text', 'qrCode.emv', 'qrCode.payload', 'qrCode.brCode', 'qrCode.copyPaste'],
    ...['pix.qrCode.text', 'pix.qrCode.emv', 'pix.qrCode.payload'],
  ),
  qrCodeImage: text(
    'qrCodeBase64',
    'qrCodeImageBase64',
    'pix.qrCodeBase64',
    'pix.qrCodeImage',
    'qrCode.image',
  ),
  endToEndId: text('e2e', 'e2eId', 'endToEnd', 'pix.endToEndId', 'pix.e2e', 'pix.e2eId'),
  pixKey: text('toPixKey', 'destinationKey', 'key', 'pix.pixKey', 'pix.key'),
  pixKeyType: text(
    ...['keyType', 'toPixKeyType', 'pix.pixKeyType', 'pix.keyType'],
    ...['destination.keyType', 'destination.pixKeyType', 'receiver.pixKeyType', 'receiver.keyType'],
  ),
  failureReason: text(
    'failReason',
    'errorReason',
    'statusReason',
    'failureMessage',
    'cancellationReason',
    'reason',
  ),
  customerName: text('customer.fullName', 'customer.legalName'),
  customerDocument: text('customerTaxId', 'customer.cpf', 'customer.cnpj'),
  customerEmail: text('customer.contact.email', 'customer.mail'),
  payerName: payer.name,
  payerDocument: payer.document,
  payerIspb: payer.ispb,
  payerInstitution: payer.institution,
  payerAccount: payer.account,
  receiverName: receiver.name,
  receiverDocument: receiver.document,
  receiverIspb: receiver.ispb,
  receiverInstitution: receiver.institution,
  receiverAccount: receiver.account,
  receiverPixKey: receiver.pixKey,
  counterpartyName: counterparty.name,
  counterpartyDocument: counterparty.document,
  counterpartyIspb: counterparty.ispb,
  counterpartyInstitution: counterparty.institution,
  counterpartyAccount: counterparty.account,
  counterpartyPixKey: counterparty.pixKey,
  createdAt: instant('requestedAt', 'creationDate', 'created'),
  updatedAt: instant('statusAt', 'updateDate', 'updated'),
  paidAt: instant('confirmedAt', 'completedAt', 'settledAt', 'paymentDate'),
  refundedAt: instant('refundDate'),
  refunds: raw('refundList', 'refundHistory'),
};
const OPENED = ['', '.bank', '.institution', '.holder', '.owner', '.account'];
const readPaymentFields = objectReader(PAYMENT, [
  ...['pix', 'pix.qrCode', 'qrCode', 'customer', 'customer.contact'],
  ...Object.values(SIDES).flatMap((names) =>
    names.flatMap((name) => OPENED.map((inner) => `${name}${inner}`)),
  ),
]);
export type WirePayment = ReadObject<typeof PAYMENT> & {
  /** Whether the row has a place for the caller's reference at all, filled or not. */
  tellsReference: boolean;
};

const REFUND = {
  id: text('refundId', '_id'),
  amount: number('refundAmount', 'value'),
  status: text('state', 'refundStatus'),
  reason: text('refundReason', 'origin'),
  description: text('comment', 'failureReason', 'statusReason'),
  endToEndId: text('e2e', 'e2eId', 'refundEndToEndId', 'returnId'),
  refundedAt: instant('completedAt', 'confirmedAt', 'endedAt'),
  createdAt: instant('requestedAt', 'created'),
};
export const readRefundFields = objectReader(REFUND);
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
const REFERENCES = new Set(
  ['externalRef', ...PAYMENT.externalRef.spellings].map((name) => name.toLowerCase()),
);

export function asPayment(object: Record<string, unknown>): WirePayment {
  const read = readPaymentFields(object);
  const tellsReference = Object.keys(object).some((key) =>
    REFERENCES.has(key.replace(/_/g, '').toLowerCase()),
  );
  return { ...read, tellsReference };
}

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
  const [found] = layersOf(json, WRAPPERS)
    .map(asPayment)
    .filter((read) => told(read) !== null)
    .sort((a, b) => b.known - a.known);
  return found ?? null;
}

export const sideOf = (fields: WirePayment['fields'], side: Side) => ({
  name: fields[`${side}Name`],
  document: fields[`${side}Document`],
  institutionIspb: fields[`${side}Ispb`],
  institutionName: fields[`${side}Institution`],
  accountNumber: fields[`${side}Account`],
});

/** Document 2's amounts are whole cents. A fraction is no amount of cents: nothing is rounded or guessed. */
export function cents(written: string | null): number | null {
  if (written === null) return null;
  if (!/^-?\d{1,15}$/.test(written)) throw new UnreadableAnswer('whole cents');
  return Number(written);
}
