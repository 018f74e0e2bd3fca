import 'server-only';
import { best, layersOf } from '#lib/providers/envelopes.ts';
import { instant, number, objectReader, type ReadObject, raw, text } from '#lib/providers/fields.ts';
import * as means from '#lib/providers/meanings.ts';

/** Document 3's charges, recurrences and rates: in the words of the shared meanings. */

/** Where a charge tells how the card answered. */
const PLACES = ['creditCardPayment', 'payment', 'creditCard', 'cardPayment', 'paymentDetails'];
const inPayment = (...names: string[]) => PLACES.flatMap((place) => names.map((name) => `${place}.${name}`));

const CHARGE = {
  id: means.id('chargeId'),
  externalId: means.reference('externalId', 'orderId', 'orderReference', 'merchantOrderId'),
  postbackUrl: means.callbackUrl('postbackUrl', 'postback'),
  amount: means.amount('totalAmount', 'chargeAmount', ...inPayment('amount', 'value')),
  paymentType: text('paymentMethod', 'type'),
  createdAt: means.made('date'),
  updatedAt: means.changed(),
  /** Of the payment, and of the charge itself where the payment tells none. */
  paymentStatus: text(...inPayment('status', 'statusCode', 'state', 'status.code', 'status.name')),
  status: means.state('statusCode', 'chargeStatus'),
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
const readChargeFields = objectReader(CHARGE, ['charge', 'cardCharge']);
export type WireCharge = ReadObject<typeof CHARGE>;

const RECURRENCE = {
  id: means.id('recurrentPaymentId', 'recurrenceId', 'subscriptionId'),
  interval: text('frequency', 'period', 'periodicity', 'recurrencyInterval'),
  status: means.state('recurrenceStatus'),
  amount: means.amount('cycleAmount', 'nextAmount'),
  nextAt: instant(
    ...['nextRecurrency', 'nextRecurrence', 'nextChargeAt', 'nextCharge', 'nextPaymentAt', 'nextDate'],
  ),
  endDate: text('endsAt', 'endAt', 'finishDate', 'endsOn'),
};
const readRecurrenceFields = objectReader(RECURRENCE, ['recurrence', 'subscription', 'recurrentPayment']);
export type WireRecurrence = ReadObject<typeof RECURRENCE>;

const readRateFields = objectReader({
  code: text('currency', 'currencyCode', 'symbol', 'from', 'base'),
  bid: number('rate.bid', 'buy', 'rate.buy', 'bidPrice', 'purchase'),
  ask: number('rate.ask', 'sell', 'rate.sell', 'askPrice', 'sale'),
});
export type WireRate = ReturnType<typeof readRateFields>;

/** A row of a list. */
export const asCharge = (object: Record<string, unknown>): WireCharge => readChargeFields.row(object);
export const asRecurrence = (object: Record<string, unknown>): WireRecurrence =>
  readRecurrenceFields.row(object);

const CHARGE_WRAPPERS = ['charge', 'cardCharge'];
const RECURRENCE_WRAPPERS = ['recurrence', 'subscription', 'recurrentPayment'];

/** One charge, as creating, reading, reversing and announcing it answer. */
export const readCharge = (json: unknown): WireCharge =>
  best(
    layersOf(json, CHARGE_WRAPPERS),
    readChargeFields,
    ({ fields, known }) => fields.id !== null && known >= 3,
    'charge',
  );

export const readRecurrence = (json: unknown): WireRecurrence =>
  best(
    layersOf(json, RECURRENCE_WRAPPERS),
    readRecurrenceFields,
    ({ fields }) => fields.id !== null && (fields.status ?? fields.amount ?? fields.interval) !== null,
    'recurrence',
  );

export const readRate = (json: unknown): WireRate =>
  best(
    layersOf(json, ['currency', 'exchange']),
    readRateFields,
    ({ fields }) => (fields.bid ?? fields.ask) !== null,
    'rate',
  );
