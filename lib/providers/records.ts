import { z } from 'zod';
import { pii, record } from '#lib/core/masking/pii.ts';
import { MONEY_STATES, REFUND_ENDS } from '#lib/core/status/money.ts';

/**
 * The records that every provider's answers are converted to. Cents are integers; instants are ISO 8601 UTC.
 * Each text is personal (`pii`) or harmless; an undeclared one is masked.
 */

export const Cents = z.int();
export const Instant = pii.harmless(z.string());
export const Id = pii.harmless(z.string());
/** A word from an open or closed list: a state, a kind, a reason's code. */
export const Word = pii.harmless(z.string());
/** An institution, an account's number, a decimal: visible to whoever may read the record. */
export const Plain = pii.harmless(z.string());
/** Figures of the account itself, under the provider's own names. */
export const Figures = pii.harmless(z.record(z.string(), z.unknown()));
/** Fields that Guichê does not know, unchanged. */
export const Other = pii.deep(z.record(z.string(), z.unknown()));

/**
 * An account's own TLS certificate. `validTo` null: unreadable. `daysLeft`: whole days, below zero after its
 * end.
 */
export const CertificateTerm = z.object({ validTo: Instant.nullable(), daysLeft: z.int().nullable() });

/** Rows of a list that lack an expected field or could not be read, and those fields. */
export const Unread = z.object({ rows: z.int(), fields: z.array(z.string()) });
export type Unread = z.infer<typeof Unread>;
export const Party = record({
  name: pii.name(z.string().nullable()),
  document: pii.document(z.string().nullable()),
  institutionIspb: Plain.nullable(),
  institutionName: Plain.nullable(),
  accountNumber: Plain.nullable(),
});
export type Party = z.infer<typeof Party>;

/** Document 1, Transaction. `status`, `type`, `method` are open lists: unknown words pass through. */
export const Transaction = record({
  id: Id,
  /** The service's own word, for display. */
  status: Word.nullable(),
  /** Meaning of `status` for sums, signs and actions (`stateOf`). Null: unknown. */
  state: z.enum(MONEY_STATES).nullable().optional(),
  /** Document 1's word if the adapter knows the meaning, else the service's own. */
  type: Word.nullable(),
  /** The service's own word, if it differs from `type`. */
  typeSaid: Word.optional(),
  /** Direction of the money, if `type` does not imply it; `untold`: unknown or contradictory. */
  way: z.enum(['in', 'out', 'untold']).optional(),
  method: Word.nullable(),
  amount: Cents.nullable(),
  /** The amount as text, if it has more than two decimals. */
  amountExact: Plain.optional(),
  fee: Cents.nullable(),
  feeExact: Plain.optional(),
  qrCodeText: pii.code(z.string().nullable()),
  qrCodeUrl: pii.reference(z.string().nullable()),
  hasQrCodeImage: z.boolean(),
  generatedName: pii.name(z.string().nullable(), 'generatedDocument'),
  generatedDocument: pii.document(z.string().nullable()),
  generatedEmail: pii.email(z.string().nullable()),
  payer: Party,
  receiver: Party,
  endToEndId: Id.nullable(),
  createdAt: Instant.nullable(),
  updatedAt: Instant.nullable(),
  paidAt: Instant.nullable(),
  withdrawPixKey: pii.key(z.string().nullable(), 'withdrawPixType'),
  withdrawPixType: Word.nullable(),
  clientReference: pii.reference(z.string().nullable()),
  virtualAccount: pii.reference(z.string().nullable()),
  callbackUrl: pii.reference(z.string().nullable()),
  refundEndToEndId: Id.nullable(),
  refundAmount: Cents.nullable(),
  refundAmountExact: Plain.optional(),
  refundStatus: Word.nullable(),
  /** Meaning of `refundStatus` according to the adapter; absent without one. */
  refundEnd: z.enum(REFUND_ENDS).optional(),
  refundReason: z.string().nullable(),
  refundDescription: z.string().nullable(),
  refundedAt: Instant.nullable(),
  cancellationReason: z.string().nullable(),
  /** Fields that Guichê does not know, unchanged. */
  other: Other,
});
export type Transaction = z.infer<typeof Transaction>;
export const Refund = record({
  id: Id.nullable(),
  amount: Cents.nullable(),
  status: Word.nullable(),
  reason: z.string().nullable(),
  description: z.string().nullable(),
  endToEndId: Id.nullable(),
  refundedAt: Instant.nullable(),
  createdAt: Instant.nullable(),
});
export type Refund = z.infer<typeof Refund>;

export const DisputeMention = record({
  id: Id.nullable(),
  status: Word.nullable(),
  createdAt: Instant.nullable(),
  updatedAt: Instant.nullable(),
});
export type DisputeMention = z.infer<typeof DisputeMention>;

/** One callback delivery as a transaction's detail names it. `status` is the receiver's HTTP status. */
export const DeliveryMention = record({
  id: Id.nullable(),
  url: pii.reference(z.string().nullable()),
  status: z.int().nullable(),
  responseTimeMs: z.number().nullable(),
  createdAt: Instant.nullable(),
});
export type DeliveryMention = z.infer<typeof DeliveryMention>;
export const TransactionDetail = record({
  transaction: Transaction,
  refunds: z.array(Refund),
  disputes: z.array(DisputeMention),
  deliveries: z.array(DeliveryMention),
  /** The provider's answer, unchanged (masked if the operator may not see personal data). */
  raw: z.unknown(),
  asOf: Instant,
});
export type TransactionDetail = z.infer<typeof TransactionDetail>;
export const Balance = record({
  available: Cents.nullable(),
  blocked: Cents.nullable(),
  total: Cents.nullable(),
  breakdown: z.array(z.object({ kind: Word, amount: Cents })),
  asOf: Instant,
});
export type Balance = z.infer<typeof Balance>;
export const Profile = record({
  id: Id.nullable(),
  name: Plain.nullable(),
  accountNumber: Plain.nullable(),
  branch: Plain.nullable(),
  status: Word.nullable(),
  role: Word.nullable(),
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
  other: Other,
  asOf: Instant,
});
export type Profile = z.infer<typeof Profile>;

/** Sums and counts of a period; null where the provider has no summary. */
export const Summary = record({
  in: Cents.nullable(),
  out: Cents.nullable(),
  fees: Cents.nullable(),
  count: z.int().nullable(),
  /** One row per São Paulo day, `YYYY-MM-DD`, only if requested. */
  days: z.array(z.object({ day: Plain, in: Cents, out: Cents })),
});
export type Summary = z.infer<typeof Summary>;

export const DefenseFile = record({
  name: z.string().nullable(),
  mimeType: Word.nullable(),
  size: z.int().nullable(),
});

/** A defense as stored at the provider (document 1, Infractions). */
export const Defense = record({
  id: Id.nullable(),
  text: z.string().nullable(),
  status: Word.nullable(),
  createdAt: Instant.nullable(),
  updatedAt: Instant.nullable(),
  files: z.array(DefenseFile),
});
export type Defense = z.infer<typeof Defense>;

/** Document 1's infraction. `status`, `type` and `result` are open lists of words. */
export const Infraction = record({
  id: Id,
  protocol: Id.nullable(),
  status: Word.nullable(),
  type: Word.nullable(),
  reportedBy: Word.nullable(),
  reason: z.string().nullable(),
  result: Word.nullable(),
  resultDetails: z.string().nullable(),
  openedAt: Instant.nullable(),
  /** Until when a defense is accepted; null when the provider does not state it. */
  deadline: Instant.nullable(),
  /** Present only if the dispute was answered, or decided. */
  answeredAt: Instant.optional(),
  decidedAt: Instant.optional(),
  updatedAt: Instant.nullable(),
  /** Cents of the disputed transaction (or of the dispute, if the provider states that). */
  amount: Cents.nullable(),
  transactionId: Id.nullable(),
  endToEndId: Id.nullable(),
  payer: Party,
  receiver: Party,
  defenses: z.array(Defense),
  other: Other,
});
export type Infraction = z.infer<typeof Infraction>;
export const InfractionDetail = record({ infraction: Infraction, raw: z.unknown(), asOf: Instant });
export type InfractionDetail = z.infer<typeof InfractionDetail>;

/** A registered webhook (document 1, Webhooks). Empty `events` means all. */
export const Webhook = record({
  id: Id,
  url: pii.reference(z.string().nullable()),
  active: z.boolean().nullable(),
  events: z.array(Word),
  hasSecret: z.boolean().nullable(),
  createdAt: Instant.nullable(),
  updatedAt: Instant.nullable(),
  other: Other,
});
export type Webhook = z.infer<typeof Webhook>;

/** Document 3, sandbox webhook check result. `status`: pending, verified, failed, or another word. */
export const OwnershipCheck = record({
  webhookId: Id.nullable(),
  url: pii.reference(z.string().nullable()),
  status: Word.nullable(),
  detail: z.string().nullable(),
  checkedAt: Instant.nullable(),
});
export type OwnershipCheck = z.infer<typeof OwnershipCheck>;

/** One record of the callback history. `status` is the receiver's HTTP status; null: it did not answer. */
export const CallbackRecord = record({
  id: Id,
  transactionId: Id.nullable(),
  webhookId: Id.nullable(),
  url: pii.reference(z.string().nullable()),
  /** Null when the provider does not name it; it is then derived from body and status. */
  event: Word.nullable(),
  status: z.int().nullable(),
  responseTimeMs: z.number().nullable(),
  createdAt: Instant.nullable(),
  /** The sent body: JSON unchanged, or text. */
  body: z.unknown(),
  responseBody: z.string().nullable(),
  responseHeaders: z.unknown(),
  error: z.string().nullable(),
  other: Other,
});
export type CallbackRecord = z.infer<typeof CallbackRecord>;

/** Answer of a resend route. `count` null: the service did not state it. At most 500 items are listed. */
export const ResendAnswer = record({
  count: z.int().nullable(),
  truncated: z.boolean(),
  items: z.array(
    z.object({
      transactionId: Id.nullable(),
      webhookId: Id.nullable(),
      event: Word.nullable(),
    }),
  ),
  message: z.string().nullable(),
});
export type ResendAnswer = z.infer<typeof ResendAnswer>;
