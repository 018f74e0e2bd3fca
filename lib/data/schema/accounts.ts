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

/** A connection to a provider. `credentials` is sealed JSON; slugs of accounts in use are unique. */
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

/** Whether the provider blocks the account's operations, as its last event or answer reported. */
export const accountBlocks = pgTable('account_blocks', {
  accountId: text('account_id').primaryKey(),
  blocked: boolean().notNull(),
  /** The provider's names of the blocked operations; empty: it does not name them. */
  operations: jsonb().$type<string[]>().notNull(),
  /** `event` or `read`. */
  toldBy: text('told_by').notNull(),
  changedAt: at('changed_at').notNull(),
});

/** Calls of all processes to an account, by slot and hour (lib/data/rate-limit). Locked while taking. */
export const providerBudgets = pgTable('provider_budgets', {
  /** Account id, and which of its credentials or `search`. */
  id: text().primaryKey(),
  /** Calls allowed per minute now; fewer than the limit after a 429. */
  perMinute: doublePrecision('per_minute').notNull(),
  raisedAt: at('raised_at').notNull(),
  /** When a 429 last lowered `perMinute`; further 429s of the same burst do not count. */
  halvedAt: at('halved_at'),
  /** `[[slot, taken, of these in the background], …]` */
  slots: jsonb().notNull(),
  /** `[[hour, taken], …]` */
  hours: jsonb().notNull(),
});

/**
 * A requested change to a weaker approval rule, one waiting per account. It waits for another administrator
 * or for `effectiveAt`. `before`, `after`: what it changes.
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
     * pending, approved, declined, lapsed (nobody decided, so it took effect), superseded (a stricter rule
     * came), dropped (the requester is no longer an administrator).
     */
    state: text().notNull(),
    requestedBy: text('requested_by').notNull(),
    /** The requester's reason; null: requested before a reason was required. */
    reason: text(),
    /** The requester's address and user agent, stored as in a session. */
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
