import { z } from 'zod';

/** The records every provider's answers are turned into. Cents are integers; instants are ISO 8601 in UTC. */

export const Cents = z.int();
export const Instant = z.string();

/** An account's own TLS certificate. `validTo` null: unreadable; `daysLeft`: whole days, below zero once it ended. */
export const CertificateTerm = z.object({ validTo: Instant.nullable(), daysLeft: z.int().nullable() });

/**
 * What could not be read of a list's rows: how many rows lack something that every row should tell (or could not be
 * read at all), and what. They are shown with what they have.
 */
export const Unread = z.object({ rows: z.int(), fields: z.array(z.string()) });
export type Unread = z.infer<typeof Unread>;

export const Party = z.object({
  name: z.string().nullable(),
  document: z.string().nullable(),
  institutionIspb: z.string().nullable(),
  institutionName: z.string().nullable(),
  accountNumber: z.string().nullable(),
});
export type Party = z.infer<typeof Party>;

/** Document 1, Transaction. `status`, `type`, `method` are open lists: unknown words pass through. */
export const Transaction = z.object({
  id: z.string(),
  status: z.string().nullable(),
  type: z.string().nullable(),
  method: z.string().nullable(),
  amount: Cents.nullable(),
  /** Text of the amount where more than two decimals came. */
  amountExact: z.string().optional(),
  fee: Cents.nullable(),
  feeExact: z.string().optional(),
  qrCodeText: z.string().nullable(),
  qrCodeUrl: z.string().nullable(),
  hasQrCodeImage: z.boolean(),
  generatedName: z.string().nullable(),
  generatedDocument: z.string().nullable(),
  generatedEmail: z.string().nullable(),
  payer: Party,
  receiver: Party,
  endToEndId: z.string().nullable(),
  createdAt: Instant.nullable(),
  updatedAt: Instant.nullable(),
  paidAt: Instant.nullable(),
  withdrawPixKey: z.string().nullable(),
  withdrawPixType: z.string().nullable(),
  clientReference: z.string().nullable(),
  virtualAccount: z.string().nullable(),
  callbackUrl: z.string().nullable(),
  refundEndToEndId: z.string().nullable(),
  refundAmount: Cents.nullable(),
  refundAmountExact: z.string().optional(),
  refundStatus: z.string().nullable(),
  refundReason: z.string().nullable(),
  refundDescription: z.string().nullable(),
  refundedAt: Instant.nullable(),
  cancellationReason: z.string().nullable(),
  /** Fields the product does not know, as they came. */
  other: z.record(z.string(), z.unknown()),
});
export type Transaction = z.infer<typeof Transaction>;

export const Refund = z.object({
  id: z.string().nullable(),
  amount: Cents.nullable(),
  status: z.string().nullable(),
  reason: z.string().nullable(),
  description: z.string().nullable(),
  endToEndId: z.string().nullable(),
  refundedAt: Instant.nullable(),
  createdAt: Instant.nullable(),
});
export type Refund = z.infer<typeof Refund>;

/** A dispute as a transaction's detail names it. */
export const DisputeMention = z.object({
  id: z.string().nullable(),
  status: z.string().nullable(),
  createdAt: Instant.nullable(),
  updatedAt: Instant.nullable(),
});
export type DisputeMention = z.infer<typeof DisputeMention>;

/** One callback delivery as a transaction's detail names it. `status` is the receiver's HTTP status. */
export const DeliveryMention = z.object({
  id: z.string().nullable(),
  url: z.string().nullable(),
  status: z.int().nullable(),
  responseTimeMs: z.number().nullable(),
  createdAt: Instant.nullable(),
});
export type DeliveryMention = z.infer<typeof DeliveryMention>;

export const TransactionDetail = z.object({
  transaction: Transaction,
  refunds: z.array(Refund),
  disputes: z.array(DisputeMention),
  deliveries: z.array(DeliveryMention),
  /** The provider's answer as it came (masked where the operator may not see personal data). */
  raw: z.unknown(),
  asOf: Instant,
});
export type TransactionDetail = z.infer<typeof TransactionDetail>;

export const Balance = z.object({
  available: Cents.nullable(),
  blocked: Cents.nullable(),
  total: Cents.nullable(),
  breakdown: z.array(z.object({ kind: z.string(), amount: Cents })),
  asOf: Instant,
});
export type Balance = z.infer<typeof Balance>;

export const Profile = z.object({
  id: z.string().nullable(),
  name: z.string().nullable(),
  accountNumber: z.string().nullable(),
  branch: z.string().nullable(),
  status: z.string().nullable(),
  role: z.string().nullable(),
  allowDeposit: z.boolean().nullable(),
  allowWithdraw: z.boolean().nullable(),
  allowInfraction: z.boolean().nullable(),
  chargeMin: Cents.nullable(),
  chargeMax: Cents.nullable(),
  withdrawalMin: Cents.nullable(),
  withdrawalMax: Cents.nullable(),
  dailyWithdrawLimit: z
    .object({
      limit: Cents.nullable(),
      used: Cents.nullable(),
      updatedAt: Instant.nullable(),
      lastReset: Instant.nullable(),
    })
    .nullable(),
  other: z.record(z.string(), z.unknown()),
  asOf: Instant,
});
export type Profile = z.infer<typeof Profile>;

/** Sums and counts of a period; null where the provider has no summary. */
export const Summary = z.object({
  in: Cents.nullable(),
  out: Cents.nullable(),
  fees: Cents.nullable(),
  count: z.int().nullable(),
  /** One row a São Paulo day, `YYYY-MM-DD`, only when asked for. */
  days: z.array(z.object({ day: z.string(), in: Cents, out: Cents })),
});
export type Summary = z.infer<typeof Summary>;

/** One file of a defense. `url` is short-lived and only where the service signs one. */
export const DefenseFile = z.object({
  name: z.string().nullable(),
  mimeType: z.string().nullable(),
  /** Bytes. */
  size: z.int().nullable(),
});

/** A defense as the provider holds it (document 1, Infractions). */
export const Defense = z.object({
  id: z.string().nullable(),
  text: z.string().nullable(),
  status: z.string().nullable(),
  createdAt: Instant.nullable(),
  updatedAt: Instant.nullable(),
  files: z.array(DefenseFile),
});
export type Defense = z.infer<typeof Defense>;

/** Document 1's infraction. `status`, `type` and `result` are open lists of words. */
export const Infraction = z.object({
  id: z.string(),
  protocol: z.string().nullable(),
  status: z.string().nullable(),
  type: z.string().nullable(),
  reportedBy: z.string().nullable(),
  /** The text of who opened it. */
  reason: z.string().nullable(),
  result: z.string().nullable(),
  resultDetails: z.string().nullable(),
  openedAt: Instant.nullable(),
  /** Until when a defense is taken; null where the provider does not say. */
  deadline: Instant.nullable(),
  /** Told only by a dispute that was answered, or decided. */
  answeredAt: Instant.optional(),
  decidedAt: Instant.optional(),
  updatedAt: Instant.nullable(),
  /** Cents of the disputed transaction (or of the dispute, where the provider names that). */
  amount: Cents.nullable(),
  transactionId: z.string().nullable(),
  endToEndId: z.string().nullable(),
  payer: Party,
  receiver: Party,
  defenses: z.array(Defense),
  other: z.record(z.string(), z.unknown()),
});
export type Infraction = z.infer<typeof Infraction>;

export const InfractionDetail = z.object({ infraction: Infraction, raw: z.unknown(), asOf: Instant });
export type InfractionDetail = z.infer<typeof InfractionDetail>;

/** A registered webhook (document 1, Webhooks). Empty `events` means all. */
export const Webhook = z.object({
  id: z.string(),
  url: z.string().nullable(),
  active: z.boolean().nullable(),
  events: z.array(z.string()),
  hasSecret: z.boolean().nullable(),
  createdAt: Instant.nullable(),
  updatedAt: Instant.nullable(),
  other: z.record(z.string(), z.unknown()),
});
export type Webhook = z.infer<typeof Webhook>;

/** Document 3, sandbox webhook check result. `status`: pending, verified, failed, or another word. */
export const OwnershipCheck = z.object({
  webhookId: z.string().nullable(),
  url: z.string().nullable(),
  status: z.string().nullable(),
  detail: z.string().nullable(),
  checkedAt: Instant.nullable(),
});
export type OwnershipCheck = z.infer<typeof OwnershipCheck>;

/** One record of the callback history. `status` is the receiver's HTTP status; null: it did not answer. */
export const CallbackRecord = z.object({
  id: z.string(),
  transactionId: z.string().nullable(),
  webhookId: z.string().nullable(),
  url: z.string().nullable(),
  /** Only where the provider names it; else it is derived from body and status. */
  event: z.string().nullable(),
  status: z.int().nullable(),
  responseTimeMs: z.number().nullable(),
  createdAt: Instant.nullable(),
  /** What was sent: JSON as it came, or the text. */
  body: z.unknown(),
  responseBody: z.string().nullable(),
  responseHeaders: z.unknown(),
  error: z.string().nullable(),
  other: z.record(z.string(), z.unknown()),
});
export type CallbackRecord = z.infer<typeof CallbackRecord>;

/** What a resend route answered. `count` null: the service did not say. Items: at most 500 are listed. */
export const ResendAnswer = z.object({
  count: z.int().nullable(),
  truncated: z.boolean(),
  items: z.array(
    z.object({
      transactionId: z.string().nullable(),
      webhookId: z.string().nullable(),
      event: z.string().nullable(),
    }),
  ),
  message: z.string().nullable(),
});
export type ResendAnswer = z.infer<typeof ResendAnswer>;
