import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api/client.ts';
import type { OutputOf } from '#lib/api/endpoint.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import { byCursor, pageOf } from '#lib/list/cursor-queries.ts';
import { toQuery } from '#lib/list/to-query.ts';
import type { AuditFilters } from '#lib/trail/audit.list.ts';

export type AuditPage = OutputOf<Endpoints['GET /api/audit'], 'response'>;
export type Entry = AuditPage['items'][number];
export type Chain = AuditPage['chain'];
export type EntryDetail = OutputOf<Endpoints['GET /api/audit/{id}'], 'response'>;

const PAGE_SIZE = 50;
const LATEST = 5;
const LOOK_AGAIN_MS = 30_000;
const VERIFYING_MS = 2_000;

/** No account's slug stands second: the log is read above all of them. */
export const auditKeys = {
  all: () => ['settings', '', 'audit'] as const,
  list: (filters: AuditFilters) => [...auditKeys.all(), 'list', toQuery(filters)] as const,
  latest: (operator: string) => [...auditKeys.all(), 'latest', operator] as const,
  detail: (id: string) => [...auditKeys.all(), 'detail', id] as const,
};

export const pageQuery = (filters: AuditFilters, cursor: string | null) => pageOf(filters, PAGE_SIZE, cursor);

/** Newest first; a first page renews itself, and follows a verification that is under way. */
export function auditOptions(filters: AuditFilters) {
  return infiniteQueryOptions({
    queryKey: auditKeys.list(filters),
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/audit', { query: pageQuery(filters, pageParam), signal }),
    ...byCursor,
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined || data.pages.length > 1) return false;
      return data.pages[0]?.chain.running == null ? LOOK_AGAIN_MS : VERIFYING_MS;
    },
  });
}

/** A person's last actions, beside them. */
export function latestOptions(operator: string) {
  return queryOptions({
    queryKey: auditKeys.latest(operator),
    queryFn: ({ signal }) => call('GET /api/audit', { query: { operator, limit: LATEST }, signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });
}

export function entryOptions(id: string) {
  return queryOptions({
    queryKey: auditKeys.detail(id),
    queryFn: ({ signal }) => call('GET /api/audit/{id}', { params: { id }, signal }),
  });
}
