import { parseAsStringLiteral } from 'nuqs/server';
import { EVENT_NAMES } from '#lib/core/notification-events.ts';
import { defineList, type FiltersOf, filter } from '#lib/list/list.ts';

const SHOWN = ['open', 'unread', 'all'] as const;

/** One person's own lines, newest first. `open`: not read, or of what is not over; the page begins with these. */
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
