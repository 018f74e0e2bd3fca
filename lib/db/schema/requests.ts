import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** Repeats of a changing call: same operator, account and key. `bodyHash` is keyed; kept seven days. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    operatorId: text('operator_id').notNull(),
    account: text().notNull(),
    key: text().notNull(),
    endpoint: text().notNull(),
    bodyHash: text('body_hash').notNull(),
    startedAt: at('started_at').notNull(),
    finishedAt: at('finished_at'),
    status: integer(),
    answer: jsonb(),
    /** The operation the first call began: a repeat answers its present state. */
    operationId: text('operation_id'),
  },
  (table) => [
    primaryKey({ columns: [table.operatorId, table.account, table.key] }),
    index('idempotency_keys_started').on(table.startedAt),
  ],
);

/** A filter's personal data (document, name), so that an address carries only its id. */
export const storedFilters = pgTable(
  'stored_filters',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    operatorId: text('operator_id').notNull(),
    filter: jsonb().notNull(),
    createdAt: at('created_at').notNull(),
    usedAt: at('used_at').notNull(),
  },
  (table) => [index('stored_filters_used').on(table.usedAt)],
);
