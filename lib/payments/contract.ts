import { z } from 'zod';
import { Person, pageFields, visibleProblems } from '#lib/api/answer-fields.ts';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { ById, Pasted, PastedId, Reveal, ThingId, Whole } from '#lib/api/query-fields.ts';
import { pii } from '#lib/core/masking/pii.ts';
import { PIX_KEY_KINDS } from '#lib/core/pix/pix-key.ts';
import { ExportHow, exportEndpoints, queryShape } from '#lib/list/query-schema.ts';
import { ApprovalRules, operationAnswer, recordAnswer } from '#lib/operations/contract.ts';
import { receiverPaste } from '#lib/payments/field-rules.ts';
import { paymentLists } from '#lib/payments/payments.list.ts';
import {
  DecodedCode,
  KeyHolder,
  Limits,
  Payment,
  PixKey,
  RefundState,
} from '#lib/providers/money-records.ts';
import { Figures, Instant, Refund } from '#lib/providers/records.ts';

export const PaymentQuery = z.strictObject({
  ...queryShape(paymentLists.charges),
  /** The provider's free-text search (document 2: charges only). 400 where it has none. */
  search: pii.name(z.string().min(2).max(120)).optional(),
  limit: Whole.pipe(z.int().min(1).max(200)).default(50),
  cursor: z.string().max(40_000).optional(),
});
export type PaymentQuery = z.infer<typeof PaymentQuery>;

const PaymentExportQuery = PaymentQuery.omit({ limit: true, cursor: true }).extend(ExportHow.shape);
export type PaymentExportQuery = z.infer<typeof PaymentExportQuery>;

/** A row of a list. `requestedBy`: who requested it in Guichê. Null: it was requested elsewhere. */
const ListedPayment = Payment.extend({
  requestedBy: Person.nullable().optional(),
});

/** Cents that left and arrived since midnight in São Paulo. Null when the sum would be incomplete. */
export const WithdrawnToday = z.object({ sum: z.int().nullable(), count: z.int().nullable(), asOf: Instant });
export type WithdrawnToday = z.infer<typeof WithdrawnToday>;

/**
 * A check that runs when an approver opens a payment. `note`: information, neither for nor against. `unread`:
 * the service did not answer. Checks the service does not support for this kind or account are omitted.
 */
export const ApprovalCheck = z.object({
  name: z.enum([
    ...(['key', 'document', 'code', 'refunds', 'reference'] as const),
    ...(['twin', 'same_amount', 'paid_before', 'balance', 'limit'] as const),
  ]),
  state: z.enum(['ok', 'fails', 'note', 'unread']),
  /** Reason, where a state has several: the changed field of the key's holder, a removed key … */
  why: z.enum(['gone', 'name', 'document', 'institution', 'not_seen', 'refused', 'first']).nullable(),
  /** Cents: the account's balance, or what is left of today's limit. */
  amount: z.int().nullable(),
  /** How many (`twin`: compared ones). `operationId`, `at`: the newest; of `key`: when it was seen. */
  count: z.int().nullable(),
  operationId: z.string().nullable(),
  at: Instant.nullable(),
});
export type ApprovalCheck = z.infer<typeof ApprovalCheck>;
export const ApprovalChecks = z.object({ checks: z.array(ApprovalCheck), asOf: Instant });
export type ApprovalChecks = z.infer<typeof ApprovalChecks>;

export const PaymentList = z.object({
  ...visibleProblems,
  ...pageFields(ListedPayment),
  asOf: Instant,
  /** False: the provider has no such list, and these are the ones created in Guichê. */
  listed: z.boolean(),
});
export type PaymentList = z.infer<typeof PaymentList>;

export const ChargeFunnelQuery = PaymentQuery.pick({ from: true, to: true, cursor: true }).extend({
  virtualAccount: z.string().min(1).max(50).optional(),
  /** Minutes from creation to the expiry the service reports. */
  term: Whole.pipe(z.int().min(1).max(10_000_000)).optional(),
});

const Counted = z.object({ count: z.int(), sum: z.int() });
const Funnel = z.object({
  steps: z.object({
    paid: Counted,
    expired: Counted,
    cancelled: Counted,
    failed: Counted,
    open: Counted,
    other: Counted,
  }),
  /** Paid and refunded since, in full or in part. `sum`: the refunded cents. */
  returned: Counted,
  /** Expired or cancelled, but a payment exists. */
  late: Counted,
  /** Paid within 1, 5, 30 minutes, or later. Charges without a payment time are not counted. */
  speed: z.array(z.int()),
  /** By the São Paulo hour of creation. Open charges are in neither. */
  hours: z.array(z.object({ paid: z.int(), unpaid: z.int() })),
  /** Charges without an amount: counted, but not in any sum. */
  noAmount: z.int(),
});

const Choices = z.object({
  accounts: z.array(z.object({ name: pii.reference(z.string()), count: z.int() })),
  /** Time to pay: charges with it, how many of them ended, and how many of those expired unpaid. */
  terms: z.array(z.object({ minutes: z.int(), count: z.int(), ended: z.int(), expired: z.int() })),
});

/** A part of the period's charges; `nextCursor` continues it. `listed` false: the service has no list. */
export const ChargeFunnelPart = z.object({
  ...visibleProblems,
  funnel: Funnel,
  choices: Choices,
  /** Charges read for this part. `funnel` counts those that match. */
  read: z.int(),
  total: z.int().nullable(),
  nextCursor: z.string().nullable(),
  asOf: Instant,
  listed: z.boolean(),
});
export type ChargeFunnelPart = z.infer<typeof ChargeFunnelPart>;

/** Cents. The handler checks the provider's own minimum and maximum, at the same field. */
const Amount = z.int().min(1).max(999_999_999_999);
/** One reference per intent: typed, or generated by Guichê. */
const ClientReference = Pasted('reference', 1, 64);
const CallbackUrl = Pasted('address', 1, 2048);
/** Document 2: free data of the operation. Document 1 has no such field. */
const Metadata = z
  .record(z.string().min(1).max(40), z.string().min(1).max(200))
  .refine((data) => Object.keys(data).length <= 20);
/** Up to 140 characters for the receiver or the payer. */
const Description = z.string().trim().min(1).max(140).optional();
/** Fields of every outgoing payment. Their order counts: the idempotency hash is of the parsed body. */
const Outgoing = {
  description: Description,
  clientReference: ClientReference.optional(),
  callbackUrl: CallbackUrl.optional(),
  metadata: Metadata.optional(),
  /** The token of the key's or code's look-up: the operation names the receiver it showed. */
  lookup: z.string().min(1).max(4000).optional(),
  /**
   * An open operation with the same receiver and amount that the operator acknowledged: it may still arrive.
   * Without it a second payment is refused with 409 `conflict` and `operationId`.
   */
  acknowledgedDuplicateOf: ThingId.optional(),
};

export const NewCharge = z.strictObject({
  amount: Amount,
  expiresInSeconds: z.int().min(1).max(172_000).optional(),
  clientReference: ClientReference.optional(),
  virtualAccount: Pasted('reference', 1, 50).optional(),
  callbackUrl: CallbackUrl.optional(),
  metadata: Metadata.optional(),
  description: Description,
  payer: z
    .strictObject({
      name: z.string().trim().min(1).max(80).optional(),
      /** With or without punctuation. The handler checks the check digits. */
      document: Pasted('document', 1, 24).optional(),
      email: Pasted('email', 3, 120).optional(),
    })
    .optional(),
});
export type NewCharge = z.infer<typeof NewCharge>;

const PixKeyType = z.enum(PIX_KEY_KINDS);

export const NewWithdrawal = z.strictObject({
  amount: Amount,
  pixKey: Pasted('key', 1, 77),
  pixKeyType: PixKeyType,
  ...Outgoing,
});
export type NewWithdrawal = z.infer<typeof NewWithdrawal>;

export const NewCodePayment = z.strictObject({
  code: Pasted('code', 8, 1024),
  amount: Amount.optional(),
  ...Outgoing,
});
export type NewCodePayment = z.infer<typeof NewCodePayment>;

export const NewTransfer = z.strictObject({
  amount: Amount,
  /** Document 1: an account number of 6 digits. Document 2: a Pix key, or a code with that key. */
  receiver: Pasted(receiverPaste, 1, 1024),
  ...Outgoing,
  description: z.string().trim().min(1).max(500).optional(),
});
export type NewTransfer = z.infer<typeof NewTransfer>;

export const NewRefund = z.strictObject({
  /** Absent: the whole remaining amount. */
  amount: Amount.optional(),
  description: Description,
  clientReference: ClientReference.optional(),
});

/** Withdrawals to one key that were requested in Guichê. `last`: the newest confirmed one (cents). */
export const ReceiverHistory = z.object({
  count: z.int(),
  confirmed: z.int(),
  since: Instant.nullable(),
  last: z.object({ amount: z.int().nullable(), at: Instant }).nullable(),
});
export type ReceiverHistory = z.infer<typeof ReceiverHistory>;

/** `key`: in the form that is sent. The withdrawal sends `lookup` back. */
export const LookedUpKey = z.object({
  holder: KeyHolder,
  key: z.string(),
  keyType: PixKeyType,
  lookup: z.string(),
  history: ReceiverHistory,
});
export type LookedUpKey = z.infer<typeof LookedUpKey>;
/** `holder`: the receiver according to the directory (document 2). Null when unknown. */
export const LookedUpCode = z.object({
  code: DecodedCode,
  holder: KeyHolder.nullable(),
  lookup: z.string(),
});
export type LookedUpCode = z.infer<typeof LookedUpCode>;

/** `listed` false: the provider has no list, and these were created in Guichê, stored masked. */
export const PixKeyList = z.object({
  items: z.array(PixKey),
  ...visibleProblems,
  asOf: Instant,
  listed: z.boolean(),
});
export type PixKeyList = z.infer<typeof PixKeyList>;

const PaymentAnswer = recordAnswer(z.object({ payment: Payment }));
/** A payment that leaves the account. */
const LEAVING = {
  permission: 'withdraw',
  stepUp: true,
  idempotency: true,
  ...PaymentAnswer,
  status: 201,
} as const;
const OF_KEY = { permission: 'manage', stepUp: true, idempotency: true } as const;
const ByReference = z.strictObject({
  id: PastedId.optional(),
  clientReference: ClientReference.optional(),
  endToEndId: Pasted('endToEndId', 1, 64).optional(),
  /** Narrows the result of the other references (document 1). Not enough on its own. */
  virtualAccount: Pasted('reference', 1, 50).optional(),
});
export const FoundPayment = z.object({ payment: Payment, asOf: Instant });
export type FoundPayment = z.infer<typeof FoundPayment>;

export const PaymentRules = z.object({
  ...ApprovalRules.shape,
  charge: z.object({ min: z.int(), max: z.int().nullable(), documentAbove: z.int().nullable() }),
  withdrawal: z.object({ min: z.int().nullable(), max: z.int().nullable() }),
  transfer: z.object({ receiver: z.enum(['account_number', 'pix_key']) }),
  /** A charge must carry the payer's name and document. */
  payerNeeded: z.boolean(),
});
export type PaymentRules = z.infer<typeof PaymentRules>;

/** `from`: source of the data; a statement line has less. `key`: the account's own key that received it. */
export const Deposit = z.object({
  payment: Payment,
  key: pii.key(z.string().nullable()),
  from: z.enum(['provider', 'statement']),
  asOf: Instant,
});
export type Deposit = z.infer<typeof Deposit>;

/** One refund of a payment. `recorded`: the provider shows it. `operation`: it was requested in Guichê. */
export const RefundLine = z.object({
  ...Refund.shape,
  recorded: z.boolean(),
  operation: z.object({ id: z.string(), state: z.string(), by: z.string() }).nullable(),
});
export type RefundLine = z.infer<typeof RefundLine>;

/** The provider's records, and refunds requested in Guichê without a record. Newest first. */
export const PaymentRefunds = z.object({ ...RefundState.shape, refunds: z.array(RefundLine) });
export type PaymentRefunds = z.infer<typeof PaymentRefunds>;

export const paymentEndpoints = {
  'GET /payment-rules': { permission: 'read', response: PaymentRules },
  'GET /charges': { permission: 'read', query: PaymentQuery, response: PaymentList },
  ...exportEndpoints('/charges', PaymentExportQuery),
  'GET /charges/funnel': { permission: 'read', query: ChargeFunnelQuery, response: ChargeFunnelPart },
  'GET /charges/lookup': { permission: 'read', query: ByReference, response: FoundPayment },
  'GET /charges/{id}': { permission: 'read', params: ById, response: FoundPayment },
  // image/png: the provider's image where it has one, else drawn from the code's text.
  'GET /charges/{id}/qr-code': { permission: 'read', params: ById, answer: 'raw' },
  'POST /charges': {
    permission: 'charge',
    idempotency: true,
    body: NewCharge,
    ...PaymentAnswer,
    status: 201,
  },
  'GET /deposits/{id}': { permission: 'read', params: ById, query: Reveal, response: Deposit },
  'GET /withdrawals': { permission: 'read', query: PaymentQuery, response: PaymentList },
  ...exportEndpoints('/withdrawals', PaymentExportQuery),
  'GET /withdrawals/today': { permission: 'read', response: WithdrawnToday },
  'GET /withdrawals/lookup': { permission: 'read', query: ByReference, response: FoundPayment },
  'POST /withdrawals': { ...LEAVING, body: NewWithdrawal },
  'POST /withdrawals/qr-code': { ...LEAVING, body: NewCodePayment },
  'GET /transfers': { permission: 'read', query: PaymentQuery, response: PaymentList },
  ...exportEndpoints('/transfers', PaymentExportQuery),
  'POST /transfers': { ...LEAVING, body: NewTransfer },
  // A Hub payment's id starts with its kind: `payment:…`, `deposit:…`.
  'GET /transactions/{id}/refunds': { permission: 'read', params: ById, response: PaymentRefunds },
  'POST /transactions/{id}/refunds': {
    permission: 'refund',
    stepUp: true,
    idempotency: true,
    params: ById,
    body: NewRefund,
    ...recordAnswer(z.object({ refund: RefundState })),
    status: 201,
  },
  // application/pdf, unmasked, as the provider created it.
  'GET /transactions/{id}/receipt': {
    permission: 'reveal',
    params: ById,
    query: z.strictObject({ of: z.enum(['charge', 'withdrawal', 'transfer']).optional() }),
    answer: 'raw',
  },
  'POST /pix-keys/lookup': {
    permission: 'withdraw',
    body: z.strictObject({ key: Pasted('key', 1, 77), keyType: PixKeyType.optional() }),
    response: LookedUpKey,
  },
  'POST /pix-qr-codes/decode': {
    permission: 'withdraw',
    body: z.strictObject({ code: Pasted('code', 8, 1024) }),
    response: LookedUpCode,
  },
  'GET /pix-keys': { permission: 'read', response: PixKeyList },
  'POST /pix-keys': {
    ...OF_KEY,
    body: z.strictObject({
      type: z.enum(['EVP', 'CNPJ', 'CPF', 'EMAIL', 'PHONE']),
      key: Pasted('key', 1, 77).optional(),
    }),
    ...recordAnswer(z.object({ key: PixKey })),
    status: 201,
  },
  'PUT /pix-keys/{id}/default': {
    ...OF_KEY,
    params: ById,
    ...recordAnswer(z.object({ key: PixKey.nullable() })),
  },
  'DELETE /pix-keys/{id}': {
    ...OF_KEY,
    params: ById,
    response: operationAnswer(z.object({ id: z.string() })),
  },
  // Only while it awaits approval, for someone who may approve it. Contains no name, document or key.
  'GET /operations/{id}/checks': { permission: 'approve', params: ById, response: ApprovalChecks },
  'GET /limits': { permission: 'read', response: Limits },
  'GET /metrics': { permission: 'read', response: z.object({ metrics: Figures, asOf: Instant }) },
} as const satisfies EndpointMap;
