import { z } from 'zod';
import { pageFields, visibleProblems } from '#lib/api/answer-fields.ts';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { ById, Reveal, Whole } from '#lib/api/query-fields.ts';
import { ExportHow, exportEndpoints, queryShape, storedShape } from '#lib/list/query-schema.ts';
import { Instant, Transaction, TransactionDetail } from '#lib/providers/records.ts';
import { transactionsList } from '#lib/transactions/transactions.list.ts';

export const TransactionQuery = z.strictObject(queryShape(transactionsList));
export type TransactionQuery = z.infer<typeof TransactionQuery>;

const TransactionExportQuery = TransactionQuery.extend(ExportHow.shape);
export type TransactionExportQuery = z.infer<typeof TransactionExportQuery>;

export const TransactionListQuery = z.strictObject({
  ...TransactionQuery.shape,
  limit: Whole.pipe(z.int().min(1).max(1000)).default(50),
  cursor: z.string().max(40_000).optional(),
});

export const TransactionList = z.object({
  ...visibleProblems,
  ...pageFields(Transaction),
  asOf: Instant,
});
export type TransactionList = z.infer<typeof TransactionList>;

/** Document and name are personal data: they are stored on the server, and the address carries the id. */
export const StoredFilter = z.strictObject(storedShape(transactionsList));
export type StoredFilter = z.infer<typeof StoredFilter>;

/** One event of a transaction's timeline, newest first. `kind` decides which of the other fields are set. */
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
  ...exportEndpoints('/transactions', TransactionExportQuery),
  'POST /transactions/filters': {
    permission: 'reveal',
    body: StoredFilter,
    response: z.object({ id: z.string() }),
    status: 201,
  },
  'GET /transactions/filters/{id}': { permission: 'read', params: ById, response: StoredFilter },
  'GET /transactions/{id}': { permission: 'read', params: ById, query: Reveal, response: TransactionDetail },
  'GET /transactions/{id}/timeline': {
    permission: 'read',
    params: ById,
    response: z.object({ items: z.array(TimelineEntry), asOf: Instant }),
  },
} as const satisfies EndpointMap;
