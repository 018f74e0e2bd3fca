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

/** One entry. Names are those of today; what the log keeps are ids. */
export const AuditLine = z.object({
  /** Its number in the chain. */
  id: z.string(),
  at: Instant,
  /** Null: Guichê itself, or somebody who was not signed in. */
  operator: Person.nullable(),
  /** Null: above all accounts. */
  account: Place.nullable(),
  action: z.string(),
  target: z.string().nullable(),
  /** The target by its name, where it has one here. */
  targetName: z.string().nullable(),
  /** Cents that the entry, or its operation, is of. */
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
  /** The last proof of the person in this session up to here; null: no session, or no proof of it in the log. */
  proof: Proof.nullable(),
  /** Each time the entry's operation left for the provider; null: it is of none. `status`: HTTP, where one was kept. */
  calls: z.array(OperationAttempt.extend({ status: z.int().nullable() })).nullable(),
  /** Verdict of the chain's last verification. */
  verdict: AuditVerdict.nullable(),
});
export type AuditDetail = z.infer<typeof AuditDetail>;

export const AuditPage = z.object({
  items: z.array(AuditLine),
  nextCursor: z.string().nullable(),
  /** Null: too many to be counted. */
  total: z.int().nullable(),
  asOf: Instant,
  chain: z.object({
    /** The newest entry's number. */
    last: z.int(),
    verdict: AuditVerdict.nullable(),
    /** How many entries a verification under way has found to hold. */
    running: z.int().nullable(),
  }),
  /** Everybody who may stand in it, for its filters. */
  people: z.array(Person.extend({ name: z.string() })),
});
export type AuditPage = z.infer<typeof AuditPage>;

export const auditEndpoints = {
  'GET /api/audit': { permission: 'manage', query: AuditQuery, response: AuditPage },
  ...exportEndpoints('/api/audit', AuditExportQuery, 'manage'),
  'GET /api/audit/{id}': { permission: 'manage', params: ById, response: AuditDetail },
  /** 202 while it takes longer: `entries` were found to hold so far, and `GET /api/audit` tells how it goes on. */
  'POST /api/audit/verify': {
    permission: 'manage',
    response: AuditVerdict.extend({ running: z.boolean() }),
  },
} as const satisfies EndpointMap;
