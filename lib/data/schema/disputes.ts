import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at, sealed } from './columns.ts';

/** How far each account's disputes were read, and in which format its service accepts a defense. */
export const disputeIndexes = pgTable('dispute_indexes', {
  accountId: text('account_id').primaryKey(),
  /** When the next reading is due; a request brings it forward. */
  nextAt: at('next_at').notNull(),
  /** Until then the reading process has the lock; a dead process's lock expires. */
  heldUntil: at('held_until'),
  /** The current reading: when it began, whether it reads to the last page, and its next page. */
  passSince: at('pass_since'),
  passWhole: boolean('pass_whole').notNull().default(false),
  passPage: integer('pass_page').notNull().default(1),
  /** Start of the last reading that reached the end of all pages. */
  completeAt: at('complete_at'),
  /** Start of the last reading that saw everything that may still change. */
  asOf: at('as_of'),
  /** `multipart` or `json`, once an answer showed which. */
  defenseForm: text('defense_form'),
});

/** The mirror of the provider's disputes (`infraction`); `state` follows from its status and defenses. */
export const disputes = pgTable(
  'disputes',
  {
    accountId: text('account_id').notNull(),
    id: text().notNull(),
    state: text().notNull(),
    status: text(),
    type: text(),
    /** Guessed from the report (`guessSituation`), for filters and counts; never reported. */
    situation: text().notNull().default('other'),
    result: text(),
    /** Cents. */
    amount: bigint({ mode: 'number' }),
    transactionId: text('transaction_id'),
    openedAt: at('opened_at'),
    deadline: at('deadline'),
    updatedAt: at('updated_at'),
    answeredAt: at('answered_at'),
    files: integer().notNull().default(0),
    infraction: jsonb().notNull(),
    /** `seenAt`: when last read. `changedAt`: when what decides its place in the queue changed here. */
    seenAt: at('seen_at').notNull(),
    changedAt: at('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index('disputes_state').on(table.accountId, table.state, table.deadline),
    index('disputes_transaction').on(table.accountId, table.transactionId),
    index('disputes_protocol').on(table.accountId, sql`(${table.infraction} ->> 'protocol')`),
    index('disputes_end_to_end').on(table.accountId, sql`(${table.infraction} ->> 'endToEndId')`),
  ],
);

/** Operators' work on a dispute; it stays when the mirror's row goes. `receipt` is sealed. */
export const disputeWork = pgTable(
  'dispute_work',
  {
    accountId: text('account_id').notNull(),
    disputeId: text('dispute_id').notNull(),
    assigneeId: text('assignee_id'),
    assignedAt: at('assigned_at'),
    /** The defense that was sent through Guichê and confirmed. */
    sentBy: text('sent_by'),
    sentAt: at('sent_at'),
    operationId: text('operation_id'),
    receipt: sealed(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.disputeId] })],
);

/** One draft per dispute; `content` is sealed. Every change, of its attachments too, raises `version`. */
export const disputeDrafts = pgTable(
  'dispute_drafts',
  {
    accountId: text('account_id').notNull(),
    disputeId: text('dispute_id').notNull(),
    version: integer().notNull(),
    content: sealed().notNull(),
    /** Characters of the letter with its facts filled in. */
    characters: integer().notNull(),
    attachments: integer().notNull(),
    updatedAt: at('updated_at').notNull(),
    updatedBy: text('updated_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.disputeId] })],
);

/** A draft's files; `name` and `bytes` are sealed. A removed one stays while it may still be sent. */
export const disputeAttachments = pgTable(
  'dispute_attachments',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    disputeId: text('dispute_id').notNull(),
    name: sealed().notNull(),
    mimeType: text('mime_type').notNull(),
    size: integer().notNull(),
    digest: text().notNull(),
    bytes: sealed().notNull(),
    addedAt: at('added_at').notNull(),
    addedBy: text('added_by').notNull(),
    removedAt: at('removed_at'),
  },
  (table) => [index('dispute_attachments_dispute').on(table.accountId, table.disputeId)],
);

/** Operators' notes to each other about a dispute; never sent. `body` is sealed. */
export const disputeNotes = pgTable(
  'dispute_notes',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    disputeId: text('dispute_id').notNull(),
    operatorId: text('operator_id').notNull(),
    at: at('at').notNull(),
    body: sealed().notNull(),
  },
  (table) => [index('dispute_notes_dispute').on(table.accountId, table.disputeId, table.at)],
);
