import { z } from 'zod';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { ById, ThingId } from '#lib/api/query-fields.ts';
import { told } from '#lib/api/told.ts';
import { operationAnswer } from '#lib/operations/contract.ts';
import {
  DecodedCode,
  KeyHolder,
  Limits,
  Payment,
  PixKey,
  RefundState,
} from '#lib/providers/money-records.ts';
import { Instant } from '#lib/providers/records.ts';

const Whole = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
]);
const When = z.union([z.string().regex(/^\d{4}-\d{2}-\d{2}$/), z.iso.datetime({ offset: true })]);
const WordList = z
  .string()
  .regex(/^[A-Z_]{2,40}(,[A-Z_]{2,40}){0,19}$/)
  .transform((text) => text.split(','));

export const PaymentQuery = z.strictObject({
  from: When.optional(),
  to: When.optional(),
  status: WordList.optional(),
  clientReference: z.string().min(1).max(64).optional(),
  /** The provider's own free text (document 2: charges); 400 where it has none. */
  search: z.string().min(2).max(120).optional(),
  limit: Whole.pipe(z.int().min(1).max(200)).default(50),
  cursor: z.string().max(40_000).optional(),
});
export type PaymentQuery = z.infer<typeof PaymentQuery>;

export const PaymentList = z.object({
  ...told,
  items: z.array(Payment),
  nextCursor: z.string().nullable(),
  total: z.int().nullable(),
  asOf: Instant,
});
export type PaymentList = z.infer<typeof PaymentList>;

/** Cents. What a provider fixes beyond this (its own least and most) is judged by the verb, at the same field. */
const Amount = z.int().min(1).max(999_999_999_999);
/** One intent, one reference: typed, or made by the product. */
const ClientReference = z.string().trim().min(1).max(64);
const CallbackUrl = z.string().trim().min(1).max(2048);
/**
 * An operation that is still unknown and has the same receiver and amount: named here, the operator has read that
 * it may arrive too. Without it such a second payment is refused with 409 `conflict` and its `operationId`.
 */
const Despite = ThingId;
/** What the look-up of the key or the code answered as `lookup`: the operation then names who was shown. */
const LookUp = z.string().min(1).max(4000);

export const NewCharge = z.strictObject({
  amount: Amount,
  expiresInSeconds: z.int().min(1).max(172_000).optional(),
  clientReference: ClientReference.optional(),
  virtualAccount: z.string().trim().min(1).max(50).optional(),
  callbackUrl: CallbackUrl.optional(),
  description: z.string().trim().min(1).max(140).optional(),
  payer: z
    .strictObject({
      name: z.string().trim().min(1).max(80).optional(),
      /** With or without punctuation; check digits are judged by the verb. */
      document: z.string().trim().min(1).max(24).optional(),
      email: z.string().trim().min(3).max(120).optional(),
    })
    .optional(),
});
export type NewCharge = z.infer<typeof NewCharge>;

export const PIX_KEY_TYPES = ['cpf', 'cnpj', 'phone', 'email', 'evp'] as const;
const PixKeyType = z.enum(PIX_KEY_TYPES);

export const NewWithdrawal = z.strictObject({
  amount: Amount,
  pixKey: z.string().trim().min(1).max(77),
  pixKeyType: PixKeyType,
  description: z.string().trim().min(1).max(140).optional(),
  clientReference: ClientReference.optional(),
  callbackUrl: CallbackUrl.optional(),
  lookup: LookUp.optional(),
  despite: Despite.optional(),
});
export type NewWithdrawal = z.infer<typeof NewWithdrawal>;

export const NewCodePayment = z.strictObject({
  code: z.string().trim().min(8).max(1024),
  amount: Amount.optional(),
  description: z.string().trim().min(1).max(140).optional(),
  clientReference: ClientReference.optional(),
  callbackUrl: CallbackUrl.optional(),
  lookup: LookUp.optional(),
  despite: Despite.optional(),
});
export type NewCodePayment = z.infer<typeof NewCodePayment>;

export const NewTransfer = z.strictObject({
  amount: Amount,
  /** Document 1: an account number of 6 digits; document 2: a Pix key of the other account. */
  receiver: z.string().trim().min(1).max(77),
  description: z.string().trim().min(1).max(500).optional(),
  clientReference: ClientReference.optional(),
  callbackUrl: CallbackUrl.optional(),
  despite: Despite.optional(),
});
export type NewTransfer = z.infer<typeof NewTransfer>;

export const NewRefund = z.strictObject({
  /** Absent: all that is left. */
  amount: Amount.optional(),
  description: z.string().trim().min(1).max(140).optional(),
  clientReference: ClientReference.optional(),
});
export type NewRefund = z.infer<typeof NewRefund>;

const PaymentAnswer = operationAnswer(z.object({ payment: Payment }));
const ByReference = z.strictObject({
  id: ThingId.optional(),
  clientReference: ClientReference.optional(),
  endToEndId: z.string().min(1).max(64).optional(),
});
const Found = z.object({ payment: Payment, asOf: Instant });

export const PaymentRules = z.object({
  /** Above this (cents) another operator has to approve; null: nobody has to. */
  approvalAbove: z.int().nullable(),
  charge: z.object({ min: z.int(), max: z.int().nullable(), documentAbove: z.int().nullable() }),
  withdrawal: z.object({ min: z.int().nullable(), max: z.int().nullable() }),
  transfer: z.object({ receiver: z.enum(['account_number', 'pix_key']) }),
  /** Whether payer name and document must stand in a charge. */
  payerNeeded: z.boolean(),
});
export type PaymentRules = z.infer<typeof PaymentRules>;

export const paymentEndpoints = {
  /** What the forms must know of this account beforehand. */
  'GET /payment-rules': { permission: 'read', response: PaymentRules },
  'GET /charges': { permission: 'read', query: PaymentQuery, response: PaymentList },
  'GET /charges/lookup': { permission: 'read', query: ByReference, response: Found },
  'GET /charges/{id}': { permission: 'read', params: ById, response: Found },
  // image/png: the provider's where it draws one, else drawn from the code's text.
  'GET /charges/{id}/qr-code': { permission: 'read', params: ById, answer: 'raw' },
  'POST /charges': {
    permission: 'charge',
    idempotency: true,
    body: NewCharge,
    response: PaymentAnswer,
    status: 201,
  },
  'GET /withdrawals': { permission: 'read', query: PaymentQuery, response: PaymentList },
  'GET /withdrawals/lookup': { permission: 'read', query: ByReference, response: Found },
  'POST /withdrawals': {
    permission: 'withdraw',
    stepUp: true,
    idempotency: true,
    body: NewWithdrawal,
    response: PaymentAnswer,
    status: 201,
  },
  'POST /withdrawals/qr-code': {
    permission: 'withdraw',
    stepUp: true,
    idempotency: true,
    body: NewCodePayment,
    response: PaymentAnswer,
    status: 201,
  },
  'GET /transfers': { permission: 'read', query: PaymentQuery, response: PaymentList },
  'POST /transfers': {
    permission: 'withdraw',
    stepUp: true,
    idempotency: true,
    body: NewTransfer,
    response: PaymentAnswer,
    status: 201,
  },
  // A Hub payment is named with its kind: `payment:…`, `deposit:…`.
  'GET /transactions/{id}/refunds': { permission: 'read', params: ById, response: RefundState },
  'POST /transactions/{id}/refunds': {
    permission: 'refund',
    stepUp: true,
    idempotency: true,
    params: ById,
    body: NewRefund,
    response: operationAnswer(z.object({ refund: RefundState })),
    status: 201,
  },
  // application/pdf, in clear as the provider made it.
  'GET /transactions/{id}/receipt': {
    permission: 'reveal',
    params: ById,
    query: z.strictObject({ of: z.enum(['charge', 'withdrawal', 'transfer']).optional() }),
    answer: 'raw',
  },
  'POST /pix-keys/lookup': {
    permission: 'withdraw',
    body: z.strictObject({ key: z.string().trim().min(1).max(77), keyType: PixKeyType.optional() }),
    /** `key`: as it would be sent. `lookup` goes back with the withdrawal. */
    response: z.object({ holder: KeyHolder, key: z.string(), keyType: PixKeyType, lookup: z.string() }),
  },
  'POST /pix-qr-codes/decode': {
    permission: 'withdraw',
    body: z.strictObject({ code: z.string().trim().min(8).max(1024) }),
    response: z.object({ code: DecodedCode, lookup: z.string() }),
  },
  'GET /pix-keys': { permission: 'read', response: z.object({ items: z.array(PixKey), asOf: Instant }) },
  'POST /pix-keys': {
    permission: 'manage',
    stepUp: true,
    idempotency: true,
    body: z.strictObject({
      type: z.enum(['EVP', 'CNPJ', 'CPF', 'EMAIL', 'PHONE']),
      key: z.string().trim().min(1).max(77).optional(),
    }),
    response: operationAnswer(z.object({ key: PixKey })),
    status: 201,
  },
  'PUT /pix-keys/{id}/default': {
    permission: 'manage',
    stepUp: true,
    idempotency: true,
    params: ById,
    response: operationAnswer(z.object({ key: PixKey.nullable() })),
  },
  'DELETE /pix-keys/{id}': {
    permission: 'manage',
    stepUp: true,
    idempotency: true,
    params: ById,
    response: operationAnswer(z.object({ id: z.string() })),
  },
  'GET /limits': { permission: 'read', response: Limits },
  'GET /metrics': {
    permission: 'read',
    response: z.object({ metrics: z.record(z.string(), z.unknown()), asOf: Instant }),
  },
} as const satisfies EndpointMap;
