import 'server-only';
import { and, desc, eq, inArray, ne, type SQL } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { requireRevealFor } from '#lib/api/personal-filter.ts';
import { db } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import type { UsedReference } from '#lib/operations/contract.ts';
import { ALIVE_STATES } from '#lib/operations/rules.ts';

/**
 * Whether an operation of this account uses the reference. A reference that a mask would hide needs `reveal`.
 * Asks no provider, which may know others.
 */
export async function lookUpReference(ctx: Ctx, clientReference: string): Promise<UsedReference> {
  await requireRevealFor(ctx, {}, { clientReference });
  return { takenBy: await referenceUsedBy(ctx.account.id, clientReference) };
}

/** Condition: open or confirmed operations of the account with this reference, except `except`. */
export const usesReference = (accountId: string, clientReference: string, except?: string): SQL | undefined =>
  and(
    eq(operations.clientReference, clientReference),
    eq(operations.accountId, accountId),
    except === undefined ? undefined : ne(operations.id, except),
    inArray(operations.state, ALIVE_STATES),
  );

/** Id of the newest open or confirmed operation with this reference, except `except`. Null: none. */
export async function referenceUsedBy(
  accountId: string,
  clientReference: string,
  except?: string,
): Promise<string | null> {
  const [other] = await db()
    .select({ id: operations.id })
    .from(operations)
    .where(usesReference(accountId, clientReference, except))
    .orderBy(desc(operations.createdAt), desc(operations.id))
    .limit(1);
  return other?.id ?? null;
}
