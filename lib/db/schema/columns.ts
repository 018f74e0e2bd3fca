import { customType, timestamp } from 'drizzle-orm/pg-core';

/** An instant, with its zone kept. */
export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** What `seal` made. Each such column stands in `SEALED` (lib/auth/server/sealed-columns.ts), so that keys can be replaced. */
export const sealed = customType<{ data: string }>({ dataType: () => 'text' });
