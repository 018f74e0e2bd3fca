import 'server-only';
import { layersOf, UnreadableAnswer } from '#lib/providers/envelopes.ts';
import { instant, number, objectReader, type ReadObject, raw, text } from '#lib/providers/fields.ts';

/** Document 3's charges, recurrences and rates: every spelling this product reads, in one table. */

/** Where a charge tells how the card answered. */
const PLACES = ['creditCardPayment', 'payment', 'creditCard', 'cardPayment', 'paymentDetails'];
const inPayment = (...names: string[]) => PLACES.flatMap((place) => names.map((name) => `${place}.${name}`));

const CHARGE = {
  id: text('chargeId', '_id', 'uuid', 'charge_id'),
  externalId: text(
    ...['externalReference', 'externalRef', 'orderId', 'orderReference', 'merchantOrderId', 'reference'],
  ),
  postbackUrl: text('callbackUrl', 'notificationUrl', 'webhookUrl', 'postback'),
  amount: number('value', 'totalAmount', 'chargeAmount'),
  paymentType: text('paymentMethod', 'type'),
  createdAt: instant('created', 'creationDate'),
  updatedAt: instant('updated', 'updateDate'),
  /** Of the payment, and of the charge itself where the payment tells none. */
  paymentStatus: text(...inPayment('status', 'statusCode', 'state')),
  status: text('statusCode', 'state', 'chargeStatus'),
  reasonCode: number(
    ...inPayment('reasonCode', 'reason.code', 'reason.reasonCode'),
    ...['reason.code', 'reason.reasonCode'],
  ),
  reasonMessage: text(
    ...inPayment('reasonMessage', 'reason.message', 'reason.description', 'reason'),
    ...['reason.message', 'reason.description', 'reason'],
  ),
  returnCode: text(...inPayment('returnCode', 'issuer.code', 'return.code', 'acquirer.code')),
  returnMessage: text(...inPayment('returnMessage', 'issuer.message', 'return.message', 'acquirer.message')),
  acquirerTransactionId: text(
    ...inPayment(
      'acquirerTransactionId',
      'acquirerId',
      'acquirer.id',
      'acquirer.transactionId',
      'tid',
      'nsu',
    ),
    'acquirerId',
  ),
  installments: number(...inPayment('installments', 'installmentCount'), 'installmentCount'),
  refundedAmount: number(
    ...['reversedAmount', 'amountReversed', 'amountRefunded', 'refundAmount', 'voidedAmount'],
    ...inPayment('reversedAmount', 'refundedAmount', 'amountReversed', 'amountRefunded', 'refundAmount'),
  ),
  customerName: text('customer.fullName', 'payer.name', 'buyer.name'),
  customerIdentity: text('customer.document', 'customer.taxId', 'customer.documentNumber', 'customer.cpf'),
  customerIdentityType: text('customer.documentType', 'customer.taxIdType'),
  customerEmail: text('customer.mail', 'payer.email', 'buyer.email'),
  customerPhone: text('customer.phoneNumber', 'customer.mobile', 'customer.cellphone'),
  recurrence: raw('subscription', 'recurrency', 'recurrent', 'recurring'),
  recurrenceId: text('recurrentPaymentId', 'subscriptionId', 'recurringId'),
  recurrenceCycle: number('cycle', 'cycleNumber', 'subscriptionCycle'),
  chargebacks: raw('chargeback', 'disputes', 'contestations'),
};
const readChargeFields = objectReader(CHARGE, [
  ...PLACES,
  ...inPayment('reason', 'issuer', 'return', 'acquirer'),
  ...['reason', 'customer', 'payer', 'buyer'],
]);
export type WireCharge = ReadObject<typeof CHARGE>;

const RECURRENCE = {
  id: text('recurrentPaymentId', 'recurrenceId', 'subscriptionId', '_id', 'uuid'),
  interval: text('frequency', 'period', 'periodicity', 'recurrencyInterval'),
  status: text('state', 'recurrenceStatus'),
  amount: number('value', 'cycleAmount', 'nextAmount'),
  nextAt: instant(
    'nextRecurrency',
    'nextRecurrence',
    'nextChargeAt',
    'nextCharge',
    'nextPaymentAt',
    'nextDate',
  ),
  endDate: text('endsAt', 'endAt', 'finishDate', 'endsOn'),
};
const readRecurrenceFields = objectReader(RECURRENCE);
export type WireRecurrence = ReadObject<typeof RECURRENCE>;

const readRateFields = objectReader(
  {
    code: text('currency', 'currencyCode', 'symbol', 'from', 'base'),
    bid: number('rate.bid', 'buy', 'rate.buy', 'bidPrice', 'purchase'),
    ask: number('rate.ask', 'sell', 'rate.sell', 'askPrice', 'sale'),
  },
  ['rate'],
);
export type WireRate = ReturnType<typeof readRateFields>;

export const asCharge = (object: Record<string, unknown>): WireCharge => readChargeFields(object);
export const asRecurrence = (object: Record<string, unknown>): WireRecurrence => readRecurrenceFields(object);

const CHARGE_WRAPPERS = ['charge', 'cardCharge'];
const RECURRENCE_WRAPPERS = ['recurrence', 'subscription', 'recurrentPayment'];

/** One charge, as creating, reading, reversing and announcing it answer. */
export function readCharge(json: unknown): WireCharge {
  return best(
    layersOf(json, CHARGE_WRAPPERS).map(asCharge),
    ({ fields, known }) => fields.id !== null && known >= 3,
    'charge',
  );
}

export function readRecurrence(json: unknown): WireRecurrence {
  return best(
    layersOf(json, RECURRENCE_WRAPPERS).map(asRecurrence),
    ({ fields }) => fields.id !== null && (fields.status ?? fields.amount ?? fields.interval) !== null,
    'recurrence',
  );
}

export function readRate(json: unknown): WireRate {
  return best(
    layersOf(json, ['currency', 'exchange']).map(readRateFields),
    ({ fields }) => (fields.bid ?? fields.ask) !== null,
    'rate',
  );
}

function best<R extends { known: number }>(
  reads: readonly R[],
  fits: (read: R) => boolean,
  expected: string,
): R {
  const [found] = reads.filter(fits).sort((a, b) => b.known - a.known);
  if (found === undefined) throw new UnreadableAnswer(expected);
  return found;
}
