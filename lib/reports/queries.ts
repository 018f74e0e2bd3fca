import type { Answer } from '#lib/api/client.ts';
import { pagesOf } from '#lib/api/endpoint-queries.ts';
import { serverNow } from '#lib/core/clock.ts';
import { refetchDelay } from './rules.ts';

type ReportPage = Answer<'GET /reports'>;
export type Report = ReportPage['items'][number];

export const REPORT_KINDS = ['report.create'] as const;

export const allReports = (account: string) => ['reports', account] as const;

/** The jobs, newest first, refetched while one is running. */
export const reportsOptions = (account: string) =>
  pagesOf(
    'GET /reports',
    { account, query: { limit: 50 } },
    {
      refetchInterval: ({ state }) => {
        const jobs = state.data?.pages.flatMap((page) => page.items) ?? [];
        return state.error === null ? refetchDelay(jobs, serverNow()) : false;
      },
    },
  );
