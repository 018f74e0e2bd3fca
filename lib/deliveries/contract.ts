import { z } from 'zod';
import { pageFields } from '#lib/api/answer-fields.ts';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { ById, Reveal, ThingId, When, Whole } from '#lib/api/query-fields.ts';
import { visibleProblems } from '#lib/api/visible-problems.ts';
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

export const DeliveryOutcome = z.enum(OUTCOMES);
export type DeliveryOutcome = z.infer<typeof DeliveryOutcome>;
/** As a filter. */
export type OutcomeFilter = (typeof OUTCOME_FILTERS)[number];

/**
 * One delivery of the history. `failed`: not delivered, and no later record of the same transaction, event and url
 * was. `recovered`: a later one was. `given_up`: 40 records, or none for 24 h. `closed`: the notice stays undelivered
 * and needs nothing more. `derived`: fields that were inferred.
 * As a filter and as a count `failed` are the open failures, one row each, `given_up` are those of them, and `earlier`
 * are all other attempts that failed and were neither recovered nor closed.
 */
export const Delivery = z.object({
  id: z.string(),
  transactionId: z.string().nullable(),
  webhookId: z.string().nullable(),
  url: pii.reference(z.string().nullable()),
  event: z.string().nullable(),
  /** The receiver's HTTP status; null: no answer. */
  status: z.int().nullable(),
  outcome: DeliveryOutcome,
  /** The last record of the notice of its transaction's current state, which its address has not accepted. */
  open: z.boolean(),
  attempt: z.int().nullable(),
  responseTimeMs: z.number().nullable(),
  createdAt: Instant.nullable(),
  /** From the delivered body. */
  amount: Cents.nullable(),
  clientReference: pii.reference(z.string().nullable()),
  transactionStatus: z.string().nullable(),
  /** The resend of Guichê it is attributed to, inferred. */
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

/** How far the index of the history reaches. */
export const IndexReach = z.object({
  /** Everything newer than `from` and older than this is in the index; null: nothing yet. */
  completeAt: Instant.nullable(),
  from: Instant.nullable(),
  rows: z.int(),
  /** The provider has no older records, or they are older than what is kept. */
  whole: z.boolean(),
  /** Still reading backwards, or forwards to now. */
  reading: z.boolean(),
  problem: z.string().nullable(),
});
export type IndexReach = z.infer<typeof IndexReach>;

/** Open failures of one answer; `status` null: no answer. */
const AnswerCount = z.object({ status: z.int().nullable(), count: z.int() });

export const DeliveryList = z.object({
  ...visibleProblems,
  ...pageFields(Delivery),
  completeAt: Instant.nullable(),
  asOf: Instant,
  reach: IndexReach,
  /**
   * Counts of the filter without its outcome: `all` is the sum of the others, where `given_up` are those of the open
   * failures (`failed`) that are.
   */
  facets: z.object({
    all: z.int(),
    delivered: z.int(),
    failed: z.int(),
    recovered: z.int(),
    given_up: z.int(),
    closed: z.int(),
    earlier: z.int(),
  }),
  /** Where open failures alone are asked for: by what was answered, the most first, without the filter's own answer. */
  answers: z.array(AnswerCount).optional(),
});
export type DeliveryList = z.infer<typeof DeliveryList>;

/** A receiver with open failures. Guichê's own resends never count for whether it fails. */
export const Incident = z.object({
  host: z.string(),
  url: pii.reference(z.string()),
  webhookId: z.string().nullable(),
  /** It takes nothing now: its last two records or more failed. */
  failing: z.boolean(),
  /** Since it takes nothing; of another one, its oldest open failure. */
  since: Instant,
  lastStatus: z.int().nullable(),
  /** Open failures. */
  callbacks: z.int(),
  transactions: z.int(),
  /** Cents of the completed transactions whose callback is not delivered. */
  amount: Cents,
  /** Last hour of a failing one, one bar each two minutes. */
  bars: z.array(z.object({ at: Instant, delivered: z.int(), failed: z.int() })),
});
export type Incident = z.infer<typeof Incident>;

/** Failing receivers first; `open` counts the open failures of all, also of those that are not listed. */
export const IncidentList = z.object({ items: z.array(Incident), open: z.int() });
export type IncidentList = z.infer<typeof IncidentList>;

/** The callback that Guichê's receiver got for this delivery: its headers are not in the history. */
export const Received = z.object({
  at: Instant,
  headers: z.record(z.string(), z.string()),
  attempt: z.int().nullable(),
  signature: z.enum(['holds', 'old_secret', 'wrong', 'missing']),
});

/** One notice of a payment. `history`: by the provider's own records; `receiver`: taken by Guichê's receiver. */
export const Notice = z.object({
  id: z.string(),
  at: Instant,
  event: z.string().nullable(),
  url: z.string().nullable(),
  httpStatus: z.int().nullable(),
  delivered: z.boolean(),
  responseTimeMs: z.number().nullable(),
  /** How often it came. */
  times: z.int(),
  from: z.enum(['history', 'receiver']),
});
export type Notice = z.infer<typeof Notice>;

/** How the notice of a transaction's state stands. `queued`: a resend was accepted, and nothing came since. */
export const LastNotice = z.object({
  transactionId: z.string(),
  state: z.enum(['delivered', 'failed', 'queued']),
  event: z.string().nullable(),
  /** The receiver's last HTTP status; null: no answer, or none yet. */
  lastStatus: z.int().nullable(),
  attempts: z.int(),
});
export type LastNotice = z.infer<typeof LastNotice>;

/** As the service writes them: one that can be nobody's is not found. */
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

/** Chosen failures, or all that a filter has. */
const Chosen = { ids: z.array(ThingId).min(1).max(500) };
const Filtered = { filter: DeliveryFilter };
const How = { reason: CloseReason, note: z.string().trim().min(1).max(LONGEST_CLOSE_NOTE).optional() };

/** `changed` failures; `more`: the filter has more of them than one call takes. */
const Changed = z.object({ changed: z.int(), more: z.boolean() });

export const DeliveryDetail = z.object({
  delivery: Delivery,
  body: pii.deep(z.unknown()),
  responseBody: pii.text(z.string().nullable()),
  responseHeaders: pii.deep(z.unknown()),
  error: pii.text(z.string().nullable()),
  other: Other,
  /** Records of the same transaction, event (of a dispute: the same change of it) and url, oldest first. */
  attempts: z.array(Delivery),
  received: Received.nullable(),
  /** Of an open failure: how many there are at its receiver with the same answer, itself among them. */
  equal: z.int().nullable(),
  /** How its notice was closed; null: it was not. `by` null: by itself. */
  closed: Closing.nullable(),
  raw: pii.deep(z.unknown()),
  asOf: Instant,
});
export type DeliveryDetail = z.infer<typeof DeliveryDetail>;

/** `ms`: half of the answers came within it. */
const Answers = { delivered: z.int(), failed: z.int(), ms: z.number().nullable() };

/**
 * Deliveries that each webhook took and refused over the last 24 hours, 7 or 30 São Paulo days; Guichê's own
 * resends apart.
 */
export const DeliveryHealth = z.object({
  /** Beginning of each bar, oldest first; the running one is the last. */
  at: z.array(Instant),
  /** Nothing is known from before; null: all of it is known. */
  since: Instant.nullable(),
  /** A bar for each `at`; absent: the history is not read yet. */
  webhooks: z
    .array(
      z.object({
        id: z.string(),
        bars: z.array(z.object(Answers)),
        /** 95% of the whole span's answers came within it, ms; null: none told its time. */
        slowest: z.number().nullable(),
      }),
    )
    .optional(),
});
export type DeliveryHealth = z.infer<typeof DeliveryHealth>;

/** One hour or day of it, address by address, the most failures first. */
export const HealthInterval = z.object({
  items: z.array(
    z.object({
      webhookId: z.string().nullable(),
      /** The webhook's address, or the host of addresses that stood in transactions. */
      address: z.string().nullable(),
      ...Answers,
      /** 95% of the answers came within it. */
      slowest: z.number().nullable(),
      /** Statuses that the address answered, each once; null: no answer. */
      statuses: z.array(z.int().nullable()),
    }),
  ),
});
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
  // Of these transactions; those of which the index knows nothing are absent.
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
  // Failures that need no resend leave the counts; recorded in the audit log.
  'POST /deliveries/failures/close': {
    permission: 'resend',
    body: z.union([z.strictObject({ ...Chosen, ...How }), z.strictObject({ ...Filtered, ...How })]),
    response: Changed,
  },
  // Those that were closed by themselves stay closed.
  'POST /deliveries/failures/reopen': {
    permission: 'resend',
    body: z.union([z.strictObject(Chosen), z.strictObject(Filtered)]),
    response: Changed,
  },
  'GET /deliveries/incidents': { permission: 'read', response: IncidentList },
  'GET /deliveries/{id}': { permission: 'read', params: ById, query: Reveal, response: DeliveryDetail },
} as const satisfies EndpointMap;
