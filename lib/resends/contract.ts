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
  /** It begins when its receivers take a notice again. */
  'receiver_down',
  /** A backup was put back: what it asked for since then is not known here. Goes on by `continue` only. */
  'restored',
]);

const Words = z.array(z.string().regex(/^[A-Z_]{2,40}$/)).max(20);

/** The scope of a resend. `everything` also takes transactions whose current state was delivered already. */
export const ResendScope = z.discriminatedUnion('scope', [
  z.strictObject({
    scope: z.literal('transaction'),
    transactionId: ThingId,
    everything: z.boolean().optional(),
  }),
  z.strictObject({
    scope: z.literal('selection'),
    transactionIds: z.array(ThingId).min(1).max(100_000),
    everything: z.boolean().optional(),
  }),
  z.strictObject({
    scope: z.literal('filter'),
    filter: z.strictObject({
      from: When,
      to: When,
      type: Words.optional(),
      status: Words.optional(),
      /** Only those whose callback failed and was not delivered since. */
      onlyFailed: z.boolean().optional(),
      /** Rows of this registered webhook instead of the transactions' own callbackUrl. */
      webhookId: ThingId.optional(),
    }),
    everything: z.boolean().optional(),
  }),
  /** Open failures: of a registered webhook, of a host, or of all addresses that are no registered webhook. */
  z.strictObject({
    scope: z.literal('failures'),
    webhookId: ThingId.optional(),
    host: z.string().min(1).max(255).optional(),
    /** When it last failed. */
    from: When.optional(),
    to: When.optional(),
  }),
  z.strictObject({ scope: z.literal('webhook'), webhookId: ThingId, everything: z.boolean().optional() }),
]);
export const SCOPES = ['transaction', 'selection', 'filter', 'failures', 'webhook'] as const;
export type ResendScope = z.infer<typeof ResendScope>;

/** `total` = outside + unreachable + skipped + requested + unknown + remaining. */
export const ResendCounts = z.object({
  total: z.int(),
  /** Older than the provider resends. */
  outside: z.int(),
  /** No callbackUrl. */
  unreachable: z.int(),
  /** Their current state was delivered already. */
  skipped: z.int(),
  requested: z.int(),
  unknown: z.int(),
  remaining: z.int(),
  /** Of the requested ones, all that the provider took; delivered and failed are parts of them. */
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
  /** Count that the provider said it took; with `truncated` it listed only part of them. */
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
  /** For people: R-118. */
  number: z.int(),
  state: ResendState,
  pauseReason: PauseReason.nullable(),
  /** When it goes on by itself; null: only by `continue`. */
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
  /** The counts come from the index, not from the provider's own answer. */
  estimated: z.boolean(),
  by: Person,
  createdAt: Instant,
  startedAt: Instant.nullable(),
  completedAt: Instant.nullable(),
  /** Until when delivered and failed are followed. */
  followedUntil: Instant.nullable(),
  counts: ResendCounts,
  /** Cents of what is or will be asked for. */
  amount: Cents,
  /** Requests a minute that Guichê makes on this account. */
  perMinute: z.int(),
  /** Deliveries already made are known only of transactions created since then; null: of all. */
  indexFrom: Instant.nullable(),
  /** At most 500: the last that were sent, then the next ones; `requestsTotal` counts all. */
  requests: z.array(ResendRequest),
  requestsTotal: z.int(),
  /** Delivered ones by whole seconds from the request to the delivery, from 0; the last counts all later ones. */
  waits: z.array(z.object({ seconds: z.int(), count: z.int() })),
  /** Failed ones by the receiver's status (null: no answer), most first. */
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
  /** Of a requested one: accepted (no result yet), delivered, failed, or not_taken (the provider took no such one). */
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

export const ResendPreview = z.object({
  previewId: z.string(),
  /** False: still reading; the same route with `{ previewId }` reads on. Only a complete one can be started. */
  complete: z.boolean(),
  /** Its ids are frozen until then. */
  expiresAt: Instant,
  scope: z.enum(SCOPES),
  estimated: z.boolean(),
  counts: ResendCounts.pick({
    total: true,
    outside: true,
    unreachable: true,
    skipped: true,
    remaining: true,
  }),
  /** Cents of what will be asked. */
  amount: Cents,
  /** By event and the transaction's current status. */
  events: z.array(z.object({ event: z.string().nullable(), status: z.string().nullable(), count: z.int() })),
  requests: z.array(
    ResendRequest.pick({ number: true, route: true, from: true, to: true, transactions: true }),
  ),
  requestsTotal: z.int(),
  /** Deliveries already made are known only of transactions created since then; null: of all. */
  indexFrom: Instant.nullable(),
  /** Earliest instant the provider still resends. */
  earliest: Instant,
  /** Requests a minute the provider allows, and another job that shares them. */
  perMinute: z.int(),
  sharedWith: z.object({ id: z.string(), number: z.int() }).nullable(),
  /** The addresses that answer with failures right now. */
  failing: z.array(z.object({ url: pii.reference(z.string()), status: z.int().nullable() })),
  /** Where it reaches nothing: the receivers whose open failures another aim would reach, most first. */
  instead: z.array(z.object({ webhookId: z.string().nullable(), host: z.string(), count: z.int() })),
});
export type ResendPreview = z.infer<typeof ResendPreview>;

/** 100,000 ids of 40 characters. */
const MAX_SELECTION_BYTES = 6_000_000;
const limit = z.coerce.number().int().min(1).max(200).default(50);
const cursor = SealedCursor.optional();
const Changed = z.object({ id: z.string(), state: ResendState });
const CHANGE = { permission: 'resend', idempotency: true, params: ById, response: Changed } as const;

export const ResendList = z.object({
  ...pageFields(ResendHead),
});
export type ResendList = z.infer<typeof ResendList>;

export const ResendItemList = z.object({
  ...pageFields(ResendItem),
});
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
    /** `whenAnswers`: it begins once the receivers that fail now take a notice again. */
    body: z.union([z.strictObject({ previewId: ThingId, whenAnswers: z.boolean().optional() }), ResendScope]),
    response: Changed,
    status: 202,
  },
  'GET /resends': {
    permission: 'read',
    query: ResendListQuery,
    response: ResendList,
  },
  ...exportEndpoints('/resends', ResendExportQuery),
  'GET /resends/{id}': { permission: 'read', params: ById, response: Resend },
  'GET /resends/{id}/items': {
    permission: 'read',
    params: ById,
    query: z.strictObject({
      /** A state or a result; `accepted` those without a result yet. */
      state: z
        .string()
        .regex(/^[a-z_]{2,20}$/)
        .optional(),
      /** The beginning of a client reference or of a transaction's id. */
      q: Pasted(codeKind, 1, 128).optional(),
      limit,
      cursor,
    }),
    response: ResendItemList,
  },
  'POST /resends/{id}/cancel': CHANGE,
  'POST /resends/{id}/continue': CHANGE,
} as const satisfies EndpointMap;
