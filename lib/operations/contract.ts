import { z } from 'zod';
import { Person, Proof, pageFields } from '#lib/api/answer-fields.ts';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { ById, Pasted, SealedCursor } from '#lib/api/query-fields.ts';
import { ROLES } from '#lib/auth/permissions.ts';
import { pii } from '#lib/core/masking/pii.ts';
import { ExportHow, exportEndpoints, queryShape } from '#lib/list/query-schema.ts';
import { operationsList } from '#lib/operations/operations.list.ts';
import { Instant } from '#lib/providers/records.ts';

export const OPERATION_STATES = [
  'awaiting_approval',
  'requested',
  'sent',
  'unknown',
  'confirmed',
  'rejected',
  'declined',
  'expired',
] as const;
export const OperationState = z.enum(OPERATION_STATES);
export type OperationState = z.infer<typeof OperationState>;

/** One call that changes something at a provider, from its intent to its end. `amount` is cents. */
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
  /** Last look-up, whatever it told. */
  lookedUpAt: Instant.nullable(),
  lookUps: z.int(),
  providerRequestId: z.string().nullable(),
  /** Last error from the provider or the way to it. */
  problem: z
    .object({
      code: z.string(),
      title: z.string(),
      todo: z.string(),
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
  /** Intent in the kind's words, no personal data (url, event count, file names …), and texts as written. */
  intent: z.looseObject({
    description: pii.note(z.unknown().optional()),
    externalId: pii.reference(z.unknown().optional(), 'reveal'),
    callbackUrl: pii.reference(z.unknown().optional(), 'reveal'),
    url: pii.reference(z.unknown().optional(), 'reveal'),
  }),
  /** `by`, `at`: who decided, or took it back. Waits until `until`. */
  approval: z.object({
    needed: z.boolean(),
    until: Instant.nullable(),
    by: Person.nullable(),
    at: Instant.nullable(),
    declined: z.boolean(),
    reason: pii.note(z.string().nullable()),
    /**
     * While it waits, why this operator does not let it go: it is their own, their role does not approve, one of them
     * gave the other their access in the last 24 h, or it waited too long. Null: they may, or it does not wait.
     */
    barred: z.enum(['own', 'role', 'lifted', 'late']).nullable(),
  }),
  /** When a backup was put back in which it had not ended: it may have been sent since that backup. */
  restoredAt: Instant.nullable(),
  /** Since when it has to be acknowledged: done after it was given up, or with another amount (`problem`). */
  lateAt: Instant.nullable(),
  /** Cents that moved, where they are others than were asked for (`amount`). */
  otherAmount: z.int().nullable(),
  /** Person who acknowledged that, and when; null: nobody yet. */
  lateSeen: z.object({ by: Person, at: Instant }).nullable(),
  /** The person who said how it ended where no look-up could tell, and why; null: nobody had to. */
  byHand: z
    .object({
      by: Person,
      happened: z.boolean(),
      reason: pii.note(z.string().nullable()),
    })
    .nullable(),
  /** Actions open to this operator now. `repeat` of one that was never sent begins a new one. */
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

/** When money that leaves needs a second person: above which amount (cents; null: never), and what this one asked for. */
export const ApprovalRules = z.object({
  approvalAbove: z.int().nullable(),
  /** For each person and São Paulo day. */
  approvalAboveDaily: z.int().nullable(),
  /** Cents this operator asked for today that count towards it; null where no such rule holds. */
  requestedToday: z.int().nullable(),
  /** A rule holds, and this operator entered the account or its credential within 24 h: each of their payments waits. */
  entered: z.boolean(),
});
export type ApprovalRules = z.infer<typeof ApprovalRules>;

/** The same, and who may approve what this person asks for now: the first few names, and how many there are. */
export const SecondPersonRules = ApprovalRules.extend({
  /** Null where no rule asks for anybody. */
  approvers: z.object({ names: z.array(z.string()), count: z.int() }).nullable(),
});
export type SecondPersonRules = z.infer<typeof SecondPersonRules>;

/** Whom an operation pays, in clear, as far as it is known: what its requester was shown, or the provider tells. */
export const OperationReceiver = z.object({
  name: z.string().nullable(),
  document: z.string().nullable(),
  institution: z.string().nullable(),
  /** The institution's number in the network, eight digits. */
  ispb: z.string().nullable(),
  /** CACC, SVGS, or another word of the directory. */
  accountType: z.string().nullable(),
  /** When its requester was shown this; null: they asked without looking it up. */
  seenAt: Instant.nullable(),
  /** A Pix key, as it is sent. */
  key: z.string().nullable(),
  keyType: z.string().nullable(),
  /** The number of an account of the service. */
  account: z.string().nullable(),
});
export type OperationReceiver = z.infer<typeof OperationReceiver>;

export const NOBODY: OperationReceiver = {
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

/** Facts for deciding a waiting operation, beside its record. */
export const OperationApproval = z.object({
  /** The rule that asks for a second person, as the account has it now (cents); null: it has none any more. */
  rule: z.object({ name: z.enum(['entered', 'payment', 'day', 'unsaid']), above: z.int() }).nullable(),
  /** People who may approve it: not its requester, nor anybody who got their access from them today. */
  deciders: z.array(Person),
  /** The network that it was asked from, and by which browser; null for who does not approve. */
  from: z.string().nullable(),
  agent: z.string().nullable(),
  /** When anything of its requester's came from that network first, as far as the audit log goes back. */
  fromSince: Instant.nullable(),
  /** How its requester had proved who they are last before they asked; null: not known. */
  proof: Proof.nullable(),
  /** Its requester's roles on this account now; empty for who does not approve. */
  roles: z.array(z.enum(ROLES)),
  /** Another operation of this account, open or confirmed, that has its reference; null: the reference is free. */
  referenceUsedBy: z.string().nullable(),
  /**
   * Requester's outgoing requests of its São Paulo day, newest first. `sum` (cents) and `count` are of the open and the
   * confirmed ones, `limit` of the rule for one person and day; null: the account has none.
   */
  day: z.object({
    items: z.array(Operation),
    sum: z.int(),
    count: z.int(),
    limit: z.int().nullable(),
  }),
  /** Earlier operations for the same receiver, newest first, ten at most. */
  before: z.array(Operation),
});
export type OperationApproval = z.infer<typeof OperationApproval>;

/** Operations waiting for one person over all accounts, the soonest to end first. */
export const Approvals = z.object({
  items: z.array(
    z.object({
      account: z.object({ slug: z.string(), name: z.string() }),
      operation: Operation,
      /** In clear; null: not known now, or not asked for. */
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

/** The head of every answer of a changing call. `problem`: what a confirmed one still has to say (`amount_differs`). */
export const OperationHead = z.object({
  id: z.string(),
  kind: z.string(),
  state: OperationState,
  problem: z.object({ code: z.string() }).optional(),
});
export type OperationHead = z.infer<typeof OperationHead>;

/** The body of a changing call's answer; `result` stands only once it is confirmed. */
export const operationAnswer = <T extends z.ZodType>(result: T) =>
  z.object({ operation: OperationHead, result: result.optional() });
/** The same where the result is a provider's record: a refusal shows the one that stands there by the same schema. */
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

/** A person's word on how an operation ended that no look-up tells anything of; who reads the operation reads why. */
export const SettledByHand = z.strictObject({
  happened: z.boolean(),
  reason: z.string().trim().min(1).max(500),
});
export type SettledByHand = z.infer<typeof SettledByHand>;

const { show: _, kind: __, ...narrowing } = queryShape(operationsList);

export const OperationListQuery = z.strictObject({
  ...narrowing,
  state: States.optional(),
  kind: Kinds.optional(),
  target: z.string().min(1).max(128).optional(),
  /** `open`: only those that happened after all, and that nobody has acknowledged. */
  late: z.literal('open').optional(),
  /** `me`: only those that wait for a second person, and that this operator may let go now. */
  awaiting: z.literal('me').optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: SealedCursor.optional(),
});
export type OperationListQuery = z.infer<typeof OperationListQuery>;

export const OperationList = z.object({
  ...pageFields(Operation),
});
export type OperationList = z.infer<typeof OperationList>;

/** Operation of this account, open or confirmed, that has the reference; null: none here, others may at the service. */
export const UsedReference = z.object({ takenBy: z.string().nullable() });
export type UsedReference = z.infer<typeof UsedReference>;

export const OperationExportQuery = z.strictObject({ ...queryShape(operationsList), ...ExportHow.shape });
export type OperationExportQuery = z.infer<typeof OperationExportQuery>;

export const operationEndpoints = {
  // Of others, that this person may let go: each receiver is in clear and in the audit log, unless none is asked for.
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
  'GET /operations': {
    permission: 'read',
    query: OperationListQuery,
    response: OperationList,
  },
  ...exportEndpoints('/operations', OperationExportQuery),
  // In clear, and in the audit log: only while it awaits approval, for who may let it go.
  'GET /operations/{id}/receiver': {
    permission: 'approve',
    params: ById,
    response: z.object({ receiver: OperationReceiver, asOf: Instant }),
  },
  'GET /operations/{id}/approval': { permission: 'read', params: ById, response: OperationApproval },
  'GET /operations/{id}': { permission: 'read', params: ById, response: OperationDetail },
  // The permission and the step-up are those of the operation's kind: the verbs ask for them.
  // One that happened after all: its requester, who may ask for its kind, and administrators.
  'POST /operations/{id}/acknowledge': { permission: 'read', params: ById, response: OperationDetail },
  'POST /operations/{id}/look-up': { permission: 'read', params: ById, response: OperationDetail },
  // An operation that waits for a second person: its requester never approves it, but may take it back.
  'POST /operations/{id}/approve': {
    permission: 'approve',
    stepUp: true,
    idempotency: true,
    params: ById,
    response: operationAnswer(z.record(z.string(), z.unknown())),
  },
  // `reason`: whoever asked reads it; the page does not decline another's request without one.
  'POST /operations/{id}/decline': {
    permission: 'approve',
    idempotency: true,
    params: ById,
    body: z.strictObject({ reason: z.string().trim().min(1).max(500).optional() }),
    response: OperationDetail,
    existing: OperationHead.pick({ state: true }),
  },
  // One that no look-up tells anything of, by a person's word; whoever asked for it only where nobody had to approve it.
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
