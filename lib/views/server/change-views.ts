import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, eq, exists, gt, or } from 'drizzle-orm';
import type { OperatorCtx } from '#lib/api/context.ts';
import type { Args } from '#lib/api/serve.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { appendAudit } from '#lib/data/audit/append.ts';
import { db, lockNamed, type Transaction } from '#lib/data/client.ts';
import { ago, dbNow } from '#lib/data/clock.ts';
import { storedFilters } from '#lib/data/schema/operations.ts';
import { savedViews } from '#lib/data/schema/operators.ts';
import { announce } from '#lib/events/server/announce.ts';
import { type SavedView, type ViewPage, viewFiltersOf } from '#lib/views/contract.ts';
import {
  readableAccounts,
  requireChange,
  toSavedView,
  viewNote,
  visibleView,
} from '#lib/views/server/list-views.ts';

const MOST = 100;

/** The owner has another view with this name for the same page of the account. */
const nameTaken = () =>
  new GuicheError('conflict', 'There is a view of this name.', {
    fields: [{ field: 'name', message: 'taken' }],
  });

/** Whether the database refused a duplicate key. */
function isDuplicate(thrown: unknown): boolean {
  for (let cause = thrown; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && cause.code === '23505') return true;
  return false;
}

const FILTER_RETENTION_MS = 30 * 86_400_000;

/**
 * Checks that the stored filter of a view exists, and locks its row until the view is saved, so that the
 * retention job cannot delete it meanwhile (it skips filters used by a view). Throws `invalid_request`.
 */
async function requireStoredFilter(
  tx: Transaction,
  accountId: string,
  id: string | undefined,
): Promise<void> {
  if (id === undefined) return;
  const usedByView = db()
    .select({ id: savedViews.id })
    .from(savedViews)
    .where(eq(savedViews.storedFilterId, id));
  const [found] = await tx
    .update(storedFilters)
    .set({ usedAt: dbNow })
    .where(
      and(
        eq(storedFilters.id, id),
        eq(storedFilters.accountId, accountId),
        or(gt(storedFilters.usedAt, ago(FILTER_RETENTION_MS)), exists(usedByView)),
      ),
    )
    .returning({ id: storedFilters.id });
  if (found === undefined)
    throw new GuicheError('invalid_request', 'The stored filter is no longer there.', {
      fields: [{ field: 'filters.f', message: 'unknown' }],
    });
}

/**
 * Saves filters and columns under a name. GuicheError `not_found` (account), `invalid_request` (the stored
 * filter no longer exists, more than 100 views), `conflict` (the caller has a view with this name).
 */
export async function createView({ ctx, body }: Args<'POST /api/settings/views'>): Promise<SavedView> {
  const readable = [...(await readableAccounts(ctx))];
  const accountId = readable.find(([, slug]) => slug === body.account)?.[0];
  if (accountId === undefined) throw new GuicheError('not_found', 'No such account.');
  const row = {
    id: randomBytes(12).toString('base64url'),
    accountId,
    operatorId: ctx.operator.id,
    page: body.page,
    name: body.name,
    shared: body.shared,
    filter: body.filters,
    columns: body.columns,
    storedFilterId: body.filters.f ?? null,
    version: 1,
    createdAt: dbNow,
    updatedAt: dbNow,
  };
  return db().transaction(async (tx) => {
    await requireStoredFilter(tx, accountId, body.filters.f);
    // The lock makes concurrent saves count one after the other.
    await lockNamed(tx, `views ${accountId} ${ctx.operator.id}`);
    const own = and(eq(savedViews.accountId, accountId), eq(savedViews.operatorId, ctx.operator.id));
    if ((await tx.$count(savedViews, own)) >= MOST)
      throw new GuicheError('invalid_request', 'There are 100 views of one’s own at most.', {
        fields: [{ field: 'name', message: 'too_many' }],
      });
    const [created] = await tx.insert(savedViews).values(row).onConflictDoNothing().returning();
    if (created === undefined) throw nameTaken();
    await appendAudit(tx, viewNote(ctx, created, 'view.create'));
    await announce(tx, accountId, [['views']]);
    const answer = toSavedView(ctx, { view: created, owner: ctx.operator.name, slug: body.account });
    await bindAnswer(tx, ctx.intent, answer);
    return answer;
  });
}

/**
 * Changes a view's name, sharing, filters or columns. GuicheError `not_found`, `forbidden` (another person's
 * view), `conflict` (changed meanwhile, with `existing`, or the name is taken).
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
      throw isDuplicate(thrown) ? nameTaken() : thrown;
    });
  if (changed !== null) return changed;
  // A view deleted meanwhile is `not_found`; otherwise the conflict carries its present state.
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

/** Deletes a view for everybody. GuicheError `not_found`, `forbidden` (another person's view). */
export async function deleteView({ ctx, id }: { ctx: OperatorCtx; id: string }): Promise<void> {
  const { view } = await visibleView(ctx, id);
  await requireChange(ctx, view, 'view.delete');
  await db().transaction(async (tx) => {
    const [gone] = await tx.delete(savedViews).where(eq(savedViews.id, id)).returning();
    if (gone === undefined) throw new GuicheError('not_found', 'No such view.');
    await appendAudit(tx, viewNote(ctx, gone, 'view.delete'));
    await announce(tx, gone.accountId, [['views']]);
    await bindAnswer(tx, ctx.intent, null);
  });
}
