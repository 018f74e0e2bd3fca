import { z } from 'zod';
import { pageFields, visibleProblems } from '#lib/api/answer-fields.ts';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { ById, Reveal, ThingId, When, Whole } from '#lib/api/query-fields.ts';
import { pii } from '#lib/core/masking/pii.ts';
import { deliveriesList } from '#lib/deliveries/deliveries.list.ts';
import {
  CLOSE_REASONS,
  HEALTH_SPANS,
  LONGEST_CLOSE_NOTE,
  MOST_NOTICES,
  type OUTCOME_FILTERS,
  OUTCOMES,
} from '#lib/deliveries/rules.ts';
import { ExportHow, exportEndpoints, queryShape } from '#lib/list/query-schema.ts';
import { Cents, Instant, Other } from '#lib/providers/records.ts';

/** An outcome as a filter value. */
export type OutcomeFilter = (typeof OUTCOME_FILTERS)[number];

/**
 * One delivery attempt of the history. `failed`: not delivered, also not by a later record of the same
 * transaction, event and url; `recovered`: delivered by a later one; `given_up`: 40 records, or none for 24
 * h; `closed`: undelivered and needs nothing more. `derived`: inferred fields. As filter and count, `failed`
 * are the open failures (one row each), `given_up` are some of them, and `earlier` are the other failed
 * attempts that are neither recovered nor closed.
 */
export const Delivery = z.object({
  id: z.string(),
  transactionId: z.string().nullable(),
  webhookId: z.string().nullable(),
  url: pii.reference(z.string().nullable()),
  event: z.string().nullable(),
  /** The receiver's HTTP status; null: no answer. */
  status: z.int().nullable(),
  outcome: z.enum(OUTCOMES),
  /** The last record of a callback about the current state that its address never accepted. */
  open: z.boolean(),
  attempt: z.int().nullable(),
  responseTimeMs: z.number().nullable(),
  createdAt: Instant.nullable(),
  /** Cents, from the delivered body. */
  amount: Cents.nullable(),
  clientReference: pii.reference(z.string().nullable()),
  transactionStatus: z.string().nullable(),
  /** The resend through Guichê that it belongs to, inferred. */
  resendId: z.string().nullable(),
  derived: z.array(z.string()),
});
export type Delivery = z.infer<typeof Delivery>;

export const DeliveryFilter = z.strictObject(queryShape(deliveriesList));
export type DeliveryFilter = z.infer<typeof DeliveryFilter>;

const DeliveryExportQuery = DeliveryFilter.extend(ExportHow.shape);

export const DeliveryListQuery = z.strictObject({
  ...DeliveryFilter.shape,
  limit: Whole.pipe(z.int().min(1).max(500)).default(50),
  cursor: z.string().max(1_000).optional(),
});
export type DeliveryListQuery = z.infer<typeof DeliveryListQuery>;

/** How far Guichê's index of the history reaches. */
export const IndexReach = z.object({
  /** The index has everything from `from` until this time; null: nothing yet. */
  completeAt: Instant.nullable(),
  from: Instant.nullable(),
  rows: z.int(),
  /** The provider has no older records, or they are past the retention. */
  whole: z.boolean(),
  /** The index is still reading older or new records. */
  reading: z.boolean(),
  problem: z.string().nullable(),
});
export type IndexReach = z.infer<typeof IndexReach>;

/** Open failures with one HTTP status; `status` null: no answer. */
const AnswerCount = z.object({ status: z.int().nullable(), count: z.int() });

export const DeliveryList = z.object({
  ...visibleProblems,
  ...pageFields(Delivery),
  completeAt: Instant.nullable(),
  asOf: Instant,
  reach: IndexReach,
  /** Counts of the filter without its outcome. `all`: the sum, where `given_up` is part of `failed`. */
  facets: z.object({
    all: z.int(),
    delivered: z.int(),
    failed: z.int(),
    recovered: z.int(),
    given_up: z.int(),
    closed: z.int(),
    earlier: z.int(),
  }),
  /** Only for open failures alone: counts by HTTP status, most first, ignoring the filter's own. */
  answers: z.array(AnswerCount).optional(),
});
export type DeliveryList = z.infer<typeof DeliveryList>;

/** A receiver with open failures. Guichê's own resends do not affect `failing`. */
export const Incident = z.object({
  host: z.string(),
  url: pii.reference(z.string()),
  webhookId: z.string().nullable(),
  /** True if at least its last two records failed. */
  failing: z.boolean(),
  /** Start of the failing phase; if it is not failing, its oldest open failure. */
  since: Instant,
  lastStatus: z.int().nullable(),
  /** Open failures. */
  callbacks: z.int(),
  transactions: z.int(),
  /** Cents of completed transactions whose callback is not delivered. */
  amount: Cents,
  /** The last hour of a failing receiver, one bar per two minutes. */
  bars: z.array(z.object({ at: Instant, delivered: z.int(), failed: z.int() })),
});
export type Incident = z.infer<typeof Incident>;

/** Failing receivers first. `open`: all open failures, including those of receivers not listed. */
export const IncidentList = z.object({ items: z.array(Incident), open: z.int() });
export type IncidentList = z.infer<typeof IncidentList>;

/** The callback that Guichê's own receiver got for this delivery. The history has no headers. */
const Received = z.object({
  at: Instant,
  headers: z.record(z.string(), z.string()),
  attempt: z.int().nullable(),
  signature: z.enum(['holds', 'old_secret', 'wrong', 'missing']),
});

/** One callback of a payment, from the provider's records or received by Guichê's own receiver. */
export const Notice = z.object({
  id: z.string(),
  at: Instant,
  event: z.string().nullable(),
  url: z.string().nullable(),
  httpStatus: z.int().nullable(),
  delivered: z.boolean(),
  responseTimeMs: z.number().nullable(),
  /** How often it was received. */
  times: z.int(),
  from: z.enum(['history', 'receiver']),
});
export type Notice = z.infer<typeof Notice>;

/** The callback about a transaction's current state. `queued`: a resend was accepted, no record since. */
export const LastNotice = z.object({
  transactionId: z.string(),
  state: z.enum(['delivered', 'failed', 'queued']),
  event: z.string().nullable(),
  /** The receiver's last HTTP status; null: no answer, or none yet. */
  lastStatus: z.int().nullable(),
  attempts: z.int(),
});
export type LastNotice = z.infer<typeof LastNotice>;

/** Ids in the provider's spelling; an unknown id is not found. */
const TransactionIds = z
  .string()
  .max(14_000)
  .transform((text) => text.split(','))
  .pipe(z.array(z.string()).min(1).max(MOST_NOTICES));

export const CloseReason = z.enum(CLOSE_REASONS);
export const Closing = z.object({
  reason: CloseReason,
  note: pii.text(z.string().nullable()),
  by: z.object({ id: z.string(), name: z.string() }).nullable(),
  at: Instant,
});

/** Selected failures, or all of a filter. */
const Chosen = { ids: z.array(ThingId).min(1).max(500) };
const Filtered = { filter: DeliveryFilter };
const How = { reason: CloseReason, note: z.string().trim().min(1).max(LONGEST_CLOSE_NOTE).optional() };

/** `changed`: count of changed failures. `more`: the filter has more than one call changes. */
const Changed = z.object({ changed: z.int(), more: z.boolean() });

export const DeliveryDetail = z.object({
  delivery: Delivery,
  body: pii.deep(z.unknown()),
  responseBody: pii.text(z.string().nullable()),
  responseHeaders: pii.deep(z.unknown()),
  error: pii.text(z.string().nullable()),
  other: Other,
  /** Records of the same transaction, event (for a dispute: the same change) and url, oldest first. */
  attempts: z.array(Delivery),
  received: Received.nullable(),
  /** For an open failure: open failures of its receiver with the same status, including itself. */
  equal: z.int().nullable(),
  /** How its callback was closed, or null. `by` null: automatically. */
  closed: Closing.nullable(),
  raw: pii.deep(z.unknown()),
  asOf: Instant,
});
export type DeliveryDetail = z.infer<typeof DeliveryDetail>;

/** `ms`: median response time. */
const Answers = { delivered: z.int(), failed: z.int(), ms: z.number().nullable() };

/** `slowest`: 95th percentile of response times over the whole span, in ms; null: no times known. */
const Slowest = { slowest: z.number().nullable() };
const WebhookHealth = z.object({ id: z.string(), bars: z.array(z.object(Answers)), ...Slowest });

/** Deliveries per webhook of 24 hours, or 7 or 30 São Paulo days, without Guichê's own resends. */
export const DeliveryHealth = z.object({
  /** Start of each bar, oldest first; the last one is still running. */
  at: z.array(Instant),
  /** Deliveries before this are unknown; null: the whole span is known. */
  since: Instant.nullable(),
  /** One bar per `at`; absent: the history is not read yet. */
  webhooks: z.array(WebhookHealth).optional(),
});
export type DeliveryHealth = z.infer<typeof DeliveryHealth>;

/** One hour or day of deliveries by address, most failures first. */
const AddressHealth = z.object({
  webhookId: z.string().nullable(),
  /** The webhook's address, or the host of the transactions' own addresses. */
  address: z.string().nullable(),
  ...Answers,
  ...Slowest,
  /** Statuses that the address answered, without duplicates; null: no answer. */
  statuses: z.array(z.int().nullable()),
});
export const HealthInterval = z.object({ items: z.array(AddressHealth) });
export type HealthInterval = z.infer<typeof HealthInterval>;

export const deliveryEndpoints = {
  'GET /deliveries': { permission: 'read', query: DeliveryListQuery, response: DeliveryList },
  ...exportEndpoints('/deliveries', DeliveryExportQuery),
  'GET /payments/{id}/notices': {
    permission: 'read',
    params: ById,
    query: z.strictObject({ also: ThingId.optional() }),
    response: z.object({ items: z.array(Notice) }),
  },
  // Transactions that the index does not know are absent.
  'GET /deliveries/notices': {
    permission: 'read',
    query: z.strictObject({ transactionIds: TransactionIds }),
    response: z.object({ items: z.array(LastNotice) }),
  },
  'GET /deliveries/health': {
    permission: 'read',
    query: z.strictObject({ span: z.enum(HEALTH_SPANS).default('hours') }),
    response: DeliveryHealth,
  },
  'GET /deliveries/health/moment': {
    permission: 'read',
    query: z.strictObject({ from: When, to: When }),
    response: HealthInterval,
  },
  // Removes failures that need no resend from the counts; audited.
  'POST /deliveries/failures/close': {
    permission: 'resend',
    body: z.union([z.strictObject({ ...Chosen, ...How }), z.strictObject({ ...Filtered, ...How })]),
    response: Changed,
  },
  // Automatically closed failures stay closed.
  'POST /deliveries/failures/reopen': {
    permission: 'resend',
    body: z.union([z.strictObject(Chosen), z.strictObject(Filtered)]),
    response: Changed,
  },
  'GET /deliveries/incidents': { permission: 'read', response: IncidentList },
  'GET /deliveries/{id}': { permission: 'read', params: ById, query: Reveal, response: DeliveryDetail },
} as const satisfies EndpointMap;
