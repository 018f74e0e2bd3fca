import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Answer } from '#lib/api/client.ts';
import { pagesOf, queryOf } from '#lib/api/endpoint-queries.ts';
import type { AuditFilters } from '#lib/audit-log/audit.list.ts';
import { toQuery } from '#lib/list/parsers.ts';
import { pageOf } from '#lib/list/row-queries.ts';

export type AuditPage = Answer<'GET /api/audit'>;
export type Entry = AuditPage['items'][number];
export type Chain = AuditPage['chain'];
export type EntryDetail = Answer<'GET /api/audit/{id}'>;

const PAGE_SIZE = 50;
const LATEST = 5;
const REFRESH_LIST_MS = 30_000;
const VERIFYING_MS = 2_000;

/** The second part, an account's slug elsewhere, is empty: the log covers all accounts. */
export const auditKeys = {
  all: () => ['settings', '', 'audit'] as const,
  list: (filters: AuditFilters) => [...auditKeys.all(), 'list', toQuery(filters)] as const,
  latest: (operator: string) => [...auditKeys.all(), 'latest', operator] as const,
  detail: (id: string) => [...auditKeys.all(), 'detail', id] as const,
};

export const pageQuery = (filters: AuditFilters, cursor: string | null) => pageOf(filters, PAGE_SIZE, cursor);

/** Pages of the log, newest first. A single page refetches, faster while a verification runs. */
export const auditOptions = (filters: AuditFilters) =>
  infiniteQueryOptions({
    ...pagesOf('GET /api/audit', auditKeys.list(filters), (cursor) => ({
      query: pageQuery(filters, cursor),
    })),
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined || data.pages.length > 1) return false;
      return data.pages[0]?.chain.running == null ? REFRESH_LIST_MS : VERIFYING_MS;
    },
  });

/** A person's latest actions, for the person's drawer. */
export const latestOptions = (operator: string) =>
  queryOptions({
    ...queryOf('GET /api/audit', auditKeys.latest(operator), { query: { operator, limit: LATEST } }),
    refetchInterval: REFRESH_LIST_MS,
  });

export const entryOptions = (id: string) =>
  queryOptions(queryOf('GET /api/audit/{id}', auditKeys.detail(id), { params: { id } }));
