import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { at, sealed } from './columns.ts';

/** Id at the provider of what an operation made or changed there, as its result shows it; indexed below. */
export const madeIdIn = (result: AnyPgColumn) =>
  sql<string>`coalesce(${result} -> 'payment' ->> 'id', ${result} -> 'charge' ->> 'id', ${result} ->> 'id')`;

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
    /**
     * All names of the target, as the provider's own read gave them, and the one it was asked for by. Null: its kind
     * knows one name only, or a build before them wrote it.
     */
    names: text().array(),
    state: text().notNull(),
    /** Why it was rejected: never_sent, not_found, provider, conflict, account_archived, by_hand. */
    reason: text(),
    /** Cents. */
    amount: bigint({ mode: 'number' }),
    clientReference: text('client_reference'),
    /** Keyed hash of whom the money goes to: two open ones of a kind, amount and receiver are asked about. */
    subject: text(),
    intent: jsonb().notNull().default({}),
    /** Null once it ended long ago, or its person was erased. */
    request: sealed(),
    result: jsonb(),
    problem: jsonb(),
    operatorId: text('operator_id').notNull(),
    /** The process that sends it, or looks it up; what a dead one left is taken up by another. */
    instance: text(),
    attempts: integer().notNull().default(0),
    lookUps: integer('look_ups').notNull().default(0),
    createdAt: at('created_at').notNull(),
    /** First send; look-ups compare with it. */
    sentAt: at('sent_at'),
    lastSentAt: at('last_sent_at'),
    /** ms that the provider's clock was ahead at the first send, as far as its answers had told. */
    clockOffset: bigint('clock_offset', { mode: 'number' }),
    /** Since when every look-up found nothing. */
    absentSince: at('absent_since'),
    nextLookUpAt: at('next_look_up_at'),
    /** Last look-up, whatever it told. */
    lookedUpAt: at('looked_up_at'),
    settledAt: at('settled_at'),
    providerRequestId: text('provider_request_id'),
    /** The approver who let it go, or declined it. */
    decidedBy: text('decided_by'),
    decidedAt: at('decided_at'),
    declineReason: text('decline_reason'),
    /** The person who said how it ended where no look-up could tell, and why. */
    settledBy: text('settled_by'),
    settleReason: text('settle_reason'),
    /** Since when somebody has to know: done after it was given up, or with another amount (`problem`). */
    lateAt: at('late_at'),
    /** When a backup was put back in which it had not ended: it may have been sent since that backup. */
    restoredAt: at('restored_at'),
  },
  (table) => [
    uniqueIndex('operations_open')
      .on(table.accountId, table.kind, table.target)
      .where(sql`${table.state} in ('awaiting_approval', 'requested', 'sent', 'unknown')`),
    index('operations_account').on(table.accountId, table.createdAt, table.id),
    index('operations_target').on(table.accountId, table.target),
    index('operations_names').using('gin', table.names).where(sql`${table.names} is not null`),
    // The audit log asks by reference alone, everything else within an account.
    index('operations_reference')
      .on(table.clientReference, table.accountId)
      .where(sql`${table.clientReference} is not null`),
    index('operations_made').on(madeIdIn(table.result)).where(sql`${table.result} is not null`),
    index('operations_due').on(table.state, table.nextLookUpAt),
    index('operations_late').on(table.accountId).where(sql`${table.lateAt} is not null`),
  ],
);

/**
 * The operator who knows of one that happened after all (`lateAt`); until then all the account's pages show
 * it.
 */
export const lateAcknowledgements = pgTable('late_acknowledgements', {
  operationId: text('operation_id')
    .primaryKey()
    .references(() => operations.id),
  operatorId: text('operator_id').notNull(),
  at: at('at').notNull(),
});

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
