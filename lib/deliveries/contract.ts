import { z } from 'zod';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { ById, ThingId } from '#lib/api/query-fields.ts';
import { told } from '#lib/api/told.ts';
import { Cents, Instant } from '#lib/providers/records.ts';

export const OUTCOMES = ['delivered', 'failed', 'recovered', 'given_up'] as const;
export const DeliveryOutcome = z.enum(OUTCOMES);
export type DeliveryOutcome = z.infer<typeof DeliveryOutcome>;

/**
 * One delivery of the history. `failed`: not delivered, and no later record of the same transaction, event and url
 * was. `recovered`: a later one was. `given_up`: 40 records, or none for 24 h. `derived`: fields that were inferred.
 */
export const Delivery = z.object({
  id: z.string(),
  transactionId: z.string().nullable(),
  webhookId: z.string().nullable(),
  url: z.string().nullable(),
  event: z.string().nullable(),
  /** The receiver's HTTP status; null: no answer. */
  status: z.int().nullable(),
  outcome: DeliveryOutcome,
  attempt: z.int().nullable(),
  responseTimeMs: z.number().nullable(),
  createdAt: Instant.nullable(),
  /** From the delivered body. */
  amount: Cents.nullable(),
  clientReference: z.string().nullable(),
  transactionStatus: z.string().nullable(),
  /** The resend of Guichê it is attributed to, inferred. */
  resendId: z.string().nullable(),
  derived: z.array(z.string()),
});
export type Delivery = z.infer<typeof Delivery>;

const List = z
  .string()
  .max(400)
  .transform((text) => text.split(',').filter((part) => part !== ''));
const When = z.union([z.string().regex(/^\d{4}-\d{2}-\d{2}$/), z.iso.datetime({ offset: true })]);

export const DeliveryFilter = z.strictObject({
  outcome: List.pipe(z.array(DeliveryOutcome)).optional(),
  /** `2xx`, `3xx`, `4xx`, `5xx`, `none` (no answer). */
  statusClass: List.pipe(z.array(z.enum(['2xx', '3xx', '4xx', '5xx', 'none']))).optional(),
  event: List.pipe(z.array(z.string().regex(/^[A-Z_]{2,60}$/))).optional(),
  webhookId: ThingId.optional(),
  url: z.string().min(1).max(2048).optional(),
  transactionId: ThingId.optional(),
  from: When.optional(),
  to: When.optional(),
});
export type DeliveryFilter = z.infer<typeof DeliveryFilter>;

export const DeliveryListQuery = z.strictObject({
  ...DeliveryFilter.shape,
  limit: z.coerce.number().int().min(1).max(200).default(50),
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

export const DeliveryList = z.object({
  ...told,
  items: z.array(Delivery),
  nextCursor: z.string().nullable(),
  total: z.int().nullable(),
  completeAt: Instant.nullable(),
  reach: IndexReach,
  /** Counts of the filter without its outcome. */
  facets: z.object({
    all: z.int(),
    delivered: z.int(),
    failed: z.int(),
    recovered: z.int(),
    given_up: z.int(),
  }),
});
export type DeliveryList = z.infer<typeof DeliveryList>;

/** An endpoint that does not take its callbacks now. Guichê's own resends never count. */
export const Incident = z.object({
  host: z.string(),
  url: z.string(),
  webhookId: z.string().nullable(),
  since: Instant,
  lastStatus: z.int().nullable(),
  callbacks: z.int(),
  transactions: z.int(),
  /** Cents of the completed transactions whose callback is not delivered. */
  amount: Cents,
  /** Last hour, one bar each two minutes. */
  bars: z.array(z.object({ at: Instant, delivered: z.int(), failed: z.int() })),
});
export type Incident = z.infer<typeof Incident>;

/** What Guichê's own receiver got for this delivery: the headers that the history does not keep. */
export const Received = z.object({
  at: Instant,
  headers: z.record(z.string(), z.string()),
  attempt: z.int().nullable(),
  signature: z.enum(['holds', 'old_secret', 'wrong', 'missing']),
});

export const DeliveryDetail = z.object({
  delivery: Delivery,
  body: z.unknown(),
  responseBody: z.string().nullable(),
  responseHeaders: z.unknown(),
  error: z.string().nullable(),
  other: z.record(z.string(), z.unknown()),
  /** Records of the same transaction, event and url, oldest first. */
  attempts: z.array(Delivery),
  received: Received.nullable(),
  raw: z.unknown(),
  asOf: Instant,
});
export type DeliveryDetail = z.infer<typeof DeliveryDetail>;

export const deliveryEndpoints = {
  'GET /deliveries': { permission: 'read', query: DeliveryListQuery, response: DeliveryList },
  'GET /deliveries/incidents': { permission: 'read', response: z.object({ items: z.array(Incident) }) },
  'GET /deliveries/{id}': {
    permission: 'read',
    params: ById,
    query: z.strictObject({ reveal: z.literal('1').optional() }),
    response: DeliveryDetail,
  },
} as const satisfies EndpointMap;
