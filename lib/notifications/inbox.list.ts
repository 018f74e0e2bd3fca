import { parseAsStringLiteral } from 'nuqs/server';
import { EVENT_NAMES } from '#lib/core/notification-events.ts';
import { defineList, type FiltersOf, filter } from '#lib/list/list.ts';

const SHOWN = ['open', 'unread', 'all'] as const;

/** The reader's own lines, newest first. `open`, the page's default: unread, or about something not over. */
export const inboxList = defineList({
  name: 'inbox',
  filters: [
    filter.period(),
    filter.choice('state', SHOWN, parseAsStringLiteral(SHOWN)),
    filter.choices('event', EVENT_NAMES),
    filter.text('account', { most: 64, form: 'id' }),
  ],
});
export type InboxFilters = FiltersOf<typeof inboxList>;
