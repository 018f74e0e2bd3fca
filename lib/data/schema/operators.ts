import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { at, sealed } from './columns.ts';

/** A person who signs in. `ready`: the simulator's ready-made sign-ins, until the first real account. */
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
    /** When the current password was set; null: there is none, or its time was not recorded yet. */
    passwordAt: at('password_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    disabledAt: at('disabled_at'),
    invitedBy: text('invited_by'),
    invitedAt: at('invited_at'),
  },
  (table) => [uniqueIndex('operators_email').on(table.email)],
);

const ofOperator = () =>
  text('operator_id')
    .notNull()
    .references(() => operators.id);

/** A role on one account, or on all of them (`*`). */
export const grants = pgTable(
  'grants',
  {
    operatorId: ofOperator(),
    account: text().notNull(),
    role: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.operatorId, table.account, table.role] })],
);

/**
 * `lifter` made `person` able to act: for 24 h `person` may not decide what `lifter` requested; the reverse
 * is allowed. Rows are added and, once they bind nobody any more, deleted; none is changed.
 */
export const lifts = pgTable(
  'lifts',
  { person: text().notNull(), lifter: text().notNull(), at: at('at').notNull().defaultNow() },
  (table) => [primaryKey({ columns: [table.person, table.lifter, table.at] })],
);

export const sessions = pgTable(
  'sessions',
  {
    id: text().primaryKey(),
    operatorId: ofOperator(),
    sessionVersion: integer('session_version').notNull(),
    createdAt: at('created_at').notNull(),
    lastSeenAt: at('last_seen_at').notNull(),
    provedAt: at('proved_at').notNull(),
    /** How the operator proved their identity when the session began and at the last step-up. */
    method: text().notNull().default('password'),
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

/**
 * One-time links: the first set-up (no `operatorId`), invitations, new passwords; no token is stored. A new
 * link ends the operator's earlier one of its purpose, which stays to explain itself.
 */
export const oneTimeLinks = pgTable(
  'one_time_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    purpose: text().notNull(),
    operatorId: text('operator_id').references(() => operators.id),
    createdBy: text('created_by'),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
    /** When it ended early: a newer link replaced it, or none of the operator's links may work any more. */
    endedAt: at('ended_at'),
  },
  (table) => [
    uniqueIndex('one_time_links_operator')
      .on(table.operatorId, table.purpose)
      .where(sql`${table.endedAt} is null`),
  ],
);

/** A code app's secret, sealed. Until it is confirmed, it is being set up and proves nothing. */
export const codeApps = pgTable('code_apps', {
  operatorId: text('operator_id')
    .primaryKey()
    .references(() => operators.id),
  secret: sealed().notNull(),
  createdAt: at('created_at').notNull(),
  confirmedAt: at('confirmed_at'),
  /** The latest 30 s step whose code was accepted: no code of it or of earlier ones is accepted again. */
  lastStep: integer('last_step').notNull().default(0),
  lastUsedAt: at('last_used_at'),
});

/** Keyed hashes of recovery codes; each replaces a lost factor once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    operatorId: ofOperator(),
    codeHash: text('code_hash').notNull(),
    createdAt: at('created_at').notNull(),
    usedAt: at('used_at'),
  },
  (table) => [primaryKey({ columns: [table.operatorId, table.codeHash] })],
);

export const passkeys = pgTable(
  'passkeys',
  {
    /** The credential's id, base64url. */
    id: text().primaryKey(),
    operatorId: ofOperator(),
    name: text().notNull(),
    /** COSE, base64url. */
    publicKey: text('public_key').notNull(),
    counter: bigint({ mode: 'number' }).notNull(),
    transports: jsonb().notNull().default([]),
    /** Synced to several devices: its counter stays at 0. */
    synced: boolean().notNull().default(false),
    createdAt: at('created_at').notNull(),
    lastUsedAt: at('last_used_at'),
  },
  (table) => [index('passkeys_operator').on(table.operatorId)],
);

/** Answered challenges and used single sign-on attempts: each counts once, and is stored until it expires. */
export const usedChallenges = pgTable(
  'used_challenges',
  { challenge: text().primaryKey(), expiresAt: at('expires_at').notNull() },
  (table) => [index('used_challenges_expiry').on(table.expiresAt)],
);

/** Maps an issuer's subject to an operator. Never by e-mail: an address may change its person. */
export const identities = pgTable(
  'identities',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    operatorId: ofOperator(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] })],
);

/** Sign-in rules for all operators; one row, created by the first change. */
export const signInPolicies = pgTable('sign_in_policies', {
  id: text().primaryKey().default('all'),
  secondFactor: text('second_factor').notNull(),
  idleMinutes: integer('idle_minutes').notNull(),
  absoluteHours: integer('absolute_hours').notNull(),
  /** CIDR; empty: any network. */
  allowedNetworks: jsonb('allowed_networks').notNull(),
  passwordLength: integer('password_length').notNull(),
  changedAt: at('changed_at').notNull(),
  changedBy: text('changed_by').notNull(),
});

/**
 * A list's filters and columns under a name, unique per account, operator and page. `filter` holds no
 * personal data: that stays in the row `storedFilterId`, which lives as long as the view.
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
