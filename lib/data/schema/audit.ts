import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { at, sealed } from './columns.ts';

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

/** A person who was erased, known by a keyed fingerprint of their document alone; `ended_at` null: something waits. */
export const erasures = pgTable('erasures', {
  id: text().primaryKey(),
  fingerprint: text().notNull(),
  /** Rows changed or dropped, by table. */
  counts: jsonb().$type<Record<string, number>>().notNull().default({}),
  startedAt: at('started_at').notNull(),
  /** When every table was gone through; null: broken off, to be begun again. */
  sweptAt: at('swept_at'),
  endedAt: at('ended_at'),
});

/** Keyed hashes of what names an erased person, so that nobody reads them in again. Nothing can be read from these. */
export const tombstones = pgTable('tombstones', {
  hash: text().primaryKey(),
  madeAt: at('made_at').notNull(),
});

/** Open work on an erased person: an `operation`, or a `dispute` with the work on it. Erased when it ends. */
export const erasureWaits = pgTable(
  'erasure_waits',
  {
    kind: text().notNull(),
    accountId: text('account_id').notNull(),
    targetId: text('target_id').notNull(),
    since: at('since').notNull(),
    /** Null: it began after its person was erased. */
    erasureId: text('erasure_id').references(() => erasures.id),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.accountId, table.targetId] }),
    index('erasure_waits_erasure').on(table.erasureId),
  ],
);

/**
 * Keys derived from secrets that were replaced, for what cannot be made anew: a code that nobody has any more, an
 * entry of the log. Only what these prove; none of them opens or signs in.
 */
export const retiredKeys = pgTable(
  'retired_keys',
  {
    keyId: text('key_id').notNull(),
    purpose: text().notNull(),
    /** `{ key, lastSeq }`: of the audit chain the last entry that it may have sealed. */
    sealed: sealed().notNull(),
    retiredAt: at('retired_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.purpose] })],
);
