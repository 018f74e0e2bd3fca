import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Append-only and chained: `hash` covers the row and the hash before it. Ids and masked values only. */
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
    /** The first six characters of the session's id: enough to tell one from another, no use to anybody else. */
    session: text(),
    providerRequestId: text('provider_request_id'),
    previousHash: text('previous_hash').notNull(),
    hash: text().notNull(),
  },
  (table) => [
    index('audit_log_account').on(table.accountId, table.seq),
    index('audit_log_target').on(table.target, table.seq),
    index('audit_log_operator').on(table.operatorId, table.seq),
    index('audit_log_action').on(table.action, table.seq),
    index('audit_log_session').on(table.session, table.seq).where(sql`${table.session} is not null`),
    index('audit_log_at').on(table.at, table.seq),
    index('audit_log_not_ok').on(table.seq).where(sql`${table.result} <> 'ok'`),
  ],
);

/** The chain's end, kept apart from it: the one row, sealed with a key that the database does not know. */
export const auditHead = pgTable('audit_head', {
  id: text().primaryKey(),
  seq: bigint({ mode: 'number' }).notNull(),
  hash: text().notNull(),
  /** The first entry that is sealed with the key; those before it are from versions without one. */
  keyedFrom: bigint('keyed_from', { mode: 'number' }).notNull(),
  mac: text().notNull(),
  /** Verdict of the last verification, signed. */
  verdict: text(),
});

/** The verification that is under way, of whichever instance: the one row. */
export const auditVerification = pgTable('audit_verification', {
  id: text().primaryKey(),
  run: text().notNull(),
  steppedAt: timestamp('stepped_at', { withTimezone: true, mode: 'date' }).notNull(),
  /** Entries that were found to hold so far. */
  checked: bigint({ mode: 'number' }).notNull(),
  /** Where it goes on, signed with its run; null: at the first entry. */
  place: text(),
  /** Entries of who asked for it, each signed with its run, written when it ends. */
  askedBy: jsonb('asked_by').$type<string[]>().notNull(),
});
