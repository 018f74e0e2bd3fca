import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
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

/**
 * Calls that the processes of this database took for a provider's account, by short slot and by hour (see
 * lib/core/http/budget.ts): whoever takes locks the row.
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
    /** Why, in the words of who asked; null: asked before words were needed. */
    reason: text(),
    /** Where it was asked from, as a session keeps it. */
    address: text(),
    userAgent: text('user_agent'),
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
