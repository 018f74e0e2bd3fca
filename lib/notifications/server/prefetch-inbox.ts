import 'server-only';
import type { OperatorCtx } from '#lib/api/context.ts';
import { dehydrateQueries } from '#lib/api/prefetch-queries.ts';
import { NoticeQuery } from '#lib/notifications/contract.ts';
import type { InboxFilters } from '#lib/notifications/inbox.list.ts';
import { countsOptions, linesOptions, linesQuery, settingsOptions } from '#lib/notifications/queries.ts';
import { getSettings } from '#lib/notifications/server/get-settings.ts';
import { countNotifications, listNotifications } from '#lib/notifications/server/list-notifications.ts';

/** `account`: slug of the account whose pages the operator browses. */
type Scope = { ctx: OperatorCtx; account: string };

/** First lines and counts of the inbox. Approvals are not prefetched, because reading them is audited. */
export const prefetchInbox = ({ ctx, account, filters }: Scope & { filters: InboxFilters }) =>
  dehydrateQueries(ctx, ({ one, list }) => [
    list(linesOptions(account, filters), () =>
      listNotifications({ ctx, query: NoticeQuery.parse(linesQuery(filters, null)) }),
    ),
    one(countsOptions(account), () => countNotifications({ ctx })),
    one(settingsOptions(account), () => getSettings({ ctx })),
  ]);

/** Notification settings, for the channels page and the first-day page. */
export const prefetchSettings = ({ ctx, account }: Scope) =>
  dehydrateQueries(ctx, ({ one }) => [one(settingsOptions(account), () => getSettings({ ctx }))]);
