import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/**
 * A list's filters and columns under a name. `filter` holds no personal data: document and name stay in the stored
 * filter it names, which lives as long as the view. An operator's names are unique on an account's page.
 */
export const savedViews = pgTable(
  'saved_views',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    operatorId: text('operator_id').notNull(),
    page: text().notNull(),
    name: text().notNull(),
    shared: boolean().notNull().default(false),
    filter: jsonb().notNull(),
    columns: jsonb().notNull(),
    storedFilterId: text('stored_filter_id'),
    version: integer().notNull().default(1),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('saved_views_name').on(
      table.accountId,
      table.operatorId,
      table.page,
      sql`lower(${table.name})`,
    ),
    index('saved_views_stored_filter').on(table.storedFilterId),
  ],
);
