import { z } from 'zod';
import { pageFields, visibleProblems } from '#lib/api/answer-fields.ts';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { ById, Reveal, ThingId, Whole } from '#lib/api/query-fields.ts';
import { pii } from '#lib/core/masking/pii.ts';
import { ExportHow, exportEndpoints, queryShape, storedShape } from '#lib/list/query-schema.ts';
import { PendingDeposit, StatementLine } from '#lib/providers/money-records.ts';
import { Cents, Id, Instant, Plain, Word } from '#lib/providers/records.ts';
import { depositsList, statementList } from '#lib/statement/statement.list.ts';

/** Without a period: the last 30 days. */
export const StatementQuery = z.strictObject(queryShape(statementList));
export type StatementQuery = z.infer<typeof StatementQuery>;

const Limit = Whole.pipe(z.int().min(1).max(200)).default(50);
const Cursor = z.string().max(40_000).optional();

export const StatementListQuery = z.strictObject({
  ...StatementQuery.shape,
  limit: Limit,
  cursor: Cursor,
});

/** The requested period. `to` exclusive; null: until now. */
const Period = z.object({ from: Instant.nullable(), to: Instant.nullable() });

export const StatementList = z.object({
  ...visibleProblems,
  ...pageFields(StatementLine),
  asOf: Instant,
  /** Balance in cents that the provider returns with the page. Null: none. */
  balance: z.int().nullable(),
  /** Names of the filters that this account's service supports. */
  filters: z.array(z.string()),
  period: Period,
});
export type StatementList = z.infer<typeof StatementList>;

export const StatementSumsQuery = z.strictObject({ ...StatementQuery.shape, cursor: Cursor });

const Sums = z.object({
  lines: z.int(),
  feeLines: z.int(),
  in: z.int(),
  out: z.int(),
  fees: z.int(),
  included: z.int(),
  unjudged: z.int(),
});

/** A part of a period's lines, added up. Sums in millionths of a real, balances in cents. */
export const StatementSums = z.object({
  days: z.array(
    z.object({
      /** Empty: lines without a known day. */
      day: Plain,
      sums: Sums,
      opening: Cents.nullable(),
      closing: Cents.nullable(),
      late: z.boolean(),
    }),
  ),
  kinds: z.array(z.object({ type: Word.nullable(), count: z.int(), in: z.int(), out: z.int() })),
  firstId: Id.nullable(),
  first: Instant.nullable(),
  last: Instant.nullable(),
  nextCursor: z.string().nullable(),
  asOf: Instant,
  period: Period,
});
export type StatementSums = z.infer<typeof StatementSums>;

/** A filter's personal data. It is stored on the server; the address carries its id. */
export const StatementStoredFilter = z.strictObject({
  ...storedShape(depositsList),
  ...storedShape(statementList),
});
export type StatementStoredFilter = z.infer<typeof StatementStoredFilter>;

export const PendingDepositQuery = z.strictObject({
  ...queryShape(depositsList),
  limit: Whole.pipe(z.int().min(1).max(100)).default(50),
  cursor: Cursor,
});
export type PendingDepositQuery = z.infer<typeof PendingDepositQuery>;

const PendingDepositExportQuery = PendingDepositQuery.omit({ limit: true, cursor: true }).extend(
  ExportHow.shape,
);

export const PendingDepositList = z.object({
  ...visibleProblems,
  ...pageFields(PendingDeposit),
  asOf: Instant,
});
export type PendingDepositList = z.infer<typeof PendingDepositList>;

/** Ids of payments, between two instants (`to` exclusive). */
export const StatementNamesQuery = z.strictObject({
  from: z.iso.datetime({ offset: true }),
  to: z.iso.datetime({ offset: true }),
  ids: z
    .string()
    .max(26_000)
    .transform((text) => text.split(','))
    .pipe(z.array(ThingId).min(1).max(200)),
});

/** The counterparties, as far as they are known. Masked by role. */
export const StatementNames = z.object({
  items: z.array(
    z.object({
      transactionId: z.string(),
      name: pii.name(z.string().nullable()),
      document: pii.document(z.string().nullable()),
    }),
  ),
});
export type StatementNames = z.infer<typeof StatementNames>;

export const StatementLineAnswer = z.object({ line: StatementLine, asOf: Instant });
export type StatementLineAnswer = z.infer<typeof StatementLineAnswer>;
export const PendingDepositAnswer = z.object({ deposit: PendingDeposit, asOf: Instant });
export type PendingDepositAnswer = z.infer<typeof PendingDepositAnswer>;

export const statementEndpoints = {
  'GET /statement': { permission: 'read', query: StatementListQuery, response: StatementList },
  ...exportEndpoints('/statement', StatementQuery.extend(ExportHow.shape)),
  // A page reads part after part by the cursor, until it has the whole period.
  'GET /statement/sums': { permission: 'read', query: StatementSumsQuery, response: StatementSums },
  'POST /statement/filters': {
    permission: 'reveal',
    body: StatementStoredFilter,
    response: z.object({ id: z.string() }),
    status: 201,
  },
  'GET /statement/filters/{id}': { permission: 'read', params: ById, response: StatementStoredFilter },
  // Document 1 only: document 2's lines contain the counterparty.
  'GET /statement/names': { permission: 'read', query: StatementNamesQuery, response: StatementNames },
  // Document 1 only: document 2 cannot read a single line.
  'GET /statement/{id}': {
    permission: 'read',
    params: ById,
    response: StatementLineAnswer,
  },
  ...exportEndpoints('/pending-deposits', PendingDepositExportQuery),
  'GET /pending-deposits': {
    permission: 'read',
    query: PendingDepositQuery,
    response: PendingDepositList,
  },
  'GET /pending-deposits/{id}': {
    permission: 'read',
    params: ById,
    query: Reveal,
    response: PendingDepositAnswer,
  },
} as const satisfies EndpointMap;
