import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at, sealed } from './columns.ts';

/**
 * Keys derived from secrets that were replaced, for what cannot be made anew: a code that nobody has any more, an
 * entry of the log. Only what these prove; none of them opens or signs in.
 */
export const retiredKeys = pgTable(
  'retired_keys',
  {
    keyId: text('key_id').notNull(),
    purpose: text().notNull(),
    /** `{ key, lastSeq }`: of the audit chain the last entry that it may have sealed. */
    sealed: sealed().notNull(),
    retiredAt: at('retired_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.purpose] })],
);
