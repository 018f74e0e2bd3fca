import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** Leases for work that one process at a time does; a dead process's lease expires. */
export const jobLeases = pgTable('job_turns', {
  name: text().primaryKey(),
  until: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
});

/** The processes that share this database. One without a recent heartbeat counts as dead. */
export const instances = pgTable('instances', {
  id: text().primaryKey(),
  startedAt: at('started_at').notNull(),
  seenAt: at('seen_at').notNull(),
});
