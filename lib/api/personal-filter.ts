import 'server-only';
import { randomBytes } from 'node:crypto';
import { and, eq, getTableColumns } from 'drizzle-orm';
import type { z } from 'zod';
import type { Ctx } from '#lib/api/context.ts';
import { serializeFor } from '#lib/api/serialize.ts';
import { auditOnce, requirePermission } from '#lib/api/steps/authorize.ts';
import { type Grant, permissionsOn } from '#lib/auth/permissions.ts';
import { GuicheError, invalidField } from '#lib/core/errors.ts';
import { maskReference } from '#lib/core/masking/mask-forms.ts';
import { db } from '#lib/data/client.ts';
import { dbNow, msSince } from '#lib/data/clock.ts';
import { storedFilters } from '#lib/data/schema/operations.ts';
import { grants, savedViews } from '#lib/data/schema/operators.ts';

type Filter = Readonly<Record<string, unknown>>;

/** Filters by personal data need `reveal`: matches disclose it. `forbidden` and audit name the fields. */
export async function requireRevealFor(ctx: Ctx, person: Filter, references: Filter = {}): Promise<void> {
  if (ctx.permissions.has('reveal')) return;
  const fields = [
    ...Object.keys(person).filter((name) => person[name] !== undefined),
    ...Object.keys(references).filter((name) => {
      const text = String(references[name] ?? '');
      return maskReference(text) !== text;
    }),
  ];
  if (fields.length === 0) return;
  const after = { needed: 'reveal', fields };
  await auditOnce(ctx, { action: 'permission', target: 'filter', after });
  throw new GuicheError('forbidden', 'Looking for personal data needs the permission reveal.', {
    fields: fields.map((field) => ({ field, message: 'needs_reveal' })),
  });
}

const RETENTION_MS = 30 * 86_400_000;
/** `usedAt` is written at most this often: reading a list's many pages counts as one use. */
const USED_EVERY_MS = 3_600_000;

/** Stores filters with personal data: addresses carry only an id. For 30 days, or as long as a view. */
export function filterStore<T extends object>(form: z.ZodType<T, T>) {
  const storeFilter = async ({ ctx, body }: { ctx: Ctx; body: T }): Promise<{ id: string }> => {
    if (Object.values(body).every((value) => value === undefined))
      throw invalidField('document', 'required', 'The filter is empty.');
    const id = randomBytes(12).toString('base64url');
    const [accountId, operatorId] = [ctx.account.id, ctx.operator.id];
    await db()
      .insert(storedFilters)
      .values({ id, accountId, operatorId, filter: body, createdAt: dbNow, usedAt: dbNow });
    return { id };
  };
  /** Returns a stored filter to its page. An unmasked read of another operator's filter is audited first. */
  const getStoredFilter = async ({ ctx, id }: { ctx: Ctx; id: string }): Promise<T> => {
    const stored = await readFilter(ctx, id, form);
    if (stored === null) throw new GuicheError('not_found', 'No such filter.');
    const inClear = ctx.permissions.has('reveal');
    if (inClear && stored.operatorId !== ctx.operator.id)
      await ctx.audit({ action: 'filter.reveal', target: id });
    return serializeFor(ctx, form, stored.filter, { inClear });
  };
  /** The filter; null when another account has it, or it was unused for 30 days and is in no saved view. */
  const storedFilter = async (ctx: Ctx, id: string): Promise<T | null> =>
    (await readFilter(ctx, id, form))?.filter ?? null;
  return { storeFilter, getStoredFilter, storedFilter };
}

/** Null: of another account or list, or expired. `forbidden`: neither reader nor author has `reveal`. */
async function readFilter<T>(
  ctx: Ctx,
  id: string,
  form: z.ZodType<T>,
): Promise<{ filter: T; operatorId: string } | null> {
  const { account, permissions } = ctx;
  const mine = and(eq(storedFilters.id, id), eq(storedFilters.accountId, account.id));
  const columns = { ...getTableColumns(storedFilters), age: msSince(storedFilters.usedAt) };
  const [row] = await db().select(columns).from(storedFilters).where(mine);
  if (row === undefined) return null;
  const age = row.age ?? 0;
  if (age >= RETENTION_MS && (await viewsOf(id)).length === 0) return null;
  if (age > USED_EVERY_MS) await db().update(storedFilters).set({ usedAt: dbNow }).where(mine);
  const filter = form.safeParse(row.filter).data;
  if (filter === undefined) return null;
  const { operatorId } = row;
  if (!permissions.has('reveal') && !(await mayReveal(operatorId, account.id)))
    await requirePermission(ctx, 'reveal', id);
  return { filter, operatorId };
}

async function mayReveal(operatorId: string, accountId: string): Promise<boolean> {
  const rows = await db().select().from(grants).where(eq(grants.operatorId, operatorId));
  return permissionsOn(rows as Grant[], accountId).has('reveal');
}

/** Saved views that use this stored filter. Without an id: those of the row in the enclosing query. */
function viewsOf(id?: string) {
  const usesIt = eq(savedViews.storedFilterId, id ?? storedFilters.id);
  return db().select({ id: savedViews.id }).from(savedViews).where(usesIt).limit(1);
}
