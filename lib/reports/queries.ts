import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Answer } from '#lib/api/client.ts';
import { pagesOf } from '#lib/api/endpoint-queries.ts';
import { serverNow } from '#lib/core/clock.ts';
import { pageOf } from '#lib/list/row-queries.ts';
import { refetchDelay } from './rules.ts';

type ReportPage = Answer<'GET /reports'>;
export type Report = ReportPage['items'][number];

const PAGE_SIZE = 50;
export const REPORT_KINDS = ['report.create'] as const;

export const reportKeys = {
  all: (account: string) => ['reports', account] as const,
  list: (account: string) => [...reportKeys.all(account), 'list'] as const,
};

export const pageQuery = (cursor: string | null) => pageOf({}, PAGE_SIZE, cursor);

/** The jobs, newest first, refetched while one is running. */
export const reportsOptions = (account: string) =>
  infiniteQueryOptions({
    ...pagesOf('GET /reports', reportKeys.list(account), (cursor) => ({ account, query: pageQuery(cursor) })),
    refetchInterval: ({ state }) => {
      const jobs = state.data?.pages.flatMap((page) => page.items) ?? [];
      return state.error === null ? refetchDelay(jobs, serverNow()) : false;
    },
  });
