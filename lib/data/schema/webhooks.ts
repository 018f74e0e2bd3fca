import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, sealed } from './columns.ts';

/** Webhooks registered through Guichê (`guiche`) or added by id (`added`); the provider's own list wins. */
export const webhookEntries = pgTable(
  'webhook_entries',
  {
    accountId: text('account_id').notNull(),
    webhookId: text('webhook_id').notNull(),
    url: text().notNull(),
    events: jsonb().notNull().default([]),
    source: text().notNull(),
    active: boolean(),
    hasSecret: boolean('has_secret'),
    createdAt: at('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.webhookId] })],
);

/** Secrets of webhooks and accounts (`target`), one in use each; `sealed` null: must not be used any more. */
export const webhookSecrets = pgTable(
  'webhook_secrets',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    target: text().notNull(),
    /** `issued` by the provider through Guichê, or `pasted` by an operator. */
    origin: text().notNull(),
    sealed: sealed(),
    operationId: text('operation_id'),
    /** The operator who may see it until it is acknowledged. */
    issuedTo: text('issued_to').notNull(),
    issuedAt: at('issued_at').notNull(),
    shownAt: at('shown_at'),
    acknowledgedAt: at('acknowledged_at'),
    supersededAt: at('superseded_at'),
  },
  (table) => [
    uniqueIndex('webhook_secrets_current')
      .on(table.accountId, table.target)
      .where(sql`${table.supersededAt} is null`),
    index('webhook_secrets_target').on(table.accountId, table.target, table.issuedAt),
    index('webhook_secrets_operation').on(table.operationId),
    index('webhook_secrets_superseded').on(table.supersededAt),
  ],
);

/** An address of Guichê's own receiver, created before it is registered. */
export const webhookReceivers = pgTable(
  'webhook_receivers',
  {
    /** The random part of the address. */
    endpoint: text().primaryKey(),
    accountId: text('account_id').notNull(),
    webhookId: text('webhook_id'),
    url: text().notNull(),
    /** pending, verified, failed. The challenge is answered until it is verified. */
    ownership: text().notNull(),
    /** The challenge is also answered until then: an operator pressed Run again. */
    challengeUntil: at('challenge_until'),
    createdAt: at('created_at').notNull(),
  },
  (table) => [index('webhook_receivers_webhook').on(table.accountId, table.webhookId)],
);

/** The ownership check of a webhook as it was last read. */
export const webhookChecks = pgTable(
  'webhook_checks',
  {
    accountId: text('account_id').notNull(),
    webhookId: text('webhook_id').notNull(),
    url: text(),
    status: text(),
    detail: text(),
    checkedAt: at('checked_at'),
    readAt: at('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.webhookId] })],
);

/**
 * Signed callbacks (`holds` or `old_secret`), one row per transaction and event (disputes: id, status); a
 * trigger counts repeats by `received_keys`. Partitioned by `receivedAt` (lib/data/partitions.ts).
 */
export const receivedCallbacks = pgTable(
  'received_callbacks',
  {
    id: text().notNull(),
    accountId: text('account_id').notNull(),
    dedupeKey: text('dedupe_key').notNull(),
    endpoint: text().notNull(),
    webhookId: text('webhook_id'),
    transactionId: text('transaction_id').notNull(),
    event: text().notNull(),
    /** The transaction's status in the body. */
    status: text(),
    infractionId: text('infraction_id'),
    infractionStatus: text('infraction_status'),
    /** X-Callback-Attempt of the first one that was accepted. */
    attempt: integer(),
    headers: jsonb().notNull(),
    body: text().notNull(),
    signature: text().notNull(),
    times: integer().notNull().default(1),
    receivedAt: at('received_at').notNull(),
    lastReceivedAt: at('last_received_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'received_callbacks_pk', columns: [table.accountId, table.id, table.receivedAt] }),
    index('received_callbacks_transaction').on(table.accountId, table.transactionId),
  ],
);

export const receivedKeys = pgTable(
  'received_keys',
  {
    accountId: text('account_id').notNull(),
    dedupeKey: text('dedupe_key').notNull(),
    id: text().notNull(),
    receivedAt: at('received_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.dedupeKey] })],
);
