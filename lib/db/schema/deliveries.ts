import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/**
 * The callback history read so far. `outcome` is delivered, failed or recovered as of the rows that are here;
 * given up follows from `lastAt`, the last record of the same transaction, event and url. Bodies are not kept.
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
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('deliveries_newest').on(table.accountId, table.createdAt, table.id),
    index('deliveries_outcome').on(table.accountId, table.outcome, table.createdAt, table.id),
    index('deliveries_open').on(table.accountId, table.createdAt, table.id).where(sql`${table.open}`),
    index('deliveries_transaction').on(table.accountId, table.transactionId),
    index('deliveries_webhook').on(table.accountId, table.webhookId, table.createdAt),
    index('deliveries_host').on(table.accountId, table.host, table.createdAt),
    index('deliveries_seq').on(table.accountId, table.seq),
  ],
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
