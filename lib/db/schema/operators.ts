import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** A person who signs in. `ready` marks the simulator's ready sign-ins, which end with the first real account. */
export const operators = pgTable(
  'operators',
  {
    id: text().primaryKey(),
    email: text().notNull(),
    name: text().notNull(),
    passwordHash: text('password_hash'),
    ready: boolean().notNull().default(false),
    sessionVersion: integer('session_version').notNull().default(1),
    preferences: jsonb().notNull().default({}),
    createdAt: at('created_at').notNull().defaultNow(),
    disabledAt: at('disabled_at'),
    /** Who made this person able to act, and when: for 24 h they decide nothing that this one asked for. */
    invitedBy: text('invited_by'),
    invitedAt: at('invited_at'),
    resetBy: text('reset_by'),
    resetAt: at('reset_at'),
    enabledBy: text('enabled_by'),
    enabledAt: at('enabled_at'),
  },
  (table) => [uniqueIndex('operators_email').on(table.email)],
);

/** A role on one account, or on all of them (`*`). */
export const grants = pgTable(
  'grants',
  {
    operatorId: text('operator_id')
      .notNull()
      .references(() => operators.id),
    account: text().notNull(),
    role: text().notNull(),
    /** Null: given at set-up, by nobody. */
    grantedBy: text('granted_by'),
    grantedAt: at('granted_at'),
  },
  (table) => [primaryKey({ columns: [table.operatorId, table.account, table.role] })],
);

export const sessions = pgTable(
  'sessions',
  {
    id: text().primaryKey(),
    operatorId: text('operator_id')
      .notNull()
      .references(() => operators.id),
    sessionVersion: integer('session_version').notNull(),
    createdAt: at('created_at').notNull(),
    lastSeenAt: at('last_seen_at').notNull(),
    provedAt: at('proved_at').notNull(),
    address: text(),
    userAgent: text('user_agent'),
    endedAt: at('ended_at'),
  },
  (table) => [index('sessions_operator').on(table.operatorId)],
);

/** Failed sign-ins of one bucket (an address, an account, or an account on a known device). */
export const signInThrottle = pgTable('sign_in_throttle', {
  bucket: text().primaryKey(),
  failures: integer().notNull(),
  windowStartedAt: at('window_started_at').notNull(),
  waitUntil: at('wait_until'),
});

/** One-time links: the first administrator's set-up. Only the hash of the token is kept. */
export const oneTimeLinks = pgTable('one_time_links', {
  tokenHash: text('token_hash').primaryKey(),
  purpose: text().notNull(),
  expiresAt: at('expires_at').notNull(),
  usedAt: at('used_at'),
});
