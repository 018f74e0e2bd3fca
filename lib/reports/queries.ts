import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '#lib/api/client.ts';
import type { OutputOf } from '#lib/api/endpoint.ts';
import type { Endpoints } from '#lib/endpoints.ts';
import { lookAgainIn } from './rules.ts';

type ReportPage = OutputOf<Endpoints['GET /reports'], 'response'>;
export type Report = ReportPage['items'][number];

export const PAGE_SIZE = 50;
export const REPORT_KINDS = ['report.create'] as const;

export const reportKeys = {
  all: (account: string) => ['reports', account] as const,
  list: (account: string) => [...reportKeys.all(account), 'list'] as const,
};

export const pageQuery = (cursor: string | null) => ({
  limit: PAGE_SIZE,
  ...(cursor === null ? {} : { cursor }),
});

/** The jobs, newest first; looked at again while one is being made. */
export function reportsOptions(account: string) {
  return infiniteQueryOptions({
    queryKey: reportKeys.list(account),
    queryFn: ({ pageParam, signal }) =>
      call('GET /reports', { account, query: pageQuery(pageParam), signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last: ReportPage) => last.nextCursor,
    refetchInterval: ({ state }) => {
      const jobs = state.data?.pages.flatMap((page) => page.items) ?? [];
      return state.error === null ? lookAgainIn(jobs, Date.now()) : false;
    },
  });
}
