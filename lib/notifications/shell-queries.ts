import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api/client.ts';

/** Asked by the frame of every page: a module of its own, so that no page brings the queries of another. */

/** The slug of the page's account stands second, though lines are of all: its event stream says when to read again. */
export const allNotices = (account: string) => ['inbox', account] as const;

export const LOOK_AGAIN_MS = 60_000;

/** How many are unread: all that a page asks while its bell is shut. */
export function unreadOptions(account: string) {
  return queryOptions({
    queryKey: [...allNotices(account), 'unread'] as const,
    queryFn: async ({ signal }) =>
      (await call('GET /api/notifications', { query: { state: 'unread', limit: 1 }, signal })).unread,
    refetchInterval: LOOK_AGAIN_MS,
  });
}
