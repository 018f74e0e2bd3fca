import 'server-only';
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Args } from '#lib/api/serve.ts';
import { db } from '#lib/db/client.ts';
import { savedViews } from '#lib/db/schema/views.ts';
import { GuicheError } from '#lib/errors.ts';
import type { SavedView } from '#lib/views/contract.ts';
import { readableAccounts, toSavedView, withOwner } from '#lib/views/server/view-rows.ts';

/** The caller's own views and the shared ones of the accounts they may read, by name; all at once. */
export async function listViews({ ctx, query }: Args<'GET /api/settings/views'>) {
  const readable = await readableAccounts(ctx);
  const ids = [...readable].filter(([, slug]) => query.account === undefined || slug === query.account);
  if (query.account !== undefined && ids.length === 0) throw new GuicheError('not_found', 'No such account.');
  const rows = await withOwner(db())
    .where(
      and(
        inArray(
          savedViews.accountId,
          ids.map(([id]) => id),
        ),
        or(savedViews.shared, eq(savedViews.operatorId, ctx.operator.id)),
        query.page === undefined ? undefined : eq(savedViews.page, query.page),
      ),
    )
    .orderBy(sql`lower(${savedViews.name})`, savedViews.id);
  const items: SavedView[] = rows.map((row) =>
    toSavedView(ctx, { ...row, slug: readable.get(row.view.accountId) ?? '' }),
  );
  return { items, nextCursor: null, total: items.length };
}
