import { z } from 'zod';
import { Person, pageFields, visibleProblems } from '#lib/api/answer-fields.ts';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { ById, When, Whole } from '#lib/api/query-fields.ts';
import { recordAnswer } from '#lib/operations/contract.ts';
import { ReportJob } from '#lib/providers/money-records.ts';
import { Instant } from '#lib/providers/records.ts';
import { REPORT_STATES } from '#lib/reports/rules.ts';

/** A report job of the provider. `to` is exclusive. */
export const Report = z.object({
  ...ReportJob.shape,
  /** The job's state. `unknown`: no status, or one that Guichê does not know. */
  state: z.enum(REPORT_STATES),
  /** The operator who requested it in Guichê. Null: requested elsewhere. */
  requestedBy: Person.nullable(),
});
export type Report = z.infer<typeof Report>;

export const ReportQuery = z.strictObject({
  limit: Whole.pipe(z.int().min(1).max(100)).default(50),
  cursor: z.string().max(2_000).optional(),
});

const ReportList = z.object({
  ...pageFields(Report),
  ...visibleProblems,
  asOf: Instant,
  /** False: the service has no list, so these are only the reports requested in Guichê. */
  listed: z.boolean(),
});

const Codes = z.array(z.string().regex(/^[A-Z_]{2,40}$/)).max(20);

const NewReport = z.strictObject({
  from: When,
  to: When,
  /** Empty or absent: no filter. */
  status: Codes.optional(),
  type: Codes.optional(),
});

export const reportEndpoints = {
  'GET /reports': { permission: 'report', query: ReportQuery, response: ReportList },
  'POST /reports': {
    permission: 'report',
    idempotency: true,
    body: NewReport,
    ...recordAnswer(z.object({ report: ReportJob })),
    status: 201,
  },
  'GET /reports/{id}': {
    permission: 'report',
    params: ById,
    response: z.object({ report: Report, asOf: Instant }),
  },
  // The provider's file, unchanged. 410 if it was removed, 422 while it is being created.
  'GET /reports/{id}/download': { permission: 'report', params: ById, answer: 'stream' },
} as const satisfies EndpointMap;
