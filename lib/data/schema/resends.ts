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
    /** For people; given when it starts. */
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
    /** Where reading what it shall ask for stands; null: read to its end. */
    gathering: jsonb(),
    /** Changed by every step of gathering and planning: who loses the update did not do it. */
    version: integer().notNull().default(0),
    plannedAt: at('planned_at'),
    /** Number of the living chain of queued steps. */
    chain: integer().notNull().default(0),
    /** Nobody stepped since: the chain is dead, and another begins. */
    stepDueAt: at('step_due_at'),
    /** Refusals by the resend limit, and requests without an answer, in a row. */
    limited: integer().notNull().default(0),
    unanswered: integer().notNull().default(0),
    /** Refusals because of age: each moves `earliest` on, further and further. */
    tooOld: integer('too_old').notNull().default(0),
    /** Accepted by a webhook's route, and named by no list and no record yet. */
    unlisted: integer().notNull().default(0),
    /** Older than the provider takes, and only counted: too many to be named one by one. */
    outsideCount: integer('outside_count').notNull().default(0),
    /** The index reached back to this instant at the preview; null: over the whole period. */
    indexFrom: at('index_from'),
    /** Earliest transaction the provider still takes, by its own clock. */
    earliest: at('earliest').notNull(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at'),
    startedAt: at('started_at'),
    completedAt: at('completed_at'),
    followedUntil: at('followed_until'),
    /** Receivers that must take a notice again before it begins, with the provider's time it waits from; null: none. */
    waitsFor: jsonb('waits_for'),
    /** Its counts once nothing changes them any more. */
    counts: jsonb(),
  },
  (table) => [
    uniqueIndex('resends_number').on(table.accountId, table.number),
    index('resends_account').on(table.accountId, table.createdAt, table.id),
    index('resends_state').on(table.state, table.stepDueAt),
    index('resends_followed').on(table.followedUntil).where(sql`${table.counts} is null`),
  ],
);

/** One transaction (of a webhook's route: one transaction and event) of a resend. */
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
    /** Of a requested one: accepted, delivered, failed, not_taken. */
    result: text(),
    request: integer(),
    createdAt: at('created_at'),
    status: text(),
    /** Cents. */
    amount: bigint({ mode: 'number' }),
    clientReference: text('client_reference'),
    url: text(),
    webhookId: text('webhook_id'),
    /** False: selected by id, its facts are still to be read. */
    read: boolean().notNull().default(true),
    /** By the provider's clock: records from then on may be this resend's. */
    askedAt: at('asked_at'),
    /** The index's last record before it was asked for: what was known by then is not this resend's. */
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

/** Each request to a resend route: the ledger of what was asked. Written as planned, `sent` before its first byte. */
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
    /** How often it was sent: again only after a refusal that proves that nothing was taken. */
    sends: integer().notNull().default(0),
    code: text(),
    providerRequestId: text('provider_request_id'),
  },
  (table) => [
    primaryKey({ columns: [table.resendId, table.number] }),
    index('resend_requests_state').on(table.resendId, table.state),
  ],
);

/** Known limits of an account's resend routes, and the resend that calls them: one request at a time. */
export const resendLines = pgTable('resend_lines', {
  accountId: text('account_id').primaryKey(),
  lastNumber: integer('last_number').notNull().default(0),
  /** The one that may send now. */
  heldBy: text('held_by'),
  heldUntil: at('held_until'),
  pausedUntil: at('paused_until'),
  /** Ends of the last requests that count against the limit, epoch ms. */
  taken: jsonb().notNull().default([]),
  idsRefused: boolean('ids_refused').notNull().default(false),
  /** The longest window the service took, where it refused the usual one. */
  windowMs: bigint('window_ms', { mode: 'number' }),
  /** yes, no; null: not tried yet. */
  registered: text(),
  /** ms by which the provider's clock is ahead of ours. */
  aheadMs: bigint('ahead_ms', { mode: 'number' }).notNull().default(0),
  /** Up to which record of the deliveries index items were matched. */
  matchedSeq: bigint('matched_seq', { mode: 'number' }).notNull().default(0),
});
