import 'server-only';
import * as means from '#lib/providers/field-aliases.ts';
import { objectReader, type ReadObject } from '#lib/providers/fields.ts';
import * as people from '#lib/providers/parties.ts';
import { withRequestedId } from '#lib/providers/rows.ts';
import { best, pickBest, unwrapLayers } from '#lib/providers/unwrap.ts';

/** Readers of document 3's charges, recurrences and rates, with the names of field-aliases.ts. */

const CUSTOMERS = ['customer', 'payer', 'buyer'];
const PLACES = ['creditCardPayment', 'payment', 'creditCard', 'cardPayment', 'paymentDetails'];
const OF_CHARGES = ['charge', 'cardCharge'];
const CHARGE = {
  id: means.ownId('charge'),
  externalId: means.reference('orderId', 'orderReference', 'merchantOrderId'),
  postbackUrl: means.callbackUrl('postback'),
  amount: means.around(PLACES, means.amount('totalAmount', 'chargedAmount', 'chargeAmount', 'amountCharged')),
  paymentType: means.method('type'),
  createdAt: means.made('date'),
  updatedAt: means.changed(),
  /** The payment's status; the charge's own one counts if there is none. */
  paymentStatus: means.within(PLACES, means.state('statusCode', 'status.code', 'status.name')),
  status: means.state('statusCode'),
  reasonCode: means.around(PLACES, means.reasonCode()),
  reasonMessage: means.around(PLACES, means.reasonMessage()),
  returnCode: means.around(PLACES, means.returnCode()),
  returnMessage: means.around(PLACES, means.returnMessage()),
  acquirerTransactionId: means.around(PLACES, means.acquirerId()),
  installments: means.around(PLACES, means.installments()),
  refundedAmount: means.around(PLACES, means.refunded()),
  ...people.party('customer', ['payer']),
  customerIdentityType: means.within(CUSTOMERS, means.documentType()),
  customerEmail: people.emailOf('customer', 'payer'),
  customerPhone: means.within(CUSTOMERS, means.phone()),
  recurrence: means.recurrence(),
  recurrenceId: means.ofRecurrence(),
  recurrenceCycle: means.cycle(),
  chargebacks: means.chargebacks(),
};
const readChargeFields = objectReader(CHARGE, OF_CHARGES);
export type WireCharge = ReadObject<typeof CHARGE>;
const OF_RECURRENCES = ['recurrence', 'subscription', 'recurrentPayment'];
const RECURRENCE = {
  id: means.id(...means.ofRecurrence().spellings),
  interval: means.interval(),
  status: means.state(),
  amount: means.amount('cycleAmount', 'amountPerCycle', 'nextAmount'),
  nextAt: means.next(),
  endDate: means.until(),
};
const readRecurrenceFields = objectReader(RECURRENCE, OF_RECURRENCES);
export type WireRecurrence = ReadObject<typeof RECURRENCE>;
const readRateFields = objectReader({ code: means.currency(), bid: means.bid(), ask: means.ask() });
const readConversionFields = objectReader({
  code: means.currency('source'),
  converted: means.converted(),
  rate: means.rate(),
});
export type WireConversion = ReturnType<typeof readConversionFields>;

export const readConversion = (json: unknown): WireConversion =>
  best(
    unwrapLayers(json, ['conversion', 'currency', 'exchange', 'quote']),
    readConversionFields,
    ({ fields }) => fields.converted !== null,
    ['conversion', { amount: ({ fields }) => fields.converted !== null }],
  );

export type WireRate = ReturnType<typeof readRateFields>;

export const asCharge = (object: Record<string, unknown>): WireCharge => readChargeFields.row(object);
export const asRecurrence = (object: Record<string, unknown>): WireRecurrence =>
  readRecurrenceFields.row(object);

/** Reads one charge from an answer or a postback. `requestedId`: the id it was read by. */
export function readCharge(json: unknown, requestedId: string | null = null): WireCharge {
  const read = readNamedCharge(json, requestedId);
  return requestedId === null ? read : withRequestedId(read, requestedId);
}

/** Like `readCharge`, with only the id in the answer, which may be none after a read by id. */
export function readNamedCharge(json: unknown, requestedId: string | null): WireCharge {
  const fits = ({ fields, known }: WireCharge) =>
    known >= 3 && (fields.id ?? (requestedId === null ? null : fields.amount)) !== null;
  return best(unwrapLayers(json, OF_CHARGES), readChargeFields, fits, [
    'charge',
    { id: ({ fields }) => fields.id !== null, amount: ({ fields }) => fields.amount !== null },
  ]);
}

/** The id in an answer that has too few other fields to be a charge. */
export function idIn(json: unknown): string | null {
  return (
    pickBest(unwrapLayers(json, OF_CHARGES), readChargeFields, ({ fields }) => fields.id !== null)?.fields
      .id ?? null
  );
}

export function readRecurrence(json: unknown, requestedId: string | null = null): WireRecurrence {
  const fits = ({ fields, known }: WireRecurrence) =>
    (fields.id !== null || (requestedId !== null && known >= 2)) &&
    (fields.status ?? fields.amount ?? fields.interval) !== null;
  const read = best(unwrapLayers(json, OF_RECURRENCES), readRecurrenceFields, fits, [
    'recurrence',
    { id: ({ fields }) => fields.id !== null, status: ({ fields }) => fields.status !== null },
  ]);
  return requestedId === null ? read : withRequestedId(read, requestedId);
}

export const readRate = (json: unknown): WireRate =>
  best(
    unwrapLayers(json, ['currency', 'exchange', 'quote']),
    readRateFields,
    ({ fields }) => (fields.bid ?? fields.ask) !== null,
    ['rate'],
  );
