import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/**
 * Every call that changes something at a provider, written before it is made. `request` is sealed; `intent` and
 * `result` are what a screen may show: no secret, no personal data. One open operation for a kind and target.
 */
export const operations = pgTable(
  'operations',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    kind: text().notNull(),
    target: text().notNull(),
    state: text().notNull(),
    /** Why it was rejected: never_sent, not_found, provider, conflict. */
    reason: text(),
    /** Cents. */
    amount: bigint({ mode: 'number' }),
    clientReference: text('client_reference'),
    intent: jsonb().notNull().default({}),
    request: text().notNull(),
    result: jsonb(),
    problem: jsonb(),
    operatorId: text('operator_id').notNull(),
    attempts: integer().notNull().default(0),
    lookUps: integer('look_ups').notNull().default(0),
    createdAt: at('created_at').notNull(),
    /** First send; look-ups compare with it. */
    sentAt: at('sent_at'),
    lastSentAt: at('last_sent_at'),
    /** Since when every look-up found nothing. */
    absentSince: at('absent_since'),
    nextLookUpAt: at('next_look_up_at'),
    settledAt: at('settled_at'),
    providerRequestId: text('provider_request_id'),
  },
  (table) => [
    uniqueIndex('operations_open')
      .on(table.accountId, table.kind, table.target)
      .where(sql`${table.state} in ('awaiting_approval', 'requested', 'sent', 'unknown')`),
    index('operations_account').on(table.accountId, table.createdAt, table.id),
    index('operations_target').on(table.accountId, table.target),
    index('operations_due').on(table.state, table.nextLookUpAt),
  ],
);

/** Each send of an operation: when, and how it ended. */
export const operationAttempts = pgTable(
  'operation_attempts',
  {
    operationId: text('operation_id')
      .notNull()
      .references(() => operations.id),
    number: integer().notNull(),
    sentAt: at('sent_at').notNull(),
    endedAt: at('ended_at'),
    outcome: text(),
    code: text(),
    providerRequestId: text('provider_request_id'),
  },
  (table) => [primaryKey({ columns: [table.operationId, table.number] })],
);
