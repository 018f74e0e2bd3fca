import { z } from 'zod';
import { Cents, Instant, Party, Refund, Transaction } from '#lib/providers/records.ts';

/** Records of charges, withdrawals, transfers, refunds, statements and reports. Cents; ISO 8601 UTC. */

/**
 * A payment as the forms and lists of money show it: a Pix account's Transaction, or the Hub's charge, deposit,
 * withdrawal or transfer in the same words. Hub ids carry their kind (`payment:…`, `deposit:…`, `withdraw:…`,
 * `transfer:…`). What only one API tells is optional.
 */
export const Payment = Transaction.extend({
  description: z.string().nullable().optional(),
  netAmount: Cents.nullable().optional(),
  /** What left the account for it, fee included. */
  totalDebited: Cents.nullable().optional(),
  refundableAmount: Cents.nullable().optional(),
  refundInProgressAmount: Cents.nullable().optional(),
  /** Protocol of an open dispute on it. */
  openDispute: z.string().nullable().optional(),
});
export type Payment = z.infer<typeof Payment>;

/** What was and is being given back of a payment; null where the provider does not say. */
export const RefundState = z.object({
  /** Cents that came back to the payer. */
  refunded: Cents.nullable(),
  inProgress: Cents.nullable(),
  refundable: Cents.nullable(),
  /** Of the newest refund: PENDING, COMPLETED, CANCELED, or another word. */
  status: z.string().nullable(),
  refunds: z.array(Refund),
  openDispute: z.string().nullable(),
});
export type RefundState = z.infer<typeof RefundState>;

/** Who a Pix key pays (document 1, Keys and DICT; document 2, destination). Masked as the provider masks it. */
export const KeyHolder = z.object({
  key: z.string().nullable(),
  keyType: z.string().nullable(),
  name: z.string().nullable(),
  document: z.string().nullable(),
  /** PF, PJ, or another word. */
  personType: z.string().nullable(),
  accountType: z.string().nullable(),
  branch: z.string().nullable(),
  accountNumber: z.string().nullable(),
  institutionIspb: z.string().nullable(),
  institutionName: z.string().nullable(),
  other: z.record(z.string(), z.unknown()),
});
export type KeyHolder = z.infer<typeof KeyHolder>;

/** What a Pix code asks to be paid. */
export const DecodedCode = z.object({
  /** STATIC, DYNAMIC, or another word. */
  type: z.string().nullable(),
  name: z.string().nullable(),
  document: z.string().nullable(),
  city: z.string().nullable(),
  key: z.string().nullable(),
  txid: z.string().nullable(),
  url: z.string().nullable(),
  description: z.string().nullable(),
  /** Null: the code has none, the payer names it. */
  amount: Cents.nullable(),
  originalAmount: Cents.nullable(),
  /** Null where the provider does not say. */
  amountEditable: z.boolean().nullable(),
  /** Seconds left; null: it does not say, or it does not end. */
  expiresInSeconds: z.int().nullable(),
  dueDate: z.string().nullable(),
  other: z.record(z.string(), z.unknown()),
});
export type DecodedCode = z.infer<typeof DecodedCode>;

/** A Pix key of the account itself (document 2). `id` stands in routes, not the key. */
export const PixKey = z.object({
  id: z.string(),
  key: z.string().nullable(),
  type: z.string().nullable(),
  status: z.string().nullable(),
  isDefault: z.boolean().nullable(),
  createdAt: Instant.nullable(),
  other: z.record(z.string(), z.unknown()),
});
export type PixKey = z.infer<typeof PixKey>;

/** One line of an account's statement. `amount` is signed: what it did to the available balance. */
export const StatementLine = z.object({
  id: z.string(),
  amount: Cents.nullable(),
  amountExact: z.string().optional(),
  /** Where nobody tells which way it went, or two tell otherwise: the amount without a sign; `amount` is null. */
  amountUnsigned: Cents.optional(),
  directionDoubt: z.enum(['untold', 'disagree']).optional(),
  /** Available balance after it. */
  balanceAfter: Cents.nullable(),
  balanceBefore: Cents.nullable(),
  /** AVAILABLE, BLOCKED, or another word; null: available. */
  balanceType: z.string().nullable(),
  /** Document 1's reason, document 2's line type; an open list of words. */
  type: z.string().nullable(),
  description: z.string().nullable(),
  /** Id of the payment behind it, as links use it. */
  transactionId: z.string().nullable(),
  disputeId: z.string().nullable(),
  endToEndId: z.string().optional(),
  gross: Cents.nullable(),
  fee: Cents.nullable(),
  status: z.string().nullable(),
  statusReason: z.string().nullable(),
  counterparty: z.object({
    name: z.string().nullable(),
    document: z.string().nullable(),
    pixKey: z.string().nullable(),
  }),
  createdAt: Instant.nullable(),
  postedAt: Instant.nullable(),
  other: z.record(z.string(), z.unknown()),
});
export type StatementLine = z.infer<typeof StatementLine>;

/** A deposit that arrived and waits to be credited (document 1, pending deposits). */
export const PendingDeposit = z.object({
  id: z.string(),
  /** PENDING, APPROVED, REJECTED, EXPIRED, COMPLETED, or another word. */
  status: z.string().nullable(),
  amount: Cents.nullable(),
  payer: Party,
  receiver: Party,
  endToEndId: z.string().nullable(),
  pixKey: z.string().nullable(),
  description: z.string().nullable(),
  paidAt: Instant.nullable(),
  approvedAt: Instant.nullable(),
  rejectedAt: Instant.nullable(),
  rejectionReason: z.string().nullable(),
  /** Set once it is approved. */
  transactionId: z.string().nullable(),
  createdAt: Instant.nullable(),
  updatedAt: Instant.nullable(),
  other: z.record(z.string(), z.unknown()),
});
export type PendingDeposit = z.infer<typeof PendingDeposit>;

/** The provider's report job (document 1, Reports). */
export const ReportJob = z.object({
  id: z.string(),
  /** PENDING, RUNNING, COMPLETED, FAILED, or another word. */
  status: z.string().nullable(),
  from: Instant.nullable(),
  to: Instant.nullable(),
  types: z.array(z.string()),
  statuses: z.array(z.string()),
  rows: z.int().nullable(),
  /** When its file is removed. */
  expiresAt: Instant.nullable(),
  createdAt: Instant.nullable(),
  updatedAt: Instant.nullable(),
  other: z.record(z.string(), z.unknown()),
});
export type ReportJob = z.infer<typeof ReportJob>;

/** What an account may do, by operation (document 2, limits). Cents and basis points. */
export const Limits = z.object({
  operations: z.array(
    z.object({
      /** The provider's name: payment, withdraw, externalPayment, … */
      name: z.string(),
      enabled: z.boolean().nullable(),
      min: Cents.nullable(),
      max: Cents.nullable(),
      feeFixed: Cents.nullable(),
      feeBasisPoints: z.number().nullable(),
      /** Daily caps and whatever else stands there. */
      other: z.record(z.string(), z.unknown()),
    }),
  ),
  other: z.record(z.string(), z.unknown()),
  asOf: Instant,
});
export type Limits = z.infer<typeof Limits>;
