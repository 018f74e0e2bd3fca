import { sql } from 'drizzle-orm';
import {
  bigserial,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { NoticeFacts } from '#lib/core/notification-events.ts';
import { at, sealed } from './columns.ts';

/** Notification events; each step of a cause is stored once. `facts`: ids, amounts, instants. */
export const noticeSteps = pgTable(
  'notice_steps',
  {
    cause: text().notNull(),
    step: text().notNull(),
    seq: bigserial({ mode: 'number' }).notNull(),
    event: text().notNull(),
    accountId: text('account_id'),
    facts: jsonb().$type<NoticeFacts>().notNull().default({}),
    at: at('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.cause, table.step] }),
    index('notice_steps_at').on(table.at),
    index('notice_steps_event').on(table.event, table.accountId),
  ],
);

/** One line of an operator's inbox: a cause, at its latest step. */
export const notices = pgTable(
  'notices',
  {
    id: text().primaryKey(),
    operatorId: text('operator_id').notNull(),
    cause: text().notNull(),
    event: text().notNull(),
    accountId: text('account_id'),
    at: at('at').notNull(),
    readAt: at('read_at'),
  },
  (table) => [
    uniqueIndex('notices_cause').on(table.operatorId, table.cause),
    index('notices_of_cause').on(table.cause),
    index('notices_newest').on(table.operatorId, table.at, table.id),
    index('notices_unread').on(table.operatorId).where(sql`${table.readAt} is null`),
  ],
);

/**
 * The outbox, written with each message's cause. `key` prevents duplicates; every attempt sends the same
 * `id`. `sealed`: a complete message with a link that nobody else may read.
 */
export const noticeMessages = pgTable(
  'notice_messages',
  {
    id: text().primaryKey(),
    channel: text().notNull(),
    key: text().notNull(),
    /** The e-mail's recipient; null: a shared channel, or an address that belongs to no operator yet. */
    operatorId: text('operator_id'),
    items: jsonb().$type<{ cause: string; step: string }[]>().notNull().default([]),
    sealed: sealed(),
    /** waiting, sent, lost (given up; `problem` says why). */
    state: text().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    createdAt: at('created_at').notNull(),
    dueAt: at('due_at').notNull(),
    /** Until then the sending process has the lease; a dead process's lease expires. */
    leasedUntil: at('leased_until'),
    endedAt: at('ended_at'),
    problem: text(),
  },
  (table) => [
    uniqueIndex('notice_messages_key').on(table.key),
    index('notice_messages_due').on(table.channel, table.dueAt).where(sql`${table.state} = 'waiting'`),
    index('notice_messages_ended').on(table.endedAt),
  ],
);

/** Channels and their health; only health for `email` and `environment`, which the environment sets. */
export const noticeChannels = pgTable('notice_channels', {
  id: text().primaryKey(),
  name: text(),
  /** signed, chat; null for `email`. */
  form: text(),
  locale: text(),
  /** `url` and `secret` are sealed: a chat room's address is its secret. */
  url: sealed(),
  secret: sealed(),
  createdAt: at('created_at'),
  removedAt: at('removed_at'),
  okAt: at('ok_at'),
  okMs: integer('ok_ms'),
  failingSince: at('failing_since'),
  failures: integer().notNull().default(0),
  problem: text(),
  /** No message is tried before then. */
  pausedUntil: at('paused_until'),
});

/** One operator's choices: events by channel, where they differ from Guichê's defaults, and quiet hours. */
export const noticeSettings = pgTable('notice_settings', {
  operatorId: text('operator_id').primaryKey(),
  rules: jsonb().notNull().default({}),
  quiet: jsonb(),
});
