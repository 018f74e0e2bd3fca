import { z } from 'zod';
import { Person, pageFields } from '#lib/api/answer-fields.ts';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { ById, Pasted, SealedCursor, ThingId, When } from '#lib/api/query-fields.ts';
import { codeKind } from '#lib/core/clean.ts';
import { pii } from '#lib/core/masking/pii.ts';
import { ExportHow, exportEndpoints, queryShape } from '#lib/list/query-schema.ts';
import { Cents, Instant } from '#lib/providers/records.ts';
import { RESEND_STATES, resendsList } from '#lib/resends/resends.list.ts';

export const ResendState = z.enum(RESEND_STATES);
export type ResendState = z.infer<typeof ResendState>;
export const PauseReason = z.enum([
  'rate_limited',
  'provider_limit',
  'provider_unavailable',
  'account_read_only',
  'ids_ignored',
  /** It starts when its receivers accept a callback again. */
  'receiver_down',
  /** A backup was restored, so Guichê does not know what it requested since. Only `continue` resumes it. */
  'restored',
]);

const Labels = z.array(z.string().regex(/^[A-Z_]{2,40}$/)).max(20);

const Everything = { everything: z.boolean().optional() };

/** The scope of a resend. `everything`: also transactions whose current state was already delivered. */
export const ResendScope = z.discriminatedUnion('scope', [
  z.strictObject({ scope: z.literal('transaction'), transactionId: ThingId, ...Everything }),
  z.strictObject({
    scope: z.literal('selection'),
    transactionIds: z.array(ThingId).min(1).max(100_000),
    ...Everything,
  }),
  z.strictObject({
    scope: z.literal('filter'),
    filter: z.strictObject({
      from: When,
      to: When,
      type: Labels.optional(),
      status: Labels.optional(),
      /** Only transactions whose callback failed and was not delivered since. */
      onlyFailed: z.boolean().optional(),
      /** Deliveries of this registered webhook instead of the transactions' own callbackUrl. */
      webhookId: ThingId.optional(),
    }),
    ...Everything,
  }),
  /** Open failures of a registered webhook, of a host, or of all addresses without a webhook. */
  z.strictObject({
    scope: z.literal('failures'),
    webhookId: ThingId.optional(),
    host: z.string().min(1).max(255).optional(),
    /** Period of the last failure. */
    from: When.optional(),
    to: When.optional(),
  }),
  z.strictObject({ scope: z.literal('webhook'), webhookId: ThingId, ...Everything }),
]);
const SCOPES = ['transaction', 'selection', 'filter', 'failures', 'webhook'] as const;
export type ResendScope = z.infer<typeof ResendScope>;

/** `total` = outside + unreachable + skipped + requested + unknown + remaining. */
export const ResendCounts = z.object({
  total: z.int(),
  /** Transactions older than the provider resends. */
  outside: z.int(),
  /** Transactions without callbackUrl. */
  unreachable: z.int(),
  /** Transactions whose current state was already delivered. */
  skipped: z.int(),
  requested: z.int(),
  unknown: z.int(),
  remaining: z.int(),
  /** Requested transactions that the provider accepted; includes `delivered` and `failed`. */
  accepted: z.int(),
  delivered: z.int(),
  failed: z.int(),
});
export type ResendCounts = z.infer<typeof ResendCounts>;

export const ResendRequest = z.object({
  number: z.int(),
  route: z.enum(['filter', 'registered', 'webhook', 'transaction']),
  from: Instant.nullable(),
  to: Instant.nullable(),
  transactions: z.int(),
  state: z.enum(['planned', 'waiting', 'sent', 'accepted', 'refused', 'unknown', 'cancelled']),
  /** Count that the provider reported as accepted. `truncated`: its answer listed only some of them. */
  accepted: z.int().nullable(),
  truncated: z.boolean(),
  sentAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  code: z.string().nullable(),
  providerRequestId: z.string().nullable(),
});
export type ResendRequest = z.infer<typeof ResendRequest>;

export const Resend = z.object({
  id: z.string(),
  /** Shown to operators as R-118. */
  number: z.int(),
  state: ResendState,
  pauseReason: PauseReason.nullable(),
  /** When it resumes by itself; null: only by `continue`. */
  pausedUntil: Instant.nullable(),
  problem: z
    .object({
      code: z.string().nullable(),
      message: pii.text(z.string().nullable()),
      requestId: z.string().nullable(),
    })
    .nullable(),
  scope: z.enum(SCOPES),
  filter: z.record(z.string(), z.unknown()),
  /** The counts come from Guichê's index, not from the provider's answer. */
  estimated: z.boolean(),
  by: Person,
  createdAt: Instant,
  startedAt: Instant.nullable(),
  completedAt: Instant.nullable(),
  /** Until when Guichê follows the results `delivered` and `failed`. */
  followedUntil: Instant.nullable(),
  counts: ResendCounts,
  /** Cents of all transactions requested or still to be requested. */
  amount: Cents,
  /** Requests per minute that Guichê sends on this account. */
  perMinute: z.int(),
  /** Earlier deliveries are known only of transactions created since then; null: of all. */
  indexFrom: Instant.nullable(),
  /** At most 500: the last sent requests, then the next ones. `requestsTotal` counts all. */
  requests: z.array(ResendRequest),
  requestsTotal: z.int(),
  /** Deliveries by whole seconds from request to delivery, from 0. The last entry includes all later ones. */
  waits: z.array(z.object({ seconds: z.int(), count: z.int() })),
  /** Failures by the receiver's HTTP status (null: no answer), most frequent first. */
  failures: z.array(z.object({ status: z.int().nullable(), count: z.int(), amount: Cents })),
});
export type Resend = z.infer<typeof Resend>;

/** A resend in a list. */
export const ResendHead = Resend.omit({ requests: true, requestsTotal: true, waits: true, failures: true });
export type ResendHead = z.infer<typeof ResendHead>;

export const ResendItem = z.object({
  transactionId: z.string(),
  clientReference: pii.reference(z.string().nullable()),
  amount: Cents.nullable(),
  status: z.string().nullable(),
  createdAt: Instant.nullable(),
  /** outside, unreachable, skipped, remaining, requested, unknown, cancelled. */
  state: z.string(),
  /** Of a requested item: accepted (no result yet), delivered, failed, not_taken (not accepted). */
  result: z.string().nullable(),
  request: z.int().nullable(),
  event: z.string().nullable(),
  httpStatus: z.int().nullable(),
  responseTimeMs: z.number().nullable(),
  requestedAt: Instant.nullable(),
  deliveredAt: Instant.nullable(),
  deliveryId: z.string().nullable(),
});
export type ResendItem = z.infer<typeof ResendItem>;

const PlannedCounts = ResendCounts.omit({
  requested: true,
  unknown: true,
  accepted: true,
  delivered: true,
  failed: true,
});
const PlannedRequest = ResendRequest.pick({
  number: true,
  route: true,
  from: true,
  to: true,
  transactions: true,
});

export const ResendPreview = z.object({
  previewId: z.string(),
  /** False: `{ previewId }` continues the read. Only a complete preview can be started. */
  complete: z.boolean(),
  /** The transaction ids stay fixed until then. */
  expiresAt: Instant,
  scope: z.enum(SCOPES),
  estimated: z.boolean(),
  counts: PlannedCounts,
  /** Cents of the transactions to be requested. */
  amount: Cents,
  /** Counts by event and the transaction's current status. */
  events: z.array(z.object({ event: z.string().nullable(), status: z.string().nullable(), count: z.int() })),
  requests: z.array(PlannedRequest),
  requestsTotal: z.int(),
  /** Earlier deliveries are known only of transactions created since then; null: of all. */
  indexFrom: Instant.nullable(),
  /** Earliest creation time that the provider still resends. */
  earliest: Instant,
  /** Requests per minute that the provider allows, and another running resend that shares them. */
  perMinute: z.int(),
  sharedWith: z.object({ id: z.string(), number: z.int() }).nullable(),
  /** Receivers that are failing right now. */
  failing: z.array(z.object({ url: pii.reference(z.string()), status: z.int().nullable() })),
  /** If the scope matches nothing: other receivers with open failures, most first. */
  instead: z.array(z.object({ webhookId: z.string().nullable(), host: z.string(), count: z.int() })),
});
export type ResendPreview = z.infer<typeof ResendPreview>;

/** 100,000 ids of 40 characters. */
const MAX_SELECTION_BYTES = 6_000_000;
const limit = z.coerce.number().int().min(1).max(200).default(50);
const cursor = SealedCursor.optional();
const Changed = z.object({ id: z.string(), state: ResendState });
const CHANGE = { permission: 'resend', idempotency: true, params: ById, response: Changed } as const;

export const ResendList = z.object(pageFields(ResendHead));
export type ResendList = z.infer<typeof ResendList>;

export const ResendItemList = z.object(pageFields(ResendItem));
export type ResendItemList = z.infer<typeof ResendItemList>;

export const ResendListQuery = z.strictObject({ ...queryShape(resendsList), limit, cursor });
export type ResendListQuery = z.infer<typeof ResendListQuery>;
const ResendExportQuery = z.strictObject({ ...queryShape(resendsList), ...ExportHow.shape });
export type ResendExportQuery = z.infer<typeof ResendExportQuery>;

export const resendEndpoints = {
  'POST /resends/preview': {
    permission: 'resend',
    maxBody: MAX_SELECTION_BYTES,
    body: z.union([z.strictObject({ previewId: ThingId }), ResendScope]),
    response: ResendPreview,
  },
  'POST /resends': {
    permission: 'resend',
    idempotency: true,
    maxBody: MAX_SELECTION_BYTES,
    /** `whenAnswers`: starts once the failing receivers accept a callback again. */
    body: z.union([z.strictObject({ previewId: ThingId, whenAnswers: z.boolean().optional() }), ResendScope]),
    response: Changed,
    status: 202,
  },
  'GET /resends': { permission: 'read', query: ResendListQuery, response: ResendList },
  ...exportEndpoints('/resends', ResendExportQuery),
  'GET /resends/{id}': { permission: 'read', params: ById, response: Resend },
  'GET /resends/{id}/items': {
    permission: 'read',
    params: ById,
    query: z.strictObject({
      /** A state or a result. `accepted`: items without a result yet. */
      state: z
        .string()
        .regex(/^[a-z_]{2,20}$/)
        .optional(),
      /** Beginning of a client reference or a transaction id. */
      q: Pasted(codeKind, 1, 128).optional(),
      limit,
      cursor,
    }),
    response: ResendItemList,
  },
  'POST /resends/{id}/cancel': CHANGE,
  'POST /resends/{id}/continue': CHANGE,
} as const satisfies EndpointMap;
