import { z } from 'zod';
import { Cents, Instant } from '#lib/providers/records.ts';

/** A card charge (document 3). Never holds card data: what the provider echoes of a card is dropped on reading. */
export const CardCharge = z.object({
  id: z.string(),
  externalId: z.string().nullable(),
  amount: Cents.nullable(),
  paymentType: z.string().nullable(),
  /** The provider's status code; 2 alone is settled. */
  statusCode: z.int().nullable(),
  /** Its name: NotFinished, Authorized, PaymentConfirmed, Denied, Voided, Refunded, Pending, Aborted, or null. */
  status: z.string().nullable(),
  reasonCode: z.int().nullable(),
  reasonMessage: z.string().nullable(),
  returnCode: z.string().nullable(),
  returnMessage: z.string().nullable(),
  acquirerTransactionId: z.string().nullable(),
  installments: z.int().nullable(),
  refundedAmount: Cents.nullable(),
  customer: z.object({
    name: z.string().nullable(),
    document: z.string().nullable(),
    documentType: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
  }),
  recurrenceId: z.string().nullable(),
  recurrenceCycle: z.int().nullable(),
  chargebacks: z.array(z.object({ status: z.string().nullable(), other: z.record(z.string(), z.unknown()) })),
  postbackUrl: z.string().nullable(),
  createdAt: Instant.nullable(),
  updatedAt: Instant.nullable(),
  other: z.record(z.string(), z.unknown()),
});
export type CardCharge = z.infer<typeof CardCharge>;

export const Recurrence = z.object({
  id: z.string(),
  /** MONTHLY, ANNUAL, or another word. */
  interval: z.string().nullable(),
  /** ACTIVE, INACTIVE, ENDED, or another word. */
  status: z.string().nullable(),
  /** Cents of the next cycles. */
  amount: Cents.nullable(),
  nextAt: Instant.nullable(),
  endDate: z.string().nullable(),
  other: z.record(z.string(), z.unknown()),
});
export type Recurrence = z.infer<typeof Recurrence>;

/** Reference rate, BRL for one unit of the currency, as the decimals came. */
export const ExchangeRate = z.object({
  code: z.string(),
  bid: z.string().nullable(),
  ask: z.string().nullable(),
  other: z.record(z.string(), z.unknown()),
  asOf: Instant,
});
export type ExchangeRate = z.infer<typeof ExchangeRate>;
