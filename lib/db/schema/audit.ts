import { bigint, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Append-only and hash-chained: `hash` covers the row and the hash before it. Ids and masked values only. */
export const auditLog = pgTable(
  'audit_log',
  {
    seq: bigint({ mode: 'number' }).primaryKey(),
    at: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
    operatorId: text('operator_id'),
    accountId: text('account_id'),
    action: text().notNull(),
    target: text(),
    result: text().notNull(),
    before: jsonb(),
    after: jsonb(),
    address: text(),
    userAgent: text('user_agent'),
    providerRequestId: text('provider_request_id'),
    previousHash: text('previous_hash').notNull(),
    hash: text().notNull(),
  },
  (table) => [
    index('audit_log_account').on(table.accountId, table.seq),
    index('audit_log_target').on(table.target, table.seq),
  ],
);
