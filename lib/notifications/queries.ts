import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type Answer, call } from '#lib/api/client.ts';
import { pagesOf, queryOf } from '#lib/api/endpoint-queries.ts';
import { toQuery } from '#lib/list/parsers.ts';
import { pageOf } from '#lib/list/row-queries.ts';
import type { InboxFilters } from '#lib/notifications/inbox.list.ts';

export type NoticePage = Answer<'GET /api/notifications'>;
export type NoticeLine = NoticePage['items'][number];
export type NotificationSettings = Answer<'GET /api/settings/notifications'>;
export type Channel = NotificationSettings['channels'][number];
export type EventRule = NotificationSettings['events'][number];

// The frame of every page uses these queries, so their module loads nothing that belongs to one page.

/** Lines cover all accounts; the page's account slug comes second because its event stream refreshes them. */
const allNotices = (account: string) => ['inbox', account] as const;

const REFETCH_MS = 60_000;

/** The number of unread lines: the only inbox query of a page while its bell is closed. */
export function unreadOptions(account: string) {
  return queryOptions({
    queryKey: [...allNotices(account), 'unread'] as const,
    queryFn: async ({ signal }) =>
      (await call('GET /api/notifications', { query: { state: 'unread', limit: 1 }, signal })).unread,
    refetchInterval: REFETCH_MS,
  });
}

export const inboxKeys = {
  all: allNotices,
  counts: (account: string) => [...inboxKeys.all(account), 'counts'] as const,
  newest: (account: string) => [...inboxKeys.all(account), 'newest'] as const,
  lines: (account: string, filters: InboxFilters) =>
    [...inboxKeys.all(account), 'lines', toQuery(filters)] as const,
  settings: (account: string) => [...inboxKeys.all(account), 'settings'] as const,
  approvers: (account: string) => [...inboxKeys.all(account), 'approvers'] as const,
};

const PAGE_SIZE = 50;
/** Lines shown by the bell. */
export const NEWEST = 6;

export const countsOptions = (account: string) =>
  queryOptions(queryOf('GET /api/notifications/counts', inboxKeys.counts(account), {}));

export const newestOptions = (account: string) =>
  queryOptions(queryOf('GET /api/notifications', inboxKeys.newest(account), { query: { limit: NEWEST } }));

/** Query of one inbox page. Without a state filter it asks for `open` lines. */
export const linesQuery = ({ state, ...rest }: InboxFilters, cursor: string | null) => ({
  ...pageOf(rest, PAGE_SIZE, cursor),
  state: state ?? ('open' as const),
});

/** Inbox lines that match the filters. */
export function linesOptions(account: string, filters: InboxFilters) {
  return infiniteQueryOptions({
    ...pagesOf('GET /api/notifications', inboxKeys.lines(account, filters), (cursor) => ({
      query: linesQuery(filters, cursor),
    })),
    // Look-ups of unknown operations send no event, so the page polls for the next `nextLookUpAt`.
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(({ unknown }) => unknown !== null)) ? REFETCH_MS : false,
  });
}

export const settingsOptions = (account: string) =>
  queryOptions(queryOf('GET /api/settings/notifications', inboxKeys.settings(account), {}));

/** People who may approve on the account, and the channels that notify each of them. */
export const approversOptions = (account: string) =>
  queryOptions(queryOf('GET /approvers', inboxKeys.approvers(account), { account }));

/** Marks lines as read. The event stream or the caller refetches them. */
export const markRead = (body: { ids: string[] } | { all: true }) =>
  call('POST /api/notifications/read', { body });
