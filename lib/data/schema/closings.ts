import { sql } from 'drizzle-orm';
import { bigint, boolean, date, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** A São Paulo day of an account's statement: what was read of it last, and who signed it. */
export const closingDays = pgTable(
  'closing_days',
  {
    accountId: text('account_id').notNull(),
    day: date({ mode: 'string' }).notNull(),
    /** The last complete reading; null: never read whole. */
    readingId: text('reading_id'),
    readAt: at('read_at'),
    /** Sums of that reading. */
    figures: jsonb(),
    /** The reading that runs now, and how far it is; null: none. */
    nextReadingId: text('next_reading_id'),
    progress: jsonb(),
    /** If no step ran by then, the reading is dead and another may begin. */
    stepDueAt: at('step_due_at'),
    /** Why the last reading failed; null: it did not. */
    problem: jsonb(),
    /** The first person's signature, while a second one is missing, and the reading they signed. */
    signedBy: text('signed_by'),
    signedAt: at('signed_at'),
    signedReadingId: text('signed_reading_id'),
    /** The last sealed version. */
    version: integer(),
    /** What a later reading shows differently from that version; null: nothing. */
    changes: jsonb(),
    /** The order file: name, digest, columns, by whom and when; null: none. */
    orders: jsonb(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.day] }),
    index('closing_days_open')
      .on(table.accountId, table.day)
      .where(sql`${table.version} is null and ${table.readingId} is not null`),
    index('closing_days_reading').on(table.stepDueAt).where(sql`${table.nextReadingId} is not null`),
  ],
);

/** The statement lines of a reading, without names and documents. Those of a sealed version never change. */
export const closingLines = pgTable(
  'closing_lines',
  {
    readingId: text('reading_id').notNull(),
    id: text().notNull(),
    accountId: text('account_id').notNull(),
    day: date({ mode: 'string' }).notNull(),
    /** Place in the provider's list, newest first. Orders lines of the same instant. */
    place: integer().notNull(),
    /** in, out, blocks; null: the available balance did not move, or its direction is unknown. */
    side: text(),
    /** The provider's word; '' without one. */
    type: text().notNull(),
    /** Signed cents, and the decimal text if it has more than two decimals. */
    amount: bigint({ mode: 'number' }),
    exact: text(),
    gross: bigint({ mode: 'number' }),
    fee: bigint({ mode: 'number' }),
    balanceBefore: bigint('balance_before', { mode: 'number' }),
    balanceAfter: bigint('balance_after', { mode: 'number' }),
    /** The line belongs to the available balance, not to the blocked one. */
    available: boolean().notNull(),
    transactionId: text('transaction_id'),
    endToEndId: text('end_to_end_id'),
    disputeId: text('dispute_id'),
    status: text(),
    postedAt: at('posted_at'),
    createdAt: at('created_at'),
  },
  (table) => [
    primaryKey({ columns: [table.readingId, table.id] }),
    index('closing_lines_part').on(table.readingId, table.side, table.type, table.postedAt, table.id),
    index('closing_lines_day').on(table.accountId, table.day),
  ],
);

/** The transactions of a reading: created that day, or named by a line. Without names and documents. */
export const closingPayments = pgTable(
  'closing_payments',
  {
    readingId: text('reading_id').notNull(),
    id: text().notNull(),
    accountId: text('account_id').notNull(),
    day: date({ mode: 'string' }).notNull(),
    /** The provider's word, and its meaning (MONEY_STATES); null: unknown. */
    status: text(),
    state: text(),
    /** in, out; null: unknown. */
    side: text(),
    amount: bigint({ mode: 'number' }),
    exact: text(),
    fee: bigint({ mode: 'number' }),
    feeExact: text('fee_exact'),
    /** Refunded cents; null: none, or the refund was cancelled. */
    refunded: bigint({ mode: 'number' }),
    /** The refund was made for a dispute: blocked money pays it, no line of its own. */
    refundOfDispute: boolean('refund_of_dispute').notNull().default(false),
    refundedAt: at('refunded_at'),
    endToEndId: text('end_to_end_id'),
    clientReference: text('client_reference'),
    createdAt: at('created_at'),
    paidAt: at('paid_at'),
    updatedAt: at('updated_at'),
    /** Day (São Paulo) of its line, when that is another day than this one. */
    postedDay: text('posted_day'),
  },
  (table) => [
    primaryKey({ columns: [table.readingId, table.id] }),
    index('closing_payments_day').on(table.accountId, table.day),
  ],
);

/** A difference of a day. Its id is made of its cause and records, so that an explanation outlives a reading. */
export const closingDifferences = pgTable(
  'closing_differences',
  {
    accountId: text('account_id').notNull(),
    day: date({ mode: 'string' }).notNull(),
    id: text().notNull(),
    cause: text().notNull(),
    reason: text(),
    left: jsonb(),
    right: jsonb(),
    /** Without sign: cents, and the decimal text if it has more than two decimals. */
    amount: bigint({ mode: 'number' }).notNull(),
    exact: text(),
    transactionId: text('transaction_id'),
    /** open, explained, resolved. */
    state: text().notNull(),
    responsible: text(),
    note: text(),
    /** Who explained it. */
    operatorId: text('operator_id'),
    at: at('at').notNull(),
    /** The last reading that found it. A resolved one may be of an earlier reading. */
    readingId: text('reading_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.day, table.id] }),
    index('closing_differences_state').on(table.accountId, table.day, table.state),
  ],
);

/** An order of the merchant's own file for a day. */
export const closingOrders = pgTable(
  'closing_orders',
  {
    accountId: text('account_id').notNull(),
    day: date({ mode: 'string' }).notNull(),
    /** Row in the file, from 1. */
    row: integer().notNull(),
    reference: text().notNull(),
    endToEndId: text('end_to_end_id'),
    amount: bigint({ mode: 'number' }).notNull(),
    /** The transaction that an operator matched it with. */
    transactionId: text('transaction_id'),
    matchedBy: text('matched_by'),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.day, table.row] })],
);

/** A sealed version of a day. `sha256` is of its JSON file: `head` and the lines of its reading. */
export const closingVersions = pgTable(
  'closing_versions',
  {
    accountId: text('account_id').notNull(),
    day: date({ mode: 'string' }).notNull(),
    version: integer().notNull(),
    readingId: text('reading_id').notNull(),
    /** Canonical JSON without lines: figures, differences, who signed. No name, document or note. */
    head: text().notNull(),
    sha256: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    lines: integer().notNull(),
    signedBy: text('signed_by').notNull(),
    signedAt: at('signed_at').notNull(),
    confirmedBy: text('confirmed_by'),
    sealedAt: at('sealed_at').notNull(),
    /** Number of its entry in the audit log. */
    auditSeq: bigint('audit_seq', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.day, table.version] }),
    index('closing_versions_reading').on(table.readingId),
  ],
);

/**
 * The notes of a sealed version. `head` has only their digests: a person's name may be erased here, and the
 * version's hash stays.
 */
export const closingNotes = pgTable(
  'closing_notes',
  {
    accountId: text('account_id').notNull(),
    day: date({ mode: 'string' }).notNull(),
    version: integer().notNull(),
    differenceId: text('difference_id').notNull(),
    note: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.day, table.version, table.differenceId] })],
);
