import { z } from 'zod';
import { pii, record } from '#lib/core/masking/pii.ts';
import type {
  AmountAndPeriod,
  Call,
  Change,
  NewCardCharge,
  NumberedPage,
  NumberedPageRequest,
  Outcome,
} from '#lib/providers/port.ts';
import { Cents, Id, Instant, Other, Plain, Word } from '#lib/providers/records.ts';

/** A card charge (document 3), without the card data that the provider may echo. */
export const CardCharge = record({
  id: Id,
  /** Only after a read by id: the ids in the answer. Empty: it has none, and `id` is the requested one. */
  names: z.array(Id).optional(),
  externalId: pii.reference(z.string().nullable()),
  amount: Cents.nullable(),
  paymentType: Word.nullable(),
  /** The provider's status code; only 2 is settled. */
  statusCode: z.int().nullable(),
  /** NotFinished, Authorized, PaymentConfirmed, Denied, Voided, Refunded, Pending, Aborted, or null. */
  status: Word.nullable(),
  reasonCode: z.int().nullable(),
  reasonMessage: z.string().nullable(),
  returnCode: Plain.nullable(),
  returnMessage: z.string().nullable(),
  acquirerTransactionId: Id.nullable(),
  installments: z.int().nullable(),
  refundedAmount: Cents.nullable(),
  customer: z.object({
    name: pii.name(z.string().nullable()),
    document: pii.document(z.string().nullable()),
    documentType: Word.nullable(),
    email: pii.email(z.string().nullable()),
    phone: pii.phone(z.string().nullable()),
  }),
  recurrenceId: Id.nullable(),
  recurrenceCycle: z.int().nullable(),
  chargebacks: z.array(z.object({ status: Word.nullable(), other: Other })),
  postbackUrl: pii.reference(z.string().nullable()),
  createdAt: Instant.nullable(),
  updatedAt: Instant.nullable(),
  other: pii.life(z.record(z.string(), z.unknown())),
});
export type CardCharge = z.infer<typeof CardCharge>;
export const Recurrence = record({
  id: Id,
  interval: Word.nullable(),
  status: Word.nullable(),
  /** Cents of the next cycles. */
  amount: Cents.nullable(),
  nextAt: Instant.nullable(),
  endDate: Plain.nullable(),
  other: Other,
});
export type Recurrence = z.infer<typeof Recurrence>;

/** Reference rate in BRL for one unit of the currency; decimals as the service writes them. */
export const ExchangeRate = record({
  code: Word,
  bid: Plain.nullable(),
  ask: Plain.nullable(),
  other: Other,
  asOf: Instant,
});
export type ExchangeRate = z.infer<typeof ExchangeRate>;

/** Foreign amount converted to BRL by the service; decimals as the service writes them. */
export const Conversion = record({
  code: Word,
  /** The requested amount, in cents of the currency. */
  amount: z.int(),
  brl: Plain,
  rate: Plain.nullable(),
  other: Other,
  asOf: Instant,
});
export type Conversion = z.infer<typeof Conversion>;

/** Document 3 has no filter by amount. */
export type CardChargeFilter = AmountAndPeriod & { recurrenceId?: string | undefined };

/** Port to a service of document 3. */
export type CardPort = {
  charges: {
    create(charge: NewCardCharge, change: Change): Promise<Outcome<CardCharge>>;
    list(filter: CardChargeFilter, page: NumberedPageRequest, call: Call): Promise<NumberedPage<CardCharge>>;
    get(id: string, call: Call): Promise<CardCharge>;
    /** `amount` in cents; null reverses the whole charge. */
    reverse(id: string, amount: number | null, change: Change): Promise<Outcome<CardCharge>>;
  };
  recurrences: {
    get(id: string, call: Call): Promise<Recurrence>;
    setAmount(id: string, amount: number, change: Change): Promise<Outcome<Recurrence | null>>;
    deactivate(id: string, change: Change): Promise<Outcome<Recurrence | null>>;
    reactivate(id: string, change: Change): Promise<Outcome<Recurrence | null>>;
  };
  /** `code`: ISO 4217, not BRL. */
  rate(code: string, call: Call): Promise<ExchangeRate>;
  /** `amount`: cents of that currency. Throws `not_supported` when the routes are absent. */
  convert(code: string, amount: number, call: Call): Promise<Conversion>;
  /** Reads a postback's body without any call; null when the body contains no charge. */
  readPostback(body: string): { event: string; charge: CardCharge } | null;
};
