import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** Turns at work that one process at a time does; a dead process's turn ends by itself. */
export const jobLeases = pgTable('job_turns', {
  name: text().primaryKey(),
  until: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
});

/** The processes that share this database. One that is not seen for a while is dead, whatever became of it. */
export const instances = pgTable('instances', {
  id: text().primaryKey(),
  startedAt: at('started_at').notNull(),
  seenAt: at('seen_at').notNull(),
});
