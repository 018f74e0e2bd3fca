import { z } from 'zod';
import { pii, record } from '#lib/core/masking/pii.ts';
import type { Call, Change, NewCardCharge, NumberedPage, Outcome } from '#lib/providers/port.ts';
import { Cents, Id, Instant, Other, Plain, Word } from '#lib/providers/records.ts';

/** A card charge (document 3). Never holds card data: what the provider echoes of a card is dropped on reading. */
export const CardCharge = record({
  id: Id,
  /** Of one read by an id: what the read itself names it; none: it names nothing, and `id` is the one asked for. */
  names: z.array(Id).optional(),
  externalId: pii.reference(z.string().nullable()),
  amount: Cents.nullable(),
  paymentType: Word.nullable(),
  /** The provider's status code; 2 alone is settled. */
  statusCode: z.int().nullable(),
  /** Its name: NotFinished, Authorized, PaymentConfirmed, Denied, Voided, Refunded, Pending, Aborted, or null. */
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
  /** MONTHLY, ANNUAL, or another word. */
  interval: Word.nullable(),
  /** ACTIVE, INACTIVE, ENDED, or another word. */
  status: Word.nullable(),
  /** Cents of the next cycles. */
  amount: Cents.nullable(),
  nextAt: Instant.nullable(),
  endDate: Plain.nullable(),
  other: Other,
});
export type Recurrence = z.infer<typeof Recurrence>;

/** Reference rate, BRL for one unit of the currency, as the decimals came. */
export const ExchangeRate = record({
  code: Word,
  bid: Plain.nullable(),
  ask: Plain.nullable(),
  other: Other,
  asOf: Instant,
});
export type ExchangeRate = z.infer<typeof ExchangeRate>;

/** Foreign amount converted to BRL by the service; decimals as they came. */
export const Conversion = record({
  code: Word,
  /** Cents of the currency, as they were asked. */
  amount: z.int(),
  brl: Plain,
  rate: Plain.nullable(),
  other: Other,
  asOf: Instant,
});
export type Conversion = z.infer<typeof Conversion>;

/** Instants ISO 8601 UTC, `to` exclusive; cents, both ends in: document 3 has no such filter. */
export type CardChargeFilter = {
  from?: string | undefined;
  to?: string | undefined;
  recurrenceId?: string | undefined;
  amountFrom?: number | undefined;
  amountTo?: number | undefined;
};

/** Port to a service of document 3. */
export type CardPort = {
  charges: {
    create(charge: NewCardCharge, change: Change): Promise<Outcome<CardCharge>>;
    list(
      filter: CardChargeFilter,
      page: { page: number; limit: number },
      call: Call,
    ): Promise<NumberedPage<CardCharge>>;
    get(id: string, call: Call): Promise<CardCharge>;
    /** Without `amount`: all of it. Cents. */
    reverse(id: string, amount: number | null, change: Change): Promise<Outcome<CardCharge>>;
  };
  recurrences: {
    get(id: string, call: Call): Promise<Recurrence>;
    setAmount(id: string, amount: number, change: Change): Promise<Outcome<Recurrence | null>>;
    deactivate(id: string, change: Change): Promise<Outcome<Recurrence | null>>;
    reactivate(id: string, change: Change): Promise<Outcome<Recurrence | null>>;
  };
  /** ISO 4217, not BRL. */
  rate(code: string, call: Call): Promise<ExchangeRate>;
  /** `amount`: cents of that currency. Absent routes: `not_supported`. */
  convert(code: string, amount: number, call: Call): Promise<Conversion>;
  /** Reads a postback's body without any call; null when the body names no charge. */
  readPostback(body: string): { event: string; charge: CardCharge } | null;
};
