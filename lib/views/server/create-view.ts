import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Args } from '#lib/api/serve.ts';
import { bindAnswer } from '#lib/api/steps/idempotency.ts';
import { appendAudit } from '#lib/audit/append.ts';
import { db } from '#lib/db/client.ts';
import { dbNow } from '#lib/db/clock.ts';
import { lockNamed } from '#lib/db/named-lock.ts';
import { savedViews } from '#lib/db/schema/views.ts';
import { GuicheError } from '#lib/errors.ts';
import { announce } from '#lib/events/server/announce.ts';
import type { SavedView } from '#lib/views/contract.ts';
import { nameTaken } from '#lib/views/server/name-taken.ts';
import { requireStoredFilter } from '#lib/views/server/require-stored-filter.ts';
import { readableAccounts, toSavedView, viewNote } from '#lib/views/server/view-rows.ts';

const MOST = 100;

/**
 * Saves filters and columns under a name. GuicheError `not_found` (account), `invalid_request` (a stored filter that
 * is gone, more than 100 views), `conflict` where the caller has one of this name.
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
    // Two that are saved at once are counted one after the other.
    await lockNamed(tx, `views ${accountId} ${ctx.operator.id}`);
    const own = and(eq(savedViews.accountId, accountId), eq(savedViews.operatorId, ctx.operator.id));
    if ((await tx.$count(savedViews, own)) >= MOST) throw tooMany();
    const [made] = await tx.insert(savedViews).values(row).onConflictDoNothing().returning();
    if (made === undefined) throw nameTaken();
    await appendAudit(tx, viewNote(ctx, made, 'view.create'));
    await announce(tx, accountId, [['views']]);
    const answer = toSavedView(ctx, { view: made, owner: ctx.operator.name, slug: body.account });
    await bindAnswer(tx, ctx.intent, answer);
    return answer;
  });
}

function tooMany(): GuicheError {
  return new GuicheError('invalid_request', 'There are 100 views of one’s own at most.', {
    fields: [{ field: 'name', message: 'too_many' }],
  });
}
