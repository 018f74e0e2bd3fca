import 'server-only';
import { and, desc, eq, inArray, isNotNull, notExists } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Transaction } from '#lib/data/client.ts';
import { dbNow } from '#lib/data/clock.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import { operations } from '#lib/data/schema/operations.ts';

type Row = typeof accounts.$inferSelect;

/** The open states, as in the index `operations_open`. */
export const OPEN_OPERATIONS = ['awaiting_approval', 'requested', 'sent', 'unknown'];

/** The latest archived account of this slug and kind, to be resumed under its id; null if there is none. */
export async function archivedAccount(
  tx: Transaction,
  { slug, kind, simulator }: Pick<Row, 'slug' | 'kind' | 'simulator'>,
): Promise<Row | null> {
  const [row] = await tx
    .select()
    .from(accounts)
    .where(
      and(
        eq(accounts.slug, slug),
        eq(accounts.kind, kind),
        eq(accounts.simulator, simulator),
        isNotNull(accounts.archivedAt),
      ),
    )
    .orderBy(desc(accounts.archivedAt))
    .limit(1);
  return row ?? null;
}

/**
 * Looks up operations again that an earlier build rejected because their account was archived: they may have
 * been executed. One whose target has another open operation stays rejected.
 */
export async function reopenArchived(tx: Transaction, accountId: string): Promise<void> {
  const other = alias(operations, 'other');
  const open = tx
    .select({ id: other.id })
    .from(other)
    .where(
      and(
        eq(other.accountId, operations.accountId),
        eq(other.kind, operations.kind),
        eq(other.target, operations.target),
        inArray(other.state, OPEN_OPERATIONS),
      ),
    );
  await tx
    .update(operations)
    .set({ state: 'unknown', reason: null, settledAt: null, nextLookUpAt: dbNow, absentSince: null })
    .where(
      and(
        eq(operations.accountId, accountId),
        eq(operations.state, 'rejected'),
        eq(operations.reason, 'account_archived'),
        isNotNull(operations.request),
        notExists(open),
      ),
    );
}
