import { customType, timestamp } from 'drizzle-orm/pg-core';

/** A time with time zone. */
export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Text encrypted by `seal`. `SEALED` (lib/auth/server/seal.ts) names each column, for key replacement. */
export const sealed = customType<{ data: string }>({ dataType: () => 'text' });
