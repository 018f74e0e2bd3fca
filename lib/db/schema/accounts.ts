import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, sealed } from './columns.ts';

/** One connection to a provider. `credentials` is sealed JSON; a slug is unique among accounts not archived. */
export const accounts = pgTable(
  'accounts',
  {
    id: text().primaryKey(),
    slug: text().notNull(),
    kind: text().notNull(),
    name: text().notNull(),
    environment: text().notNull(),
    simulator: boolean().notNull().default(false),
    /** Where the connection comes from: `environment`, `simulator`, or `settings` (entered by a person). */
    origin: text().notNull(),
    baseUrl: text('base_url').notNull(),
    credentials: sealed().notNull(),
    settings: jsonb().notNull().default({}),
    position: integer().notNull().default(0),
    createdAt: at('created_at').notNull().defaultNow(),
    archivedAt: at('archived_at'),
  },
  (table) => [uniqueIndex('accounts_slug').on(table.slug).where(sql`${table.archivedAt} is null`)],
);

/** The provider's last word, by an event or by an answer, on refusing the account's operations. */
export const accountBlocks = pgTable('account_blocks', {
  accountId: text('account_id').primaryKey(),
  blocked: boolean().notNull(),
  /** The provider's words for what it refuses; empty: it does not say which. */
  operations: jsonb().$type<string[]>().notNull(),
  /** `event` or `read`. */
  toldBy: text('told_by').notNull(),
  changedAt: at('changed_at').notNull(),
});
