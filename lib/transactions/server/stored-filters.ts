import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, eq, lt, notExists } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/api/errors.ts';
import { db } from '#lib/db/client.ts';
import { storedFilters } from '#lib/db/schema/requests.ts';
import { savedViews } from '#lib/db/schema/views.ts';
import { StoredFilter } from '#lib/transactions/contract.ts';

const KEPT_MS = 30 * 86_400_000;
/** `usedAt` is written at most this often: a list's many pages are one use. */
const USED_EVERY_MS = 3_600_000;

/** Keeps a document and a name on the server for 30 days after the last use, so that addresses carry the id; one
 * that a saved view names is kept as long as the view. */
export async function storeFilter({ ctx, body }: { ctx: Ctx; body: StoredFilter }): Promise<{ id: string }> {
  if (body.document === undefined && body.name === undefined)
    throw new GuicheError('invalid_request', 'The filter is empty.', {
      fields: [{ field: 'document', message: 'required' }],
    });
  const id = randomBytes(12).toString('base64url');
  const now = new Date();
  await db()
    .delete(storedFilters)
    .where(and(lt(storedFilters.usedAt, new Date(now.getTime() - KEPT_MS)), notExists(viewsOf())));
  await db().insert(storedFilters).values({
    id,
    accountId: ctx.account.id,
    operatorId: ctx.operator.id,
    filter: body,
    createdAt: now,
    usedAt: now,
  });
  return { id };
}

/** For the page that shows its own filter again: whoever may read the account may read it. */
export async function getStoredFilter({ ctx, id }: { ctx: Ctx; id: string }): Promise<StoredFilter> {
  const found = await storedFilter(ctx.account.id, id);
  if (found === null) throw new GuicheError('not_found', 'No such filter.');
  return found;
}

/** Null when it never was of this account, or was not used for 30 days and no view holds it. */
export async function storedFilter(accountId: string, id: string): Promise<StoredFilter | null> {
  const mine = and(eq(storedFilters.id, id), eq(storedFilters.accountId, accountId));
  const [row] = await db().select().from(storedFilters).where(mine);
  const age = row === undefined ? KEPT_MS : Date.now() - row.usedAt.getTime();
  if (row === undefined) return null;
  if (age >= KEPT_MS && (await viewsOf(id)).length === 0) return null;
  if (age > USED_EVERY_MS) await db().update(storedFilters).set({ usedAt: new Date() }).where(mine);
  return StoredFilter.parse(row.filter);
}

/** Saved views that hold this stored filter; without an id, those of the row in the query around it. */
function viewsOf(id?: string) {
  const holds = eq(savedViews.storedFilterId, id ?? storedFilters.id);
  return db().select({ id: savedViews.id }).from(savedViews).where(holds).limit(1);
}
