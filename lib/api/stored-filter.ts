import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, eq, lt, notExists } from 'drizzle-orm';
import type { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { db } from '#lib/db/client.ts';
import { storedFilters } from '#lib/db/schema/requests.ts';
import { savedViews } from '#lib/db/schema/views.ts';

const KEPT_MS = 30 * 86_400_000;
/** `usedAt` is written at most this often: a list's many pages are one use. */
const USED_EVERY_MS = 3_600_000;

/**
 * Keeps the personal data of a filter on the server for 30 days after its last use, so that addresses carry the id;
 * one that a saved view names is kept as long as the view.
 */
export async function keepFilter(ctx: Ctx, filter: object): Promise<{ id: string }> {
  const id = randomBytes(12).toString('base64url');
  const now = new Date();
  await db()
    .delete(storedFilters)
    .where(and(lt(storedFilters.usedAt, new Date(now.getTime() - KEPT_MS)), notExists(viewsOf())));
  await db().insert(storedFilters).values({
    id,
    accountId: ctx.account.id,
    operatorId: ctx.operator.id,
    filter,
    createdAt: now,
    usedAt: now,
  });
  return { id };
}

/** Null when it never was of this account, is another list's, or was not used for 30 days and no view holds it. */
export async function keptFilter<S extends z.ZodType>(
  accountId: string,
  id: string,
  form: S,
): Promise<z.output<S> | null> {
  const mine = and(eq(storedFilters.id, id), eq(storedFilters.accountId, accountId));
  const [row] = await db().select().from(storedFilters).where(mine);
  if (row === undefined) return null;
  const age = Date.now() - row.usedAt.getTime();
  if (age >= KEPT_MS && (await viewsOf(id)).length === 0) return null;
  if (age > USED_EVERY_MS) await db().update(storedFilters).set({ usedAt: new Date() }).where(mine);
  return form.safeParse(row.filter).data ?? null;
}

/** Saved views that hold this stored filter; without an id, those of the row in the query around it. */
function viewsOf(id?: string) {
  const holds = eq(savedViews.storedFilterId, id ?? storedFilters.id);
  return db().select({ id: savedViews.id }).from(savedViews).where(holds).limit(1);
}
