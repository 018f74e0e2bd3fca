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

/** Asked by the frame of every page: a module of its own, so that no page brings the queries of another. */

/** The slug of the page's account stands second, though lines are of all: its event stream says when to read again. */
const allNotices = (account: string) => ['inbox', account] as const;

const LOOK_AGAIN_MS = 60_000;

/** How many are unread: all that a page asks while its bell is shut. */
export function unreadOptions(account: string) {
  return queryOptions({
    queryKey: [...allNotices(account), 'unread'] as const,
    queryFn: async ({ signal }) =>
      (await call('GET /api/notifications', { query: { state: 'unread', limit: 1 }, signal })).unread,
    refetchInterval: LOOK_AGAIN_MS,
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
/** Shown by the bell. */
export const NEWEST = 6;

export const countsOptions = (account: string) =>
  queryOptions(queryOf('GET /api/notifications/counts', inboxKeys.counts(account), {}));

export const newestOptions = (account: string) =>
  queryOptions(queryOf('GET /api/notifications', inboxKeys.newest(account), { query: { limit: NEWEST } }));

/** One page of the inbox's lines; without a choice of state those that are not read or not over. */
export const linesQuery = ({ state, ...rest }: InboxFilters, cursor: string | null) => ({
  ...pageOf(rest, PAGE_SIZE, cursor),
  state: state ?? ('open' as const),
});

/** Lines by what the inbox may be narrowed to. */
export function linesOptions(account: string, filters: InboxFilters) {
  return infiniteQueryOptions({
    ...pagesOf('GET /api/notifications', inboxKeys.lines(account, filters), (cursor) => ({
      query: linesQuery(filters, cursor),
    })),
    // Looked up at growing distances without anybody being told: a line says when next.
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(({ unknown }) => unknown !== null)) ? LOOK_AGAIN_MS : false,
  });
}

export const settingsOptions = (account: string) =>
  queryOptions(queryOf('GET /api/settings/notifications', inboxKeys.settings(account), {}));

/** People who may decide on the account, and the channels that tell each of them. */
export const approversOptions = (account: string) =>
  queryOptions(queryOf('GET /approvers', inboxKeys.approvers(account), { account }));

/** Takes lines for read; the stream, or the caller, has them read again. */
export const markRead = (body: { ids: string[] } | { all: true }) =>
  call('POST /api/notifications/read', { body });
