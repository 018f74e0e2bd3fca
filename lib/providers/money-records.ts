import { z } from 'zod';
import { pii, record } from '#lib/core/masking/pii.ts';
import {
  Cents,
  Figures,
  Id,
  Instant,
  Other,
  Party,
  Plain,
  Refund,
  Transaction,
  Word,
} from '#lib/providers/records.ts';

/** Records of charges, withdrawals, transfers, refunds, statements and reports. Cents; ISO 8601 UTC. */

/** A Pix account's Transaction, or a payment of the Hub with its kind before the id (`payment:…`). */
export const Payment = record({
  ...Transaction.shape,
  qrCodeText: pii.chargeCode(z.string().nullable()),
  description: z.string().nullable().optional(),
  netAmount: Cents.nullable().optional(),
  /** Total debited from the account, fee included. */
  totalDebited: Cents.nullable().optional(),
  refundableAmount: Cents.nullable().optional(),
  refundInProgressAmount: Cents.nullable().optional(),
  /** Document 2: free data from the payment's creator. */
  metadata: pii.free(z.record(z.string(), z.unknown()).nullable().optional()),
  /** Protocol of an open dispute on it. */
  openDispute: Id.nullable().optional(),
  /** The other account of a transfer whose direction is unknown. */
  counterparty: Party.optional(),
});
export type Payment = z.infer<typeof Payment>;

/** Refunds of a payment, completed and in progress; null when the provider does not state them. */
export const RefundState = record({
  /** The payment's id in the answer, for routes; null: it has none. Hub ids are prefixed with their kind. */
  paymentId: Id.nullable().optional(),
  /** All ids of the payment in the answer: its own, the webhooks' (document 2), its end-to-end id. */
  names: z.array(Id).optional(),
  /** Cents returned to the payer. */
  refunded: Cents.nullable(),
  inProgress: Cents.nullable(),
  refundable: Cents.nullable(),
  /** Status of the newest refund: PENDING, COMPLETED, CANCELED, or another word. */
  status: Word.nullable(),
  refunds: z.array(Refund),
  openDispute: Id.nullable(),
});
export type RefundState = z.infer<typeof RefundState>;

/** Holder of a Pix key (document 1, Keys and DICT; document 2, destination), with the provider's masking. */
export const KeyHolder = record({
  key: pii.key(z.string().nullable(), 'keyType'),
  keyType: Word.nullable(),
  name: pii.name(z.string().nullable()),
  document: pii.document(z.string().nullable()),
  /** PF, PJ, or another word. */
  personType: Word.nullable(),
  accountType: Word.nullable(),
  branch: Plain.nullable(),
  accountNumber: Plain.nullable(),
  institutionIspb: Plain.nullable(),
  institutionName: Plain.nullable(),
  other: Other,
});
export type KeyHolder = z.infer<typeof KeyHolder>;

/** Payment request read from a Pix code. */
export const DecodedCode = record({
  /** STATIC, DYNAMIC, or another word. */
  type: Word.nullable(),
  name: pii.name(z.string().nullable()),
  document: pii.document(z.string().nullable()),
  city: Plain.nullable(),
  key: pii.key(z.string().nullable()),
  txid: Id.nullable(),
  url: pii.reference(z.string().nullable()),
  description: z.string().nullable(),
  /** Null: the code has none, and the payer chooses it. */
  amount: Cents.nullable(),
  originalAmount: Cents.nullable(),
  /** Null when the provider does not state it. */
  amountEditable: z.boolean().nullable(),
  /** Seconds left; null: not stated, or the code does not expire. */
  expiresInSeconds: z.int().nullable(),
  dueDate: Plain.nullable(),
  other: Other,
});
export type DecodedCode = z.infer<typeof DecodedCode>;

/** A Pix key of the account itself (document 2). Routes use `id`, not the key. */
export const PixKey = record({
  id: Id,
  key: pii.key(z.string().nullable(), 'type'),
  type: Word.nullable(),
  status: Word.nullable(),
  isDefault: z.boolean().nullable(),
  createdAt: Instant.nullable(),
  other: Other,
});
export type PixKey = z.infer<typeof PixKey>;

/** One line of an account's statement. `amount` is signed: the change of the available balance. */
export const StatementLine = record({
  id: Id,
  amount: Cents.nullable(),
  amountExact: Plain.optional(),
  /** The amount without a sign, when the direction is unknown or contradictory; `amount` is then null. */
  amountUnsigned: Cents.optional(),
  directionDoubt: z.enum(['untold', 'disagree']).optional(),
  /** Available balance after the line. */
  balanceAfter: Cents.nullable(),
  balanceBefore: Cents.nullable(),
  /** AVAILABLE, BLOCKED, or another word; null: available. */
  balanceType: Word.nullable(),
  /** Document 1's reason, document 2's line type; an open list of words. */
  type: Word.nullable(),
  description: z.string().nullable(),
  /** Id of the related payment, as links use it. */
  transactionId: Id.nullable(),
  disputeId: Id.nullable(),
  endToEndId: Id.optional(),
  gross: Cents.nullable(),
  fee: Cents.nullable(),
  status: Word.nullable(),
  statusReason: z.string().nullable(),
  counterparty: z.object({
    name: pii.name(z.string().nullable()),
    document: pii.document(z.string().nullable()),
    pixKey: pii.key(z.string().nullable()),
  }),
  createdAt: Instant.nullable(),
  postedAt: Instant.nullable(),
  other: Other,
});
export type StatementLine = z.infer<typeof StatementLine>;

/** A received deposit that is not credited yet (document 1, pending deposits). */
export const PendingDeposit = record({
  id: Id,
  /** PENDING, APPROVED, REJECTED, EXPIRED, COMPLETED, or another word. */
  status: Word.nullable(),
  amount: Cents.nullable(),
  payer: Party,
  receiver: Party,
  endToEndId: Id.nullable(),
  pixKey: pii.key(z.string().nullable()),
  description: z.string().nullable(),
  paidAt: Instant.nullable(),
  approvedAt: Instant.nullable(),
  rejectedAt: Instant.nullable(),
  rejectionReason: z.string().nullable(),
  /** Set once it is approved. */
  transactionId: Id.nullable(),
  createdAt: Instant.nullable(),
  updatedAt: Instant.nullable(),
  other: Other,
});
export type PendingDeposit = z.infer<typeof PendingDeposit>;

/** The provider's report job (document 1, Reports). */
export const ReportJob = record({
  id: Id,
  /** PENDING, RUNNING, COMPLETED, FAILED, or another word. */
  status: Word.nullable(),
  from: Instant.nullable(),
  to: Instant.nullable(),
  types: z.array(Word),
  statuses: z.array(Word),
  rows: z.int().nullable(),
  /** When its file is removed. */
  expiresAt: Instant.nullable(),
  createdAt: Instant.nullable(),
  updatedAt: Instant.nullable(),
  other: Other,
});
export type ReportJob = z.infer<typeof ReportJob>;

/** Limits of an account by operation (document 2, limits). Cents and basis points. */
export const Limits = record({
  operations: z.array(
    z.object({
      /** The provider's name: payment, withdraw, externalPayment, … */
      name: Word,
      enabled: z.boolean().nullable(),
      min: Cents.nullable(),
      max: Cents.nullable(),
      feeFixed: Cents.nullable(),
      feeBasisPoints: z.number().nullable(),
      /** Daily caps and all other fields. */
      other: Figures,
    }),
  ),
  other: Figures,
  asOf: Instant,
});
export type Limits = z.infer<typeof Limits>;
