import type { Answer } from '#lib/api/client.ts';
import { pagesOf, queryOf } from '#lib/api/endpoint-queries.ts';
import type { AuditFilters } from '#lib/audit-log/audit.list.ts';
import { toQuery } from '#lib/list/parsers.ts';

export type AuditPage = Answer<'GET /api/audit'>;
export type Entry = AuditPage['items'][number];
export type Chain = AuditPage['chain'];
export type EntryDetail = Answer<'GET /api/audit/{id}'>;

const PAGE_SIZE = 50;
const LATEST = 5;
const REFRESH_LIST_MS = 30_000;
const VERIFYING_MS = 2_000;

export const allAudit = ['audit', ''] as const;

/** Pages of the log, newest first. A single page refetches, faster while a verification runs. */
export const auditOptions = (filters: AuditFilters) =>
  pagesOf(
    'GET /api/audit',
    { query: { ...toQuery(filters), limit: PAGE_SIZE } },
    {
      refetchInterval: ({ state: { data } }) => {
        if (data === undefined || data.pages.length > 1) return false;
        return data.pages[0]?.chain.running == null ? REFRESH_LIST_MS : VERIFYING_MS;
      },
    },
  );

/** A person's latest actions, for the person's drawer. */
export const latestOptions = (operator: string) =>
  queryOf('GET /api/audit', { query: { operator, limit: LATEST } }, { refetchInterval: REFRESH_LIST_MS });

export const entryOptions = (id: string) => queryOf('GET /api/audit/{id}', { params: { id } });
