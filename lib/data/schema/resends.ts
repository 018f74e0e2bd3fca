import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** A bulk resend, from its preview (state `preview`, no number) to the end of its follow-up. */
export const resends = pgTable(
  'resends',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    /** Shown to operators; assigned when it starts. */
    number: integer(),
    state: text().notNull(),
    pauseReason: text('pause_reason'),
    pausedUntil: at('paused_until'),
    problem: jsonb(),
    scope: text().notNull(),
    /** The scope without its ids. */
    filter: jsonb().notNull().default({}),
    everything: boolean().notNull().default(false),
    estimated: boolean().notNull().default(false),
    operatorId: text('operator_id').notNull(),
    /** Progress of collecting what to request; null: collected to the end. */
    gathering: jsonb(),
    /** Raised by every step of gathering and planning: a process whose update loses did not do the step. */
    version: integer().notNull().default(0),
    plannedAt: at('planned_at'),
    /** Number of the current chain of queued steps. */
    chain: integer().notNull().default(0),
    /** If no step ran by then, the chain is dead and another begins. */
    stepDueAt: at('step_due_at'),
    /** In a row: refusals by the resend limit (`limited`), requests without an answer (`unanswered`). */
    limited: integer().notNull().default(0),
    unanswered: integer().notNull().default(0),
    /** Refusals because of age; each moves `earliest` on by a larger step. */
    tooOld: integer('too_old').notNull().default(0),
    /** Accepted by a webhook's route, but not yet in any list or record. */
    unlisted: integer().notNull().default(0),
    /** Transactions older than the provider accepts. They are only counted: too many to list. */
    outsideCount: integer('outside_count').notNull().default(0),
    /** How far back the index reached at the preview; null: over the whole period. */
    indexFrom: at('index_from'),
    /** Earliest transaction that the provider still accepts, by its own clock. */
    earliest: at('earliest').notNull(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at'),
    startedAt: at('started_at'),
    completedAt: at('completed_at'),
    followedUntil: at('followed_until'),
    /** Receivers that must accept a notice first, each with the provider's time it waits from; or null. */
    waitsFor: jsonb('waits_for'),
    /** Its counts, stored once nothing changes them any more. */
    counts: jsonb(),
  },
  (table) => [
    uniqueIndex('resends_number').on(table.accountId, table.number),
    index('resends_account').on(table.accountId, table.createdAt, table.id),
    index('resends_state').on(table.state, table.stepDueAt),
    index('resends_followed').on(table.followedUntil).where(sql`${table.counts} is null`),
  ],
);

/** One transaction of a resend; on a webhook's route, one transaction and event. */
export const resendItems = pgTable(
  'resend_items',
  {
    resendId: text('resend_id')
      .notNull()
      .references(() => resends.id, { onDelete: 'cascade' }),
    transactionId: text('transaction_id').notNull(),
    /** Empty where the provider chooses the event. */
    event: text().notNull().default(''),
    accountId: text('account_id').notNull(),
    /** outside, unreachable, skipped, remaining, requested, unknown. */
    state: text().notNull(),
    /** Result of a requested item: accepted, delivered, failed, not_taken. */
    result: text(),
    request: integer(),
    createdAt: at('created_at'),
    status: text(),
    /** Cents. */
    amount: bigint({ mode: 'number' }),
    clientReference: text('client_reference'),
    url: text(),
    webhookId: text('webhook_id'),
    /** False: selected by id, its facts are not read yet. */
    read: boolean().notNull().default(true),
    /** When it was requested (provider's clock): records from then on may belong to this resend. */
    askedAt: at('asked_at'),
    /** The index's last record before the request: records up to it do not belong to this resend. */
    askedSeq: bigint('asked_seq', { mode: 'number' }),
    requestedAt: at('requested_at'),
    deliveryId: text('delivery_id'),
    deliveryEvent: text('delivery_event'),
    httpStatus: smallint('http_status'),
    responseTimeMs: doublePrecision('response_time_ms'),
    deliveredAt: at('delivered_at'),
  },
  (table) => [
    primaryKey({ columns: [table.resendId, table.transactionId, table.event] }),
    index('resend_items_state').on(table.resendId, table.state, table.result),
    index('resend_items_order').on(table.resendId, table.createdAt, table.transactionId),
    index('resend_items_request').on(table.resendId, table.request),
    index('resend_items_asked')
      .on(table.accountId, table.transactionId)
      .where(sql`${table.state} in ('requested', 'unknown')`),
  ],
);

/**
 * The requests of a resend: the plan, and each outcome as shown. The operation that sends a request
 * (`callback.resend`) writes its state here in the same transactions, because earlier builds elect by it.
 */
export const resendRequests = pgTable(
  'resend_requests',
  {
    resendId: text('resend_id')
      .notNull()
      .references(() => resends.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    route: text().notNull(),
    from: at('from_at'),
    to: at('to_at'),
    transactions: integer().notNull(),
    /** planned, sent, accepted, refused, unknown, cancelled. */
    state: text().notNull(),
    accepted: integer(),
    truncated: boolean().notNull().default(false),
    sentAt: at('sent_at'),
    endedAt: at('ended_at'),
    /** How often it was sent: again only after a refusal which proves that the provider accepted nothing. */
    sends: integer().notNull().default(0),
    code: text(),
    providerRequestId: text('provider_request_id'),
  },
  (table) => [
    primaryKey({ columns: [table.resendId, table.number] }),
    index('resend_requests_state').on(table.resendId, table.state),
  ],
);

/** Known limits of an account's resend routes. One request at a time: the row is locked to write the next. */
export const resendLines = pgTable('resend_lines', {
  accountId: text('account_id').primaryKey(),
  lastNumber: integer('last_number').notNull().default(0),
  /** Of earlier builds, like `taken`. The ledger shows which request is under way, and when the last ended. */
  heldBy: text('held_by'),
  heldUntil: at('held_until'),
  pausedUntil: at('paused_until'),
  taken: jsonb().notNull().default([]),
  idsRefused: boolean('ids_refused').notNull().default(false),
  /** The longest window that the service accepted after it refused the usual one. */
  windowMs: bigint('window_ms', { mode: 'number' }),
  /** yes, no; null: not tried yet. */
  registered: text(),
  /** ms by which the provider's clock is ahead of Guichê's. */
  aheadMs: bigint('ahead_ms', { mode: 'number' }).notNull().default(0),
  /** Items are matched with the deliveries index up to this record. */
  matchedSeq: bigint('matched_seq', { mode: 'number' }).notNull().default(0),
});
