import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, eq, getTableColumns } from 'drizzle-orm';
import type { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import { requirePermission } from '#lib/api/steps/authorize.ts';
import { type Grant, permissionsOn } from '#lib/auth/permissions.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { dbNow, msSince } from '#lib/data/clock.ts';
import { storedFilters } from '#lib/data/schema/operations.ts';
import { grants, savedViews } from '#lib/data/schema/operators.ts';

const RETENTION_MS = 30 * 86_400_000;
/** `usedAt` is written at most this often: reading a list's many pages counts as one use. */
const USED_EVERY_MS = 3_600_000;

/**
 * Stores a personal-data filter on the server, so that addresses carry only its id. It is kept for 30 days
 * after its last use, and as long as a saved view uses it. `form` is its schema and marks the personal data.
 */
export function filterStore<T extends object>(form: z.ZodType<T, T>) {
  const storeFilter = async ({ ctx, body }: { ctx: Ctx; body: T }): Promise<{ id: string }> => {
    if (Object.values(body).every((value) => value === undefined))
      throw new GuicheError('invalid_request', 'The filter is empty.', {
        fields: [{ field: 'document', message: 'required' }],
      });
    return insertFilter(ctx, body);
  };
  /**
   * Returns a stored filter to the page that shows it. An unmasked read of another operator's filter is
   * audited first.
   */
  const getStoredFilter = async ({ ctx, id }: { ctx: Ctx; id: string }): Promise<T> => {
    const stored = await readFilter(ctx, id, form);
    if (stored === null) throw new GuicheError('not_found', 'No such filter.');
    const inClear = ctx.permissions.has('reveal');
    if (inClear && stored.operatorId !== ctx.operator.id)
      await ctx.audit({ action: 'filter.reveal', target: id });
    return serializeFor(ctx, form, stored.words, { inClear });
  };
  /**
   * The filter; null when it belongs to another account, or was unused for 30 days and no saved view uses it.
   */
  const storedFilter = async (ctx: Ctx, id: string): Promise<T | null> =>
    (await readFilter(ctx, id, form))?.words ?? null;
  return { storeFilter, getStoredFilter, storedFilter };
}

async function insertFilter(ctx: Ctx, filter: object): Promise<{ id: string }> {
  const id = randomBytes(12).toString('base64url');
  await db().insert(storedFilters).values({
    id,
    accountId: ctx.account.id,
    operatorId: ctx.operator.id,
    filter,
    createdAt: dbNow,
    usedAt: dbNow,
  });
  return { id };
}

/**
 * Null when the filter is of another account or list, or was unused for 30 days and no saved view uses it.
 * Without `reveal` the caller may use it only if its author has `reveal`; else `forbidden`.
 */
async function readFilter<T>(
  ctx: Ctx,
  id: string,
  form: z.ZodType<T>,
): Promise<{ words: T; operatorId: string } | null> {
  const { account, permissions } = ctx;
  const mine = and(eq(storedFilters.id, id), eq(storedFilters.accountId, account.id));
  const columns = { ...getTableColumns(storedFilters), age: msSince(storedFilters.usedAt) };
  const [row] = await db().select(columns).from(storedFilters).where(mine);
  if (row === undefined) return null;
  const age = row.age ?? 0;
  if (age >= RETENTION_MS && (await viewsOf(id)).length === 0) return null;
  if (age > USED_EVERY_MS) await db().update(storedFilters).set({ usedAt: dbNow }).where(mine);
  const words = form.safeParse(row.filter).data;
  if (words === undefined) return null;
  const { operatorId } = row;
  if (!permissions.has('reveal') && !(await mayReveal(operatorId, account.id)))
    await requirePermission(ctx, 'reveal', id);
  return { words, operatorId };
}

async function mayReveal(operatorId: string, accountId: string): Promise<boolean> {
  const held = await db().select().from(grants).where(eq(grants.operatorId, operatorId));
  return permissionsOn(held as Grant[], accountId).has('reveal');
}

/** Saved views that use this stored filter. Without an id: those of the row in the enclosing query. */
function viewsOf(id?: string) {
  const holds = eq(savedViews.storedFilterId, id ?? storedFilters.id);
  return db().select({ id: savedViews.id }).from(savedViews).where(holds).limit(1);
}
