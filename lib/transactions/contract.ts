import { z } from 'zod';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { ById, ThingId } from '#lib/api/query-fields.ts';
import { told } from '#lib/api/told.ts';
import { Instant, Transaction, TransactionDetail } from '#lib/providers/records.ts';

/** Whole numbers as plain digits: no `1e2`, no `0x10`. A number is what the product's own code gives. */
const Whole = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
]);
const Day = /^\d{4}-\d{2}-\d{2}$/;
const WordList = z
  .string()
  .regex(/^[A-Z_]{2,40}(,[A-Z_]{2,40}){0,19}$/)
  .transform((text) => text.split(','));
/** A São Paulo day (inclusive) or an instant (`to` exclusive). */
const When = z.union([z.string().regex(Day), z.iso.datetime({ offset: true })]);

export const TransactionQuery = z.strictObject({
  from: When.optional(),
  to: When.optional(),
  status: WordList.optional(),
  type: WordList.optional(),
  method: WordList.optional(),
  clientReference: z.string().min(1).max(64).optional(),
  virtualAccount: z.string().min(1).max(50).optional(),
  endToEndId: z.string().min(1).max(64).optional(),
  /** For tools only: pages send `f`, so that no personal data stands in an address. */
  document: z.string().min(1).max(24).optional(),
  name: z.string().min(1).max(120).optional(),
  /** Cents. */
  amount: Whole.pipe(z.int().min(1).max(999_999_999_999)).optional(),
  /** Id of a stored filter (document, name). */
  f: ThingId.optional(),
});
export type TransactionQuery = z.infer<typeof TransactionQuery>;

export const TransactionListQuery = z.strictObject({
  ...TransactionQuery.shape,
  limit: Whole.pipe(z.int().min(1).max(1000)).default(50),
  cursor: z.string().max(40_000).optional(),
});
export type TransactionListQuery = z.infer<typeof TransactionListQuery>;

export const TransactionList = z.object({
  ...told,
  items: z.array(Transaction),
  nextCursor: z.string().nullable(),
  total: z.int().nullable(),
  asOf: Instant,
});
export type TransactionList = z.infer<typeof TransactionList>;

/** Document and name are personal data: they are kept on the server and the address carries the id. */
export const StoredFilter = z.strictObject({
  document: z.string().trim().min(1).max(24).optional(),
  name: z.string().trim().min(1).max(120).optional(),
});
export type StoredFilter = z.infer<typeof StoredFilter>;

/** `kind` says who or what; `data` holds only what that kind needs to be worded. Newest first. */
export const TimelineEntry = z.object({
  id: z.string(),
  at: Instant,
  kind: z.enum([
    'created',
    'paid',
    'expired',
    'cancelled',
    'failed',
    'status',
    'refund',
    'dispute',
    'delivery',
    'operator',
  ]),
  status: z.string().nullable(),
  amount: z.int().nullable(),
  text: z.string().nullable(),
  url: z.string().nullable(),
  httpStatus: z.int().nullable(),
  responseTimeMs: z.number().nullable(),
  operator: z.string().nullable(),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;

export const transactionEndpoints = {
  'GET /transactions': { permission: 'read', query: TransactionListQuery, response: TransactionList },
  'GET /transactions.csv': { permission: 'export', answer: 'stream', query: TransactionQuery },
  'POST /transactions/filters': {
    permission: 'reveal',
    body: StoredFilter,
    response: z.object({ id: z.string() }),
    status: 201,
  },
  'GET /transactions/filters/{id}': { permission: 'read', params: ById, response: StoredFilter },
  'GET /transactions/{id}': {
    permission: 'read',
    params: ById,
    query: z.strictObject({ reveal: z.literal('1').optional() }),
    response: TransactionDetail,
  },
  'GET /transactions/{id}/timeline': {
    permission: 'read',
    params: ById,
    response: z.object({ items: z.array(TimelineEntry), asOf: Instant }),
  },
} as const satisfies EndpointMap;
