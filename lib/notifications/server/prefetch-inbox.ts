import 'server-only';
import type { OperatorCtx } from '#lib/api/context.ts';
import { dehydrateQueries } from '#lib/api/prefetch-queries.ts';
import { NoticeQuery } from '#lib/notifications/contract.ts';
import type { InboxFilters } from '#lib/notifications/inbox.list.ts';
import { countsOptions, linesOptions, linesQuery, settingsOptions } from '#lib/notifications/queries.ts';
import { getSettings } from '#lib/notifications/server/get-settings.ts';
import { countNotifications, listNotifications } from '#lib/notifications/server/list-notifications.ts';

/** `account`: slug of the one whose pages stand beside it. */
type Asked = { ctx: OperatorCtx; account: string };

/** The inbox's first lines and its counts, for the page's first paint. Decisions are read by who looks: that is audited. */
export const prefetchInbox = ({ ctx, account, filters }: Asked & { filters: InboxFilters }) =>
  dehydrateQueries(ctx, ({ one, list }) => [
    list(linesOptions(account, filters), () =>
      listNotifications({ ctx, query: NoticeQuery.parse(linesQuery(filters, null)) }),
    ),
    one(countsOptions(account), () => countNotifications({ ctx })),
    one(settingsOptions(account), () => getSettings({ ctx })),
  ]);

/** Notices by channel, quiet hours and the channels, for the page of channels and the first day. */
export const prefetchSettings = ({ ctx, account }: Asked) =>
  dehydrateQueries(ctx, ({ one }) => [one(settingsOptions(account), () => getSettings({ ctx }))]);
