import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Who takes a turn at something that one process at a time does; a dead one's turn ends by itself. */
export const jobTurns = pgTable('job_turns', {
  name: text().primaryKey(),
  until: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
});
