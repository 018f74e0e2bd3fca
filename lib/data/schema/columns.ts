import { customType, timestamp } from 'drizzle-orm/pg-core';

/** An instant, with its zone kept. */
export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/**
 * Text made by `seal`. `SEALED` (lib/auth/server/seal.ts) names each column, for key replacement.
 */
export const sealed = customType<{ data: string }>({ dataType: () => 'text' });
