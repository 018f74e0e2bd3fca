import { doublePrecision, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/**
 * Calls that the processes of this database took for a provider's account, by short slot and by hour (see
 * lib/http/budget.ts): whoever takes locks the row.
 */
export const providerBudgets = pgTable('provider_budgets', {
  /** The account, and which of its credentials. */
  id: text().primaryKey(),
  /** Calls that a minute may hold now; fewer than the limit after a 429. */
  perMinute: doublePrecision('per_minute').notNull(),
  raisedAt: at('raised_at').notNull(),
  /** Of the last 429 that counted: the rest of its burst does not. */
  halvedAt: at('halved_at'),
  /** `[[slot, taken, of these in the background], …]` */
  slots: jsonb().notNull(),
  /** `[[hour, taken], …]` */
  hours: jsonb().notNull(),
});
