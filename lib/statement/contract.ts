import { z } from 'zod';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { ById, ThingId, When, Whole, WholeCents, WordList } from '#lib/api/query-fields.ts';
import { told } from '#lib/api/told.ts';
import { PendingDeposit, StatementLine } from '#lib/providers/money-records.ts';
import { Instant } from '#lib/providers/records.ts';

export const StatementQuery = z.strictObject({
  /** Without both the last 30 days. */
  from: When.optional(),
  to: When.optional(),
  type: WordList.optional(),
  status: WordList.optional(),
  direction: z.enum(['in', 'out']).optional(),
  /** Cents, unsigned. */
  amount: WholeCents.optional(),
  amountFrom: WholeCents.optional(),
  amountTo: WholeCents.optional(),
  /** Of the payment behind a line. */
  transactionId: ThingId.optional(),
  endToEndId: z.string().min(1).max(64).optional(),
  /** For tools only: pages send `f`, so that no personal data stands in an address. */
  document: z.string().min(1).max(80).optional(),
  search: z.string().min(2).max(120).optional(),
  /** Id of a stored filter (document, search). */
  f: ThingId.optional(),
  sort: z.enum(['posted', 'created']).optional(),
  order: z.enum(['asc', 'desc']).optional(),
});
export type StatementQuery = z.infer<typeof StatementQuery>;

const Limit = Whole.pipe(z.int().min(1).max(200)).default(50);
const Cursor = z.string().max(40_000).optional();

export const StatementListQuery = z.strictObject({
  ...StatementQuery.shape,
  limit: Limit,
  cursor: Cursor,
});
export type StatementListQuery = z.infer<typeof StatementListQuery>;

export const StatementList = z.object({
  ...told,
  items: z.array(StatementLine),
  nextCursor: z.string().nullable(),
  total: z.int().nullable(),
  asOf: Instant,
  /** Cents: what the provider tells beside the page; null where it tells none. */
  balance: z.int().nullable(),
  /** Names of the filters that this account's service takes. */
  filters: z.array(z.string()),
  /** What was asked for; `to` exclusive, null: until now. */
  period: z.object({ from: Instant.nullable(), to: Instant.nullable() }),
});
export type StatementList = z.infer<typeof StatementList>;

/** Personal data of a filter: kept on the server, the address carries the id. */
export const StatementStoredFilter = z.strictObject({
  document: z.string().trim().min(1).max(80).optional(),
  search: z.string().trim().min(2).max(120).optional(),
  name: z.string().trim().min(1).max(120).optional(),
});
export type StatementStoredFilter = z.infer<typeof StatementStoredFilter>;

export const PendingDepositQuery = z.strictObject({
  from: When.optional(),
  to: When.optional(),
  status: WordList.optional(),
  endToEndId: z.string().min(1).max(64).optional(),
  amountFrom: WholeCents.optional(),
  amountTo: WholeCents.optional(),
  /** For tools only, as in the statement. */
  document: z.string().min(1).max(24).optional(),
  name: z.string().min(1).max(120).optional(),
  f: ThingId.optional(),
  limit: Whole.pipe(z.int().min(1).max(100)).default(50),
  cursor: Cursor,
});
export type PendingDepositQuery = z.infer<typeof PendingDepositQuery>;

export const PendingDepositList = z.object({
  ...told,
  items: z.array(PendingDeposit),
  nextCursor: z.string().nullable(),
  total: z.int().nullable(),
  asOf: Instant,
});
export type PendingDepositList = z.infer<typeof PendingDepositList>;

export const statementEndpoints = {
  'GET /statement': { permission: 'read', query: StatementListQuery, response: StatementList },
  'GET /statement.csv': { permission: 'export', answer: 'stream', query: StatementQuery },
  'POST /statement/filters': {
    permission: 'reveal',
    body: StatementStoredFilter,
    response: z.object({ id: z.string() }),
    status: 201,
  },
  'GET /statement/filters/{id}': { permission: 'read', params: ById, response: StatementStoredFilter },
  // Document 1 only: document 2 reads no single line.
  'GET /statement/{id}': {
    permission: 'read',
    params: ById,
    response: z.object({ line: StatementLine, asOf: Instant }),
  },
  'GET /pending-deposits': {
    permission: 'read',
    query: PendingDepositQuery,
    response: PendingDepositList,
  },
  'GET /pending-deposits/{id}': {
    permission: 'read',
    params: ById,
    query: z.strictObject({ reveal: z.literal('1').optional() }),
    response: z.object({ deposit: PendingDeposit, asOf: Instant }),
  },
} as const satisfies EndpointMap;
