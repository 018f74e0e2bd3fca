import { z } from 'zod';
import { Proof } from '#lib/api/answer-fields.ts';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { ById, SealedCursor, Whole } from '#lib/api/query-fields.ts';
import { auditList } from '#lib/audit-log/audit.list.ts';
import { RESULTS } from '#lib/audit-log/rules.ts';
import { AuditVerdict } from '#lib/core/audit-verdict.ts';
import { pii } from '#lib/core/masking/pii.ts';
import { ExportHow, exportEndpoints, queryShape } from '#lib/list/query-schema.ts';
import { OperationAttempt } from '#lib/operations/contract.ts';
import { Instant } from '#lib/providers/records.ts';

const Filter = z.strictObject(queryShape(auditList));
export type AuditFilter = z.output<typeof Filter>;
export const AuditQuery = Filter.extend({
  limit: Whole.pipe(z.int().min(1).max(200)).default(50),
  cursor: SealedCursor.optional(),
});
export type AuditQuery = z.infer<typeof AuditQuery>;
const AuditExportQuery = Filter.extend(ExportHow.shape);
export type AuditExportQuery = z.infer<typeof AuditExportQuery>;

const Person = z.object({ id: z.string(), name: z.string().nullable() });
const Place = z.object({ id: z.string(), slug: z.string(), name: z.string() });

/** One entry. The log stores ids; names are the present ones. */
export const AuditLine = z.object({
  /** The entry's number in the chain. */
  id: z.string(),
  at: Instant,
  /** Null: Guichê itself, or a person who was not signed in. */
  operator: Person.nullable(),
  /** Null: the entry belongs to no single account. */
  account: Place.nullable(),
  action: z.string(),
  target: z.string().nullable(),
  /** The target's name, if it has one in Guichê. */
  targetName: z.string().nullable(),
  /** Amount of the entry or of its operation, in cents. */
  amount: z.int().nullable(),
  operation: z.string().nullable(),
  result: z.enum(RESULTS),
});
export type AuditLine = z.infer<typeof AuditLine>;

const AuditDetail = z.object({
  entry: AuditLine.extend({
    before: pii.harmless(z.unknown()),
    after: pii.harmless(z.unknown()),
    address: z.string().nullable(),
    userAgent: z.string().nullable(),
    session: z.string().nullable(),
    providerRequestId: z.string().nullable(),
    previousHash: z.string(),
    hash: z.string(),
  }),
  /** The session's last proof of identity up to this entry; null: no session, or no proof in the log. */
  proof: Proof.nullable(),
  /** Each send of the entry's operation; null: no operation. `status`: HTTP, if it was stored. */
  calls: z.array(OperationAttempt.extend({ status: z.int().nullable() })).nullable(),
  /** Verdict of the chain's last verification. */
  verdict: AuditVerdict.nullable(),
});
export type AuditDetail = z.infer<typeof AuditDetail>;

export const AuditPage = z.object({
  items: z.array(AuditLine),
  nextCursor: z.string().nullable(),
  /** Null: more entries than Guichê counts. */
  total: z.int().nullable(),
  asOf: Instant,
  chain: z.object({
    /** The newest entry's number. */
    last: z.int(),
    verdict: AuditVerdict.nullable(),
    /** Entries checked so far by a running verification; null: none runs. */
    running: z.int().nullable(),
  }),
  /** All operators, for the filter. */
  people: z.array(Person.extend({ name: z.string() })),
});
export type AuditPage = z.infer<typeof AuditPage>;

export const auditEndpoints = {
  'GET /api/audit': { permission: 'manage', query: AuditQuery, response: AuditPage },
  ...exportEndpoints('/api/audit', AuditExportQuery, 'manage'),
  'GET /api/audit/{id}': { permission: 'manage', params: ById, response: AuditDetail },
  /** 202 while it still runs: `entries` were checked so far, and `GET /api/audit` has its progress. */
  'POST /api/audit/verify': {
    permission: 'manage',
    response: AuditVerdict.extend({ running: z.boolean() }),
  },
} as const satisfies EndpointMap;
