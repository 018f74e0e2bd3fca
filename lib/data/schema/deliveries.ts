import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { at, sealed } from './columns.ts';

/** SQL: the class of an HTTP status: its first digit, at most 5; 0 below 200 or without an answer. */
export const answerOf = (status: AnyPgColumn): SQL<number> =>
  sql`(case when ${status} >= 200 then least(${status} / 100, 5) else 0 end)`;

/**
 * The callback history read so far, without bodies, partitioned by `arrivedAt` (lib/data/partitions.ts).
 * `outcome` is delivered, failed or recovered, judged by the rows stored here. Given up follows from `lastAt`
 * (last record of the same transaction, event and url), closed from a row in `closed_failures`.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    accountId: text('account_id').notNull(),
    id: text().notNull(),
    /** Order of arrival here, to find new rows. */
    seq: bigserial({ mode: 'number' }).notNull(),
    transactionId: text('transaction_id'),
    webhookId: text('webhook_id'),
    url: text(),
    host: text(),
    event: text(),
    status: smallint(),
    delivered: boolean().notNull(),
    outcome: text().notNull(),
    attempt: integer().notNull().default(1),
    attempts: integer().notNull().default(1),
    lastAt: at('last_at').notNull(),
    /** An open failure: the last record on its transaction's current state, never accepted there. */
    open: boolean().notNull().default(false),
    responseTimeMs: doublePrecision('response_time_ms'),
    createdAt: at('created_at').notNull(),
    /** Cents. This and the next three come from the delivered body. */
    amount: bigint({ mode: 'number' }),
    clientReference: text('client_reference'),
    transactionStatus: text('transaction_status'),
    transactionCreatedAt: at('transaction_created_at'),
    resendId: text('resend_id'),
    derived: text().array().notNull().default(sql`'{}'::text[]`),
    /** When the row arrived here (database's clock); decides its partition. */
    arrivedAt: at('arrived_at').notNull().defaultNow(),
  },
  (table) => [
    // A partition's key covers only its own rows; `delivery_keys` makes each record unique.
    primaryKey({ name: 'deliveries_pk', columns: [table.accountId, table.id, table.arrivedAt] }),
    index('deliveries_newest').on(table.accountId, table.createdAt, table.id),
    // Nearly all rows are delivered: this index finds the few others without covering all.
    index('deliveries_outcome')
      .on(table.accountId, table.outcome, table.createdAt, table.id)
      .where(sql`${table.outcome} <> 'delivered'`),
    index('deliveries_answer')
      .on(table.accountId, answerOf(table.status), table.createdAt, table.id)
      .where(sql`not ${table.delivered}`),
    index('deliveries_open').on(table.accountId, table.createdAt, table.id).where(sql`${table.open}`),
    // Open failures that are not given up are few, and counted with every page.
    index('deliveries_going')
      .on(table.accountId, table.lastAt)
      .where(sql`${table.open} and ${table.outcome} <> 'given_up'`),
    index('deliveries_transaction').on(table.accountId, table.transactionId),
    index('deliveries_webhook').on(table.accountId, table.webhookId, table.createdAt),
    // A URL may be longer than an index allows.
    index('deliveries_address').on(table.accountId, sql`md5(${table.url})`, table.createdAt),
    index('deliveries_event').on(table.accountId, table.event, table.createdAt),
    index('deliveries_seq').on(table.accountId, table.seq),
  ],
);

/** Makes records unique across partitions: triggers add a key with its row, skip known ones, delete both. */
export const deliveryKeys = pgTable(
  'delivery_keys',
  {
    accountId: text('account_id').notNull(),
    id: text().notNull(),
    arrivedAt: at('arrived_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

/**
 * Numbers of deliveries, which triggers update in the transaction that changes them. A delivery counts on its
 * São Paulo day and on the day `-infinity` (all days); by webhook with an empty address, and, if
 * `delivery_addresses` has its address, again by address with an empty webhook. An absent value is ''.
 */
export const deliveryCounts = pgTable(
  'delivery_counts',
  {
    accountId: text('account_id').notNull(),
    address: text().notNull(),
    day: date().notNull(),
    webhookId: text('webhook_id').notNull(),
    event: text().notNull(),
    /** See `answerOf`. */
    answer: smallint().notNull(),
    outcome: text().notNull(),
    open: boolean().notNull(),
    rows: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({
      name: 'delivery_counts_pk',
      columns: [
        ...([table.accountId, table.address, table.day, table.webhookId] as const),
        ...([table.event, table.answer, table.outcome, table.open] as const),
      ],
    }),
  ],
);

/** MD5 of each of an account's first two hundred addresses: only these have counts of their own. */
export const deliveryAddresses = pgTable(
  'delivery_addresses',
  { accountId: text('account_id').notNull(), address: text().notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.address] })],
);

/**
 * Failures closed by an operator or out of reach, by the notice's last record; they do not count as open. The
 * row covers later attempts of the notice too.
 */
export const closedFailures = pgTable(
  'closed_failures',
  {
    accountId: text('account_id').notNull(),
    deliveryId: text('delivery_id').notNull(),
    /** One of CLOSE_REASONS. */
    reason: text().notNull(),
    note: sealed(),
    /** Null: closed automatically. */
    operatorId: text('operator_id'),
    at: at('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.deliveryId] })],
);

/** How far history was read: complete from `fromAt` to `completeAt`. `head`, `back`: interrupted readings. */
export const deliveryIndexes = pgTable('delivery_indexes', {
  accountId: text('account_id').primaryKey(),
  version: integer().notNull().default(0),
  /** The index stays current until then, because an operator views it or a job uses it. */
  wantedUntil: at('wanted_until').notNull(),
  /** When the newest page was requested (Guichê's clock). */
  completeAt: at('complete_at'),
  /** The newest record within the complete part (provider's clock). */
  newestAt: at('newest_at'),
  fromAt: at('from_at'),
  /** True: no older records exist, or none that Guichê stores. */
  backDone: boolean('back_done').notNull().default(false),
  head: jsonb(),
  back: jsonb(),
  rows: integer().notNull().default(0),
  problem: text(),
  triedAt: at('tried_at'),
  sweptAt: at('swept_at'),
});
