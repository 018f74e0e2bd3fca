import { z } from 'zod';
import { Person, pageFields } from '#lib/api/answer-fields.ts';
import type { EndpointMap } from '#lib/api/endpoint.ts';
import { ById, When, Whole } from '#lib/api/query-fields.ts';
import { visibleProblems } from '#lib/api/visible-problems.ts';
import { recordAnswer } from '#lib/operations/contract.ts';
import { ReportJob } from '#lib/providers/money-records.ts';
import { Instant } from '#lib/providers/records.ts';
import { REPORT_STATES } from '#lib/reports/rules.ts';

/** A report job of the provider. `to` is exclusive. */
export const Report = z.object({
  ...ReportJob.shape,
  /** The job's state; `unknown`: a word that the product does not know, or none. */
  state: z.enum(REPORT_STATES),
  /** The operator who asked for it here; null: not asked for here. */
  requestedBy: Person.nullable(),
});
export type Report = z.infer<typeof Report>;

export const ReportQuery = z.strictObject({
  limit: Whole.pipe(z.int().min(1).max(100)).default(50),
  cursor: z.string().max(2_000).optional(),
});
export type ReportQuery = z.infer<typeof ReportQuery>;

export const ReportList = z.object({
  ...pageFields(Report),
  ...visibleProblems,
  asOf: Instant,
  /** False: the service lists none, so that only those asked for here are known. */
  listed: z.boolean(),
});
export type ReportList = z.infer<typeof ReportList>;

const Words = z.array(z.string().regex(/^[A-Z_]{2,40}$/)).max(20);

export const NewReport = z.strictObject({
  from: When,
  to: When,
  /** Empty or absent: all. */
  status: Words.optional(),
  type: Words.optional(),
});
export type NewReport = z.infer<typeof NewReport>;

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
  // The provider's file, as it is: 410 where it was removed, 422 while it is being made.
  'GET /reports/{id}/download': { permission: 'report', params: ById, answer: 'stream' },
} as const satisfies EndpointMap;
