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

/** SQL: the provider's id of what an operation created or changed, as its result shows it; indexed below. */
export const createdIdIn = (result: AnyPgColumn) =>
  sql<string>`coalesce(${result} -> 'payment' ->> 'id', ${result} -> 'charge' ->> 'id', ${result} ->> 'id')`;

/**
 * Every changing call to a provider, written before it. `request` is sealed; `intent` and `result` may be
 * shown: no secret, no personal data. At most one operation per account, kind and target is open.
 */
export const operations = pgTable(
  'operations',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    kind: text().notNull(),
    target: text().notNull(),
    /** All ids of the target that were reported or requested. Null: it has only one, or an older row. */
    names: text().array(),
    state: text().notNull(),
    /** Why it was rejected: never_sent, not_found, provider, conflict, account_archived, by_hand. */
    reason: text(),
    /** Cents. */
    amount: bigint({ mode: 'number' }),
    clientReference: text('client_reference'),
    /** Keyed hash of the receiver: a second open operation of its kind and amount needs confirmation. */
    subject: text(),
    intent: jsonb().notNull().default({}),
    /** Null once it ended long ago, or its person was erased. */
    request: sealed(),
    result: jsonb(),
    problem: jsonb(),
    operatorId: text('operator_id').notNull(),
    /** The process that sends it or looks it up; if that process dies, another takes over. */
    instance: text(),
    attempts: integer().notNull().default(0),
    lookUps: integer('look_ups').notNull().default(0),
    createdAt: at('created_at').notNull(),
    /** Time of the first send; look-ups compare with it. */
    sentAt: at('sent_at'),
    lastSentAt: at('last_sent_at'),
    /** ms by which the provider's clock was ahead at the first send, as far as its answers had shown. */
    clockOffset: bigint('clock_offset', { mode: 'number' }),
    /** Since when every look-up found nothing. */
    absentSince: at('absent_since'),
    nextLookUpAt: at('next_look_up_at'),
    lookedUpAt: at('looked_up_at'),
    settledAt: at('settled_at'),
    providerRequestId: text('provider_request_id'),
    decidedBy: text('decided_by'),
    decidedAt: at('decided_at'),
    declineReason: text('decline_reason'),
    /** The operator who recorded how it ended when no look-up could find it, and why. */
    settledBy: text('settled_by'),
    settleReason: text('settle_reason'),
    /** When it needs an operator: done after Guichê gave it up, or with another amount (`problem`). */
    lateAt: at('late_at'),
    /** When a backup was restored in which it was still open: it may have been sent since that backup. */
    restoredAt: at('restored_at'),
  },
  (table) => [
    uniqueIndex('operations_open')
      .on(table.accountId, table.kind, table.target)
      .where(sql`${table.state} in ('awaiting_approval', 'requested', 'sent', 'unknown')`),
    index('operations_account').on(table.accountId, table.createdAt, table.id),
    index('operations_target').on(table.accountId, table.target),
    index('operations_names').using('gin', table.names).where(sql`${table.names} is not null`),
    // The audit log searches by reference alone, everything else within an account.
    index('operations_reference')
      .on(table.clientReference, table.accountId)
      .where(sql`${table.clientReference} is not null`),
    index('operations_made').on(createdIdIn(table.result)).where(sql`${table.result} is not null`),
    index('operations_due').on(table.state, table.nextLookUpAt),
    index('operations_late').on(table.accountId).where(sql`${table.lateAt} is not null`),
  ],
);

/** The operator who acknowledged a late operation (`lateAt`); until then all the account's pages show it. */
export const lateAcknowledgements = pgTable('late_acknowledgements', {
  operationId: text('operation_id')
    .primaryKey()
    .references(() => operations.id),
  operatorId: text('operator_id').notNull(),
  at: at('at').notNull(),
});

/** Each send of an operation: when it was sent and how it ended. */
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

/** Detects repeats of a changing call for seven days: same operator, account and key. `bodyHash` is keyed. */
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
    /** The operation that the first call began; a repeat returns its current state. */
    operationId: text('operation_id'),
  },
  (table) => [
    primaryKey({ columns: [table.operatorId, table.account, table.key] }),
    index('idempotency_keys_started').on(table.startedAt),
  ],
);

/** A filter's personal data (document, name), stored so that a URL carries only its id. */
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

/** Leases for work that one process at a time does; a dead process's lease expires. */
export const jobLeases = pgTable('job_turns', {
  name: text().primaryKey(),
  until: at('until').notNull(),
});

/** The processes that share this database. One without a recent heartbeat counts as dead. */
export const instances = pgTable('instances', {
  id: text().primaryKey(),
  startedAt: at('started_at').notNull(),
  seenAt: at('seen_at').notNull(),
});
