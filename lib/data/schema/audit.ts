import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at, sealed } from './columns.ts';

/** Append-only and chained: `hash` covers the row and the hash before it. Ids and masked values only. */
export const auditLog = pgTable(
  'audit_log',
  {
    seq: bigint({ mode: 'number' }).primaryKey(),
    at: at('at').notNull(),
    operatorId: text('operator_id'),
    accountId: text('account_id'),
    action: text().notNull(),
    target: text(),
    result: text().notNull(),
    before: jsonb(),
    after: jsonb(),
    address: text(),
    userAgent: text('user_agent'),
    /** The first six characters of the session's id: enough to distinguish sessions, too few to use one. */
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

/** The chain's end, stored apart from it: one row, sealed with a key that is not in the database. */
export const auditHead = pgTable('audit_head', {
  id: text().primaryKey(),
  seq: bigint({ mode: 'number' }).notNull(),
  hash: text().notNull(),
  /** Number of the first entry sealed with the key; older versions wrote those before it without one. */
  keyedFrom: bigint('keyed_from', { mode: 'number' }).notNull(),
  mac: text().notNull(),
  verdict: text(),
});

/** The running verification of whichever instance: one row. */
export const auditVerification = pgTable('audit_verification', {
  id: text().primaryKey(),
  run: text().notNull(),
  steppedAt: at('stepped_at').notNull(),
  checked: bigint({ mode: 'number' }).notNull(),
  /** Where it continues, signed together with its run id; null: at the first entry. */
  place: text(),
  /** The requesters' audit entries, each signed with the run id; appended to the log at its end. */
  askedBy: jsonb('asked_by').$type<string[]>().notNull(),
});

/** An erased person, by a keyed fingerprint of their document. `ended_at` null: something is still open. */
export const erasures = pgTable('erasures', {
  id: text().primaryKey(),
  fingerprint: text().notNull(),
  counts: jsonb().$type<Record<string, number>>().notNull().default({}),
  startedAt: at('started_at').notNull(),
  /** When every table was processed; null: interrupted, to be restarted. */
  sweptAt: at('swept_at'),
  endedAt: at('ended_at'),
});

/** Keyed hashes of what identifies an erased person, so that nobody imports it again. They reveal nothing. */
export const tombstones = pgTable('tombstones', {
  hash: text().primaryKey(),
  madeAt: at('made_at').notNull(),
});

/** Open work on an erased person: an `operation`, or a `dispute` with its work. Erased when it ends. */
export const erasureWaits = pgTable(
  'erasure_waits',
  {
    kind: text().notNull(),
    accountId: text('account_id').notNull(),
    targetId: text('target_id').notNull(),
    since: at('since').notNull(),
    /** Null: the work began after its person was erased. */
    erasureId: text('erasure_id').references(() => erasures.id),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.accountId, table.targetId] }),
    index('erasure_waits_erasure').on(table.erasureId),
  ],
);

/** Keys derived from replaced secrets, for hashes and seals that cannot be made again. They only verify. */
export const retiredKeys = pgTable(
  'retired_keys',
  {
    keyId: text('key_id').notNull(),
    purpose: text().notNull(),
    /** `{ key, lastSeq }`: the last entry of the audit log that the key may have sealed. */
    sealed: sealed().notNull(),
    retiredAt: at('retired_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.purpose] })],
);
