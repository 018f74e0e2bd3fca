import 'server-only';
import { and, eq, exists, gt, or } from 'drizzle-orm';
import { db, type Transaction } from '#lib/db/client.ts';
import { ago, dbNow } from '#lib/db/clock.ts';
import { storedFilters } from '#lib/db/schema/requests.ts';
import { savedViews } from '#lib/db/schema/views.ts';
import { GuicheError } from '#lib/errors.ts';

const KEPT_MS = 30 * 86_400_000;

/**
 * Before a view names a stored filter: it must be there, and its row is held until the view stands, so that the
 * clearing of old ones (which spares those that a view names) cannot come between. Throws `invalid_request`.
 */
export async function requireStoredFilter(
  tx: Transaction,
  accountId: string,
  id: string | undefined,
): Promise<void> {
  if (id === undefined) return;
  const held = db().select({ id: savedViews.id }).from(savedViews).where(eq(savedViews.storedFilterId, id));
  const [kept] = await tx
    .update(storedFilters)
    .set({ usedAt: dbNow })
    .where(
      and(
        eq(storedFilters.id, id),
        eq(storedFilters.accountId, accountId),
        or(gt(storedFilters.usedAt, ago(KEPT_MS)), exists(held)),
      ),
    )
    .returning({ id: storedFilters.id });
  if (kept === undefined)
    throw new GuicheError('invalid_request', 'The stored filter is no longer there.', {
      fields: [{ field: 'filters.f', message: 'unknown' }],
    });
}
