import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { at } from './columns.ts';

/**
 * A weaker approval rule that was asked for: it waits for another administrator or for `effectiveAt`. `before` and
 * `after` hold the settings it touches, null where there is none. One waits for an account.
 */
export const ruleChanges = pgTable(
  'rule_changes',
  {
    id: text().primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id),
    before: jsonb().notNull(),
    after: jsonb().notNull(),
    /**
     * pending, approved, declined, lapsed (nobody decided: it holds), superseded (a stricter rule came),
     * dropped (who asked for it administers no more).
     */
    state: text().notNull(),
    requestedBy: text('requested_by').notNull(),
    requestedAt: at('requested_at').notNull(),
    effectiveAt: at('effective_at').notNull(),
    decidedBy: text('decided_by'),
    decidedAt: at('decided_at'),
  },
  (table) => [
    uniqueIndex('rule_changes_pending').on(table.accountId).where(sql`${table.state} = 'pending'`),
    index('rule_changes_due').on(table.effectiveAt).where(sql`${table.state} = 'pending'`),
  ],
);
