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

/** The class of an answer: its first digit, 5 for what is above too, 0 for none. */
export const answerOf = (status: AnyPgColumn): SQL<number> =>
  sql`(case when ${status} >= 200 then least(${status} / 100, 5) else 0 end)`;

/**
 * The callback history read so far. `outcome` is delivered, failed or recovered as of the rows that are here;
 * given up follows from `lastAt`, the last record of the same transaction, event and url; closed where the notice has a
 * row in `closed_failures`. Bodies are not kept.
 * Partitioned by `arrivedAt` (lib/data/partitions.ts).
 */
export const deliveries = pgTable(
  'deliveries',
  {
    accountId: text('account_id').notNull(),
    id: text().notNull(),
    /** Order of arrival here, for who follows what is new. */
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
    /** Records of the same transaction, event and url. */
    attempts: integer().notNull().default(1),
    lastAt: at('last_at').notNull(),
    /** An open failure: the last record of the notice of its transaction's current state, which its address never took. */
    open: boolean().notNull().default(false),
    responseTimeMs: doublePrecision('response_time_ms'),
    createdAt: at('created_at').notNull(),
    /** Cents, from the delivered body, like the next three. */
    amount: bigint({ mode: 'number' }),
    clientReference: text('client_reference'),
    transactionStatus: text('transaction_status'),
    transactionCreatedAt: at('transaction_created_at'),
    resendId: text('resend_id'),
    derived: text().array().notNull().default(sql`'{}'::text[]`),
    /** When it came here, by the database's clock: which partition has it. */
    arrivedAt: at('arrived_at').notNull().defaultNow(),
  },
  (table) => [
    // A partition knows only its own rows: `delivery_keys` has each record once.
    primaryKey({ name: 'deliveries_pk', columns: [table.accountId, table.id, table.arrivedAt] }),
    index('deliveries_newest').on(table.accountId, table.createdAt, table.id),
    // Nearly all are delivered: the few others are found without an index of all.
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
    // An address may be longer than what an index takes.
    index('deliveries_address').on(table.accountId, sql`md5(${table.url})`, table.createdAt),
    index('deliveries_event').on(table.accountId, table.event, table.createdAt),
    index('deliveries_seq').on(table.accountId, table.seq),
  ],
);

/** Each record once, whichever partition has it: triggers write it with the row, skip a row whose key is here, and forget both. */
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
 * How many deliveries there are of each kind: kept by triggers, in the transaction that changes them. A delivery is
 * counted on its São Paulo day and, with the day `-infinity`, among all; by its webhook, with no address, and where
 * its address is one of `delivery_addresses` once more by that, with no webhook. Absent is ''.
 */
export const deliveryCounts = pgTable(
  'delivery_counts',
  {
    accountId: text('account_id').notNull(),
    address: text().notNull(),
    day: date().notNull(),
    webhookId: text('webhook_id').notNull(),
    event: text().notNull(),
    /** As `answerOf` says. */
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

/** The first two hundred addresses of an account, by the MD5 of each: only these are counted by themselves. */
export const deliveryAddresses = pgTable(
  'delivery_addresses',
  { accountId: text('account_id').notNull(), address: text().notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.address] })],
);

/**
 * Failures that somebody closed, or that no resend reaches any more: their notices do not count as open. A row names
 * the record that was the notice's last one then; it covers the later attempts of the same notice too.
 */
export const closedFailures = pgTable(
  'closed_failures',
  {
    accountId: text('account_id').notNull(),
    deliveryId: text('delivery_id').notNull(),
    /** One of CLOSE_REASONS. */
    reason: text().notNull(),
    /** Sealed. */
    note: sealed(),
    /** Null: closed by itself. */
    operatorId: text('operator_id'),
    at: at('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.deliveryId] })],
);

/**
 * How far an account's history was read. The index is whole between `fromAt` and `completeAt`; `head` is a reading
 * from now down to it, `back` one further into the past, both as they stood when they were interrupted.
 */
export const deliveryIndexes = pgTable('delivery_indexes', {
  accountId: text('account_id').primaryKey(),
  version: integer().notNull().default(0),
  /** Kept current until then: somebody looks, or a job follows. */
  wantedUntil: at('wanted_until').notNull(),
  /** By our clock: when the newest page was asked for. */
  completeAt: at('complete_at'),
  /** By the provider's clock: the newest record within the whole part. */
  newestAt: at('newest_at'),
  fromAt: at('from_at'),
  /** Nothing older is left to read, or to keep. */
  backDone: boolean('back_done').notNull().default(false),
  head: jsonb(),
  back: jsonb(),
  rows: integer().notNull().default(0),
  problem: text(),
  triedAt: at('tried_at'),
  sweptAt: at('swept_at'),
});
