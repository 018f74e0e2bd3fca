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

/** Events, each step of a cause once, whoever finds it and however often. `facts`: ids, amounts, instants. */
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

/** One line of one person's inbox: a cause, as of its latest step. */
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
 * The outbox: what still has to leave by e-mail or webhook, written with its cause. `key` says what must not be told
 * twice, `id` travels with every try. `sealed` holds a message that stands for itself: a link that nobody else may read.
 */
export const noticeMessages = pgTable(
  'notice_messages',
  {
    id: text().primaryKey(),
    channel: text().notNull(),
    key: text().notNull(),
    /** The person the e-mail is for; null: a channel of all, or an address that belongs to nobody yet. */
    operatorId: text('operator_id'),
    items: jsonb().$type<{ cause: string; step: string }[]>().notNull().default([]),
    sealed: sealed(),
    /** waiting, sent, lost (given up; `problem` says why). */
    state: text().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    createdAt: at('created_at').notNull(),
    dueAt: at('due_at').notNull(),
    /** The process that sends it holds it until then; a dead sender's hold ends by itself. */
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

/** Ways out and how they fare. `email` and `environment` are set up by the environment: their rows hold only that. */
export const noticeChannels = pgTable('notice_channels', {
  id: text().primaryKey(),
  name: text(),
  /** signed, chat; null for `email`. */
  form: text(),
  locale: text(),
  /** Sealed, both: a chat room's address is its secret. */
  url: sealed(),
  secret: sealed(),
  createdAt: at('created_at'),
  removedAt: at('removed_at'),
  okAt: at('ok_at'),
  okMs: integer('ok_ms'),
  failingSince: at('failing_since'),
  failures: integer().notNull().default(0),
  problem: text(),
  /** Nothing is tried before. */
  pausedUntil: at('paused_until'),
});

/** One person's choices: event by channel, where they differ from the product's own, and quiet hours. */
export const noticeSettings = pgTable('notice_settings', {
  operatorId: text('operator_id').primaryKey(),
  rules: jsonb().notNull().default({}),
  quiet: jsonb(),
});
