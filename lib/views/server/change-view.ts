import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Args } from '#lib/api/serve.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { appendAudit } from '#lib/audit/append.ts';
import { db } from '#lib/db/client.ts';
import { dbNow } from '#lib/db/clock.ts';
import { savedViews } from '#lib/db/schema/views.ts';
import { GuicheError } from '#lib/errors.ts';
import { announce } from '#lib/events/server/announce.ts';
import { type SavedView, type ViewPage, viewFiltersOf } from '#lib/views/contract.ts';
import { isSecond, nameTaken } from '#lib/views/server/name-taken.ts';
import { requireStoredFilter } from '#lib/views/server/require-stored-filter.ts';
import { requireChange, toSavedView, viewNote, visibleView } from '#lib/views/server/view-rows.ts';

/**
 * Renames, shares, or puts other filters and columns into a view. GuicheError `not_found`, `forbidden` (somebody
 * else's), `conflict`: changed meanwhile (with `existing`), or the name is taken.
 */
export async function changeView({
  ctx,
  id,
  body: { version, ...change },
}: Args<'PATCH /api/settings/views/{id}'>): Promise<SavedView> {
  const { view, owner, slug } = await visibleView(ctx, id);
  await requireChange(ctx, view, 'view.update');
  const { name, shared, filters, columns } = change;
  if (filters !== undefined) requireFilters(view.page as ViewPage, filters);
  const changed = await db()
    .transaction(async (tx) => {
      await requireStoredFilter(tx, view.accountId, filters?.f);
      const [row] = await tx
        .update(savedViews)
        .set({
          ...(name === undefined ? {} : { name }),
          ...(shared === undefined ? {} : { shared }),
          ...(filters === undefined ? {} : { filter: filters, storedFilterId: filters.f ?? null }),
          ...(columns === undefined ? {} : { columns }),
          version: version + 1,
          updatedAt: dbNow,
        })
        .where(and(eq(savedViews.id, id), eq(savedViews.version, version)))
        .returning();
      if (row === undefined) return null;
      await appendAudit(tx, { ...viewNote(ctx, row, 'view.update'), before: { shared: view.shared } });
      await announce(tx, row.accountId, [['views']]);
      const answer = toSavedView(ctx, { view: row, owner, slug });
      await bindAnswer(tx, ctx.intent, answer);
      return answer;
    })
    .catch((thrown: unknown) => {
      throw isSecond(thrown) ? nameTaken() : thrown;
    });
  if (changed !== null) return changed;
  // Deleted meanwhile is told as such; else what stands there now goes along.
  const existing = toSavedView(ctx, await visibleView(ctx, id));
  throw new GuicheError('conflict', 'The view was changed meanwhile.', { existing });
}

function requireFilters(page: ViewPage, filters: Record<string, string>): void {
  const { error } = viewFiltersOf(page).safeParse(filters);
  if (error === undefined) return;
  throw new GuicheError('invalid_request', 'The request is not of the expected form.', {
    fields: error.issues.map(({ path, message }) => ({ field: ['filters', ...path].join('.'), message })),
  });
}
