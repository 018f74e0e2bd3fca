import { z } from 'zod';
import { Person, Proof, pageFields } from '#lib/api/answer-fields.ts';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { ById, Pasted, SealedCursor } from '#lib/api/query-fields.ts';
import { ROLES } from '#lib/auth/permissions.ts';
import { pii } from '#lib/core/masking/pii.ts';
import { ExportHow, exportEndpoints, queryShape } from '#lib/list/query-schema.ts';
import { operationsList } from '#lib/operations/operations.list.ts';
import { ENDED_STATES, OPEN_STATES } from '#lib/operations/rules.ts';
import { Instant } from '#lib/providers/records.ts';

export const OperationState = z.enum([...OPEN_STATES, ...ENDED_STATES]);
export type OperationState = z.infer<typeof OperationState>;

/** One changing call to a provider, from the intent to the outcome. `amount` is in cents. */
export const Operation = z.object({
  id: z.string(),
  kind: z.string(),
  state: OperationState,
  /** Why it was rejected: never_sent, not_found, provider, conflict, account_archived, by_hand. */
  reason: z.string().nullable(),
  target: pii.reference(z.string(), 'reveal'),
  amount: z.int().nullable(),
  clientReference: pii.reference(z.string().nullable(), 'reveal'),
  actor: Person,
  createdAt: Instant,
  sentAt: Instant.nullable(),
  settledAt: Instant.nullable(),
  nextLookUpAt: Instant.nullable(),
  /** Time of the last look-up, whatever its result. */
  lookedUpAt: Instant.nullable(),
  lookUps: z.int(),
  providerRequestId: z.string().nullable(),
  /** Last error from the provider or from the connection to it. */
  problem: z
    .object({
      code: z.string(),
      title: z.string(),
      hint: z.string(),
      provider: z
        .object({
          code: z.string().nullable(),
          message: pii.text(z.string().nullable()),
          requestId: z.string().nullable(),
          status: z.int().nullable(),
        })
        .nullable(),
      retryAfterSeconds: z.number().nullable(),
    })
    .nullable(),
  /** What the kind records of the request: no personal data, and free texts as written. */
  intent: z.looseObject({
    description: pii.note(z.unknown().optional()),
    externalId: pii.reference(z.unknown().optional(), 'reveal'),
    callbackUrl: pii.reference(z.unknown().optional(), 'reveal'),
    url: pii.reference(z.unknown().optional(), 'reveal'),
  }),
  /** `by` and `at`: who approved, declined or withdrew it, and when. It waits until `until`. */
  approval: z.object({
    needed: z.boolean(),
    until: Instant.nullable(),
    by: Person.nullable(),
    at: Instant.nullable(),
    declined: z.boolean(),
    reason: pii.note(z.string().nullable()),
    /**
     * While it waits, why this operator may not approve it: own request, no approving role, one of the two
     * granted the other access in the last 24 h, or it waited too long. Null: they may, or it does not wait.
     */
    barred: z.enum(['own', 'role', 'lifted', 'late']).nullable(),
  }),
  /** When a backup was restored in which it was still open: it may have been sent after that backup. */
  restoredAt: Instant.nullable(),
  /** Since when it must be acknowledged: it happened after all, or with another amount (`problem`). */
  lateAt: Instant.nullable(),
  /** Cents that moved, when they differ from the requested `amount`. */
  otherAmount: z.int().nullable(),
  /** Who acknowledged it, and when. Null: nobody yet. */
  lateSeen: z.object({ by: Person, at: Instant }).nullable(),
  /** Who recorded the outcome because no look-up could find it, and why. Null: nobody. */
  byHand: z
    .object({
      by: Person,
      happened: z.boolean(),
      reason: pii.note(z.string().nullable()),
    })
    .nullable(),
  /** Actions this operator may take now. `repeat` of an operation that was never sent begins a new one. */
  may: z.object({
    lookUp: z.boolean(),
    repeat: z.boolean(),
    approve: z.boolean(),
    decline: z.boolean(),
    acknowledge: z.boolean(),
    settle: z.boolean(),
  }),
});
export type Operation = z.infer<typeof Operation>;

/** When outgoing money needs a second person. Limits in cents (null: none), and this operator's sum today. */
export const ApprovalRules = z.object({
  approvalAbove: z.int().nullable(),
  /** Limit for the sum of one person's requests in one São Paulo day. */
  approvalAboveDaily: z.int().nullable(),
  /** Cents this operator requested today that count towards the daily limit. Null: no daily limit. */
  requestedToday: z.int().nullable(),
  /** A limit exists, and this operator added the account or credential within 24 h: payments wait. */
  entered: z.boolean(),
});
export type ApprovalRules = z.infer<typeof ApprovalRules>;

/** `ApprovalRules`, and who may approve a request of this person: the first few names, and their number. */
export const SecondPersonRules = ApprovalRules.extend({
  /** Null when no limit exists. */
  approvers: z.object({ names: z.array(z.string()), count: z.int() }).nullable(),
});
export type SecondPersonRules = z.infer<typeof SecondPersonRules>;

/** Whom an operation pays, unmasked, as far as known: what the requester saw, or the provider returns. */
export const OperationReceiver = z.object({
  name: z.string().nullable(),
  document: z.string().nullable(),
  institution: z.string().nullable(),
  /** The institution's ISPB code, eight digits. */
  ispb: z.string().nullable(),
  /** CACC, SVGS, or another code of the directory. */
  accountType: z.string().nullable(),
  /** When the requester saw these facts. Null: they requested it without a look-up. */
  seenAt: Instant.nullable(),
  /** A Pix key, in the form that is sent. */
  key: z.string().nullable(),
  keyType: z.string().nullable(),
  /** The number of an account at the service. */
  account: z.string().nullable(),
});
export type OperationReceiver = z.infer<typeof OperationReceiver>;

export const EMPTY_RECEIVER: OperationReceiver = {
  name: null,
  document: null,
  institution: null,
  ispb: null,
  accountType: null,
  seenAt: null,
  key: null,
  keyType: null,
  account: null,
};

/** Facts for deciding on a waiting operation, in addition to its record. */
export const OperationApproval = z.object({
  /** The account's present rule that requires a second person (cents). Null: none applies any more. */
  rule: z.object({ name: z.enum(['entered', 'payment', 'day', 'unsaid']), above: z.int() }).nullable(),
  /** People who may approve it: neither its requester nor anyone whose access the requester granted today. */
  deciders: z.array(Person),
  /** Network and browser of the request. Null for a reader who may not approve. */
  from: z.string().nullable(),
  agent: z.string().nullable(),
  /** First activity of the requester from that network, as far as the audit log goes back. */
  fromSince: Instant.nullable(),
  /** How the requester last proved their identity before the request. Null: not known. */
  proof: Proof.nullable(),
  /** The requester's present roles on this account. Empty for a reader who may not approve. */
  roles: z.array(z.enum(ROLES)),
  /** Another open or confirmed operation of this account with the same reference. Null: it is free. */
  referenceUsedBy: z.string().nullable(),
  /**
   * The requester's outgoing requests of that São Paulo day, newest first. `sum` (cents) and `count` cover
   * the open and confirmed ones. `limit` is the daily limit per person (cents); null: none.
   */
  day: z.object({
    items: z.array(Operation),
    sum: z.int(),
    count: z.int(),
    limit: z.int().nullable(),
  }),
  /** Earlier operations for the same receiver, newest first, at most ten. */
  before: z.array(Operation),
});
export type OperationApproval = z.infer<typeof OperationApproval>;

/** Operations that one person may decide, over all accounts, the first to expire first. */
export const Approvals = z.object({
  items: z.array(
    z.object({
      account: z.object({ slug: z.string(), name: z.string() }),
      operation: Operation,
      /** Unmasked. Null: not available now, or not requested. */
      receiver: OperationReceiver.nullable(),
    }),
  ),
  asOf: Instant,
});
export type Approvals = z.infer<typeof Approvals>;

export const OperationAttempt = z.object({
  number: z.int(),
  sentAt: Instant,
  endedAt: Instant.nullable(),
  outcome: z.string().nullable(),
  code: z.string().nullable(),
  providerRequestId: z.string().nullable(),
});

export const OperationDetail = z.object({ operation: Operation, attempts: z.array(OperationAttempt) });
export type OperationDetail = z.infer<typeof OperationDetail>;

/** First part of a changing call's answer. A confirmed one may have a `problem` too (`amount_differs`). */
export const OperationHead = z.object({
  id: z.string(),
  kind: z.string(),
  state: OperationState,
  problem: z.object({ code: z.string() }).optional(),
});
export type OperationHead = z.infer<typeof OperationHead>;

/** Body of a changing call's answer. `result` is present only once the operation is confirmed. */
export const operationAnswer = <T extends z.ZodType>(result: T) =>
  z.object({ operation: OperationHead, result: result.optional() });
/** `operationAnswer` for a provider's record. A refusal shows the existing record with the same schema. */
export const recordAnswer = <T extends z.ZodType>(result: T) => ({
  response: operationAnswer(result),
  existing: result,
});

/** `webhook.rotate,callback-secret.create` */
const Kinds = z
  .string()
  .regex(/^[a-z._-]{2,60}(,[a-z._-]{2,60}){0,19}$/)
  .transform((text) => text.split(','));
const States = z
  .string()
  .regex(/^[a-z_]{2,40}(,[a-z_]{2,40}){0,9}$/)
  .transform((text) => text.split(','));

/** An outcome recorded by a person, as no look-up can find it. Readers of the operation read the reason. */
export const SettledByHand = z.strictObject({
  happened: z.boolean(),
  reason: z.string().trim().min(1).max(500),
});

const { show: _, kind: __, ...narrowing } = queryShape(operationsList);

export const OperationListQuery = z.strictObject({
  ...narrowing,
  state: States.optional(),
  kind: Kinds.optional(),
  target: z.string().min(1).max(128).optional(),
  /** `open`: only operations that happened after they were given up and that nobody has acknowledged. */
  late: z.literal('open').optional(),
  /** `me`: only operations that wait for a second person and that this operator may approve now. */
  awaiting: z.literal('me').optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: SealedCursor.optional(),
});
export type OperationListQuery = z.infer<typeof OperationListQuery>;

export const OperationList = z.object(pageFields(Operation));
export type OperationList = z.infer<typeof OperationList>;

/** Open or confirmed operation here with the reference. Null: none; the service may know others. */
export const UsedReference = z.object({ takenBy: z.string().nullable() });
export type UsedReference = z.infer<typeof UsedReference>;

export const OperationExportQuery = z.strictObject({ ...queryShape(operationsList), ...ExportHow.shape });
export type OperationExportQuery = z.infer<typeof OperationExportQuery>;

export const operationEndpoints = {
  // Others' operations that this person may approve. Each receiver is unmasked and audited, unless
  // `receivers` is '0'.
  'GET /api/approvals': {
    permission: 'signed-in',
    query: z.strictObject({ receivers: z.literal('0').optional() }),
    response: Approvals,
  },
  'GET /approval-rules': { permission: 'read', response: SecondPersonRules },
  'GET /references/lookup': {
    permission: 'read',
    query: z.strictObject({ clientReference: Pasted('reference', 1, 64) }),
    response: UsedReference,
  },
  'GET /operations': { permission: 'read', query: OperationListQuery, response: OperationList },
  ...exportEndpoints('/operations', OperationExportQuery),
  // Unmasked and audited. Only while it awaits approval, and only for someone who may approve it.
  'GET /operations/{id}/receiver': {
    permission: 'approve',
    params: ById,
    response: z.object({ receiver: OperationReceiver, asOf: Instant }),
  },
  'GET /operations/{id}/approval': { permission: 'read', params: ById, response: OperationApproval },
  'GET /operations/{id}': { permission: 'read', params: ById, response: OperationDetail },
  // The handlers require the permission and step-up of the operation's kind. Acknowledging a late
  // confirmation: its requester, anyone who may request its kind, and administrators.
  'POST /operations/{id}/acknowledge': { permission: 'read', params: ById, response: OperationDetail },
  'POST /operations/{id}/look-up': { permission: 'read', params: ById, response: OperationDetail },
  // For an operation that waits for a second person. Its requester may never approve it, but may withdraw it.
  'POST /operations/{id}/approve': {
    permission: 'approve',
    stepUp: true,
    idempotency: true,
    params: ById,
    response: operationAnswer(z.record(z.string(), z.unknown())),
  },
  // The requester reads `reason`. The page requires one to decline another person's request.
  'POST /operations/{id}/decline': {
    permission: 'approve',
    idempotency: true,
    params: ById,
    body: z.strictObject({ reason: z.string().trim().min(1).max(500).optional() }),
    response: OperationDetail,
    existing: OperationHead.pick({ state: true }),
  },
  // Records an outcome that no look-up can find. The requester may do so only where no approval was needed.
  'POST /operations/{id}/settle': {
    permission: 'read',
    stepUp: true,
    idempotency: true,
    params: ById,
    body: SettledByHand,
    response: OperationDetail,
    existing: OperationHead.pick({ state: true }),
  },
  'POST /operations/{id}/repeat': {
    permission: 'read',
    params: ById,
    idempotency: true,
    response: operationAnswer(z.record(z.string(), z.unknown())),
  },
} as const satisfies EndpointMap;
