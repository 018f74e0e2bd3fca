import { queryOptions } from '@tanstack/react-query';
import { type Answer, call } from '#lib/api/client.ts';
import { pagesOf, queryOf } from '#lib/api/endpoint-queries.ts';
import { toQuery } from '#lib/list/parsers.ts';
import type { InboxFilters } from '#lib/notifications/inbox.list.ts';

type NoticePage = Answer<'GET /api/notifications'>;
export type NoticeLine = NoticePage['items'][number];
export type NotificationSettings = Answer<'GET /api/settings/notifications'>;
export type Channel = NotificationSettings['channels'][number];
export type EventRule = NotificationSettings['events'][number];

// The frame of every page uses these queries, so their module loads nothing that belongs to one page.

/** Lines cover all accounts; the page's account slug comes second because its event stream refreshes them. */
export const allNotices = (account: string) => ['inbox', account] as const;

const REFETCH_MS = 60_000;
const PAGE_SIZE = 50;
/** Lines shown by the bell. */
export const NEWEST = 6;

/** The number of unread lines: the only inbox query of a page while its bell is closed. */
export const unreadOptions = (account: string) =>
  queryOptions({
    queryKey: [...allNotices(account), 'unread'] as const,
    queryFn: async ({ signal }) =>
      (await call('GET /api/notifications', { query: { state: 'unread', limit: 1 }, signal })).unread,
    refetchInterval: REFETCH_MS,
  });

export const countsOptions = (account: string) =>
  queryOf('GET /api/notifications/counts', {}, { under: allNotices(account) });

export const newestOptions = (account: string) =>
  queryOf('GET /api/notifications', { query: { limit: NEWEST } }, { under: allNotices(account) });

/** Inbox lines that match the filters. Without a state filter: `open` lines. */
export const linesOptions = (account: string, { state, ...filters }: InboxFilters) =>
  pagesOf(
    'GET /api/notifications',
    { query: { ...toQuery(filters), limit: PAGE_SIZE, state: state ?? 'open' } },
    {
      under: allNotices(account),
      // Look-ups of unknown operations send no event, so the page polls for the next `nextLookUpAt`.
      refetchInterval: ({ state: { data } }) =>
        data?.pages.some(({ items }) => items.some(({ unknown }) => unknown !== null)) ? REFETCH_MS : false,
    },
  );

export const settingsOptions = (account: string) =>
  queryOf('GET /api/settings/notifications', {}, { under: allNotices(account) });

/** People who may approve on the account, and the channels that notify each of them. */
export const approversOptions = (account: string) =>
  queryOf('GET /approvers', { account }, { under: allNotices(account) });

/** Marks lines as read. The event stream or the caller refetches them. */
export const markRead = (body: { ids: string[] } | { all: true }) =>
  call('POST /api/notifications/read', { body });
