import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

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
