import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Journal } from '../types.ts';
import { isoOf } from '../world/rows.ts';
import { DAY, SECOND } from '../world/timeline.ts';

export type ReportJob = {
  id: string;
  createdAt: number;
  /** Epoch ms, both ends included. */
  from: number;
  to: number;
  status: string[];
  type: string[];
  dateFrom: string;
  dateTo: string;
  rows: number;
};

export const MOST_RUNNING = 5;
const STORAGE_MS = 7 * DAY;
const RUNNING_AFTER = 2 * SECOND;
/** Duration of a job: 20,000 rows a second, and at least 5 s. */
const length = (job: ReportJob) => Math.max(5 * SECOND, job.rows / 20);

export type Jobs = {
  add(job: Omit<ReportJob, 'id'>): ReportJob;
  get(id: string): ReportJob | null;
  newest(): ReportJob[];
  stateOf(job: ReportJob): string;
  expired(job: ReportJob): boolean;
  json(job: ReportJob, created: boolean): Record<string, unknown>;
  updatedAt(job: ReportJob): number;
  sign(id: string, until: number): string;
  checks(id: string, until: number, signature: string): boolean;
};

export function createJobs(journal: Journal, now: () => number): Jobs {
  const secret = randomBytes(32);
  const jobs = new Map<string, ReportJob>();
  journal.replay('report', (job: ReportJob) => void jobs.set(job.id, job));
  const doneAt = (job: ReportJob) => job.createdAt + RUNNING_AFTER + length(job);
  const sign = (id: string, until: number) =>
    createHmac('sha256', secret).update(`${id}.${until}`).digest('base64url');

  const api: Jobs = {
    add(input) {
      const job = { ...input, id: randomUUID() };
      jobs.set(job.id, job);
      journal.append('report', job);
      return job;
    },
    get: (id) => jobs.get(id) ?? null,
    newest: () => [...jobs.values()].sort((a, b) => b.createdAt - a.createdAt),
    stateOf(job) {
      const at = now();
      if (at < job.createdAt + RUNNING_AFTER) return 'PENDING';
      return at < doneAt(job) ? 'RUNNING' : 'COMPLETED';
    },
    expired: (job) => now() > job.createdAt + STORAGE_MS,
    updatedAt(job) {
      const state = api.stateOf(job);
      if (state === 'PENDING') return job.createdAt;
      return state === 'RUNNING' ? job.createdAt + RUNNING_AFTER : doneAt(job);
    },
    json(job, created) {
      const state = api.stateOf(job);
      const done = state === 'COMPLETED';
      return {
        id: job.id,
        status: state,
        createdAt: isoOf(job.createdAt),
        updatedAt: isoOf(api.updatedAt(job)),
        params: { dateFrom: job.dateFrom, dateTo: job.dateTo, status: job.status, type: job.type },
        writtenRows: done ? job.rows : created ? 0 : null,
        ...(created
          ? { storageExpiresAt: null }
          : { expiresAt: done ? isoOf(job.createdAt + STORAGE_MS) : null }),
      };
    },
    sign,
    checks(id, until, signature) {
      const [right, given] = [Buffer.from(sign(id, until)), Buffer.from(signature)];
      return right.length === given.length && timingSafeEqual(right, given);
    },
  };
  return api;
}
