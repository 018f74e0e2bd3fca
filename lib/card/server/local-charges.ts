import 'server-only';
import { and, desc, eq, gte, isNotNull, lt, sql } from 'drizzle-orm';
import type { Ctx } from '#lib/api/context.ts';
import { KINDS } from '#lib/card/rules.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { db } from '#lib/data/client.ts';
import { operations } from '#lib/data/schema/operations.ts';
import { amountWithin } from '#lib/list/server/ranges.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { confirmLate } from '#lib/operations/server/late-confirmation.ts';
import {
  amountOf,
  confirmedOf,
  type LocalOperation,
  localOperations,
  named,
} from '#lib/operations/server/thing.ts';
import { ifAnswered } from '#lib/providers/absence.ts';
import { CardCharge, type CardChargeFilter } from '#lib/providers/card-records.ts';
import type { Payment } from '#lib/providers/money-records.ts';

/**
 * Document 3 has a route that creates a charge, but none that reads one. Guichê knows the charges it created.
 */

const inResult = (name: 'id' | 'recurrenceId') =>
  sql<string>`${operations.result} -> 'charge' ->> ${sql.raw(`'${name}'`)}`;

/** Charges created in Guichê, newest first, with the provider's first answer. */
export async function localCharges(
  accountId: string,
  { from, to, recurrenceId, ...bounds }: CardChargeFilter,
  page: { limit: number; after: LocalOperation | null },
): Promise<{ items: CardCharge[]; next: LocalOperation | null }> {
  const where = and(
    from === undefined ? undefined : gte(operations.createdAt, new Date(from)),
    to === undefined ? undefined : lt(operations.createdAt, new Date(to)),
    recurrenceId === undefined ? undefined : eq(inResult('recurrenceId'), recurrenceId),
    amountWithin(amountOf('charge'), bounds),
  );
  const { rows, next } = await localOperations(accountId, KINDS.create, { ...page, where });
  return { items: rows.flatMap((row) => chargeOf(row) ?? []), next };
}

function chargeOf({ result, createdAt, amount, clientReference }: OperationRow): CardCharge | null {
  const stored = CardCharge.safeParse((result as { charge?: unknown } | null)?.charge).data;
  if (stored === undefined) return null;
  return {
    ...stored,
    externalId: stored.externalId ?? clientReference,
    amount: stored.amount ?? amount,
    createdAt: stored.createdAt ?? createdAt.toISOString(),
  };
}

/**
 * One charge from the provider, or as created in Guichê if the provider cannot read it. `not_supported`:
 * neither.
 */
export async function readKnownCharge(ctx: Ctx, id: string): Promise<CardCharge> {
  const read = await ifAnswered(ctx.part('card').charges.get(id, ctx.call));
  if (read !== null) return read;
  const [row] = await db()
    .select()
    .from(operations)
    .where(and(confirmedOf(ctx.account.id, KINDS.create), eq(inResult('id'), id)))
    .limit(1);
  const stored = row === undefined ? null : chargeOf(row);
  if (stored === null) throw new GuicheError('not_supported', 'This service tells of no charge by its id.');
  return { ...stored, ...(await afterLocalReversal(ctx.account.id, id)) };
}

/**
 * State after the newest reversal created in Guichê with a result. An outcome recorded by a person has none.
 */
async function afterLocalReversal(accountId: string, id: string): Promise<Partial<CardCharge>> {
  const [row] = await db()
    .select({ result: operations.result })
    .from(operations)
    .where(and(confirmedOf(accountId, KINDS.reverse), named([id]), isNotNull(operations.result)))
    .orderBy(desc(operations.settledAt))
    .limit(1);
  const { charge } = (row?.result ?? {}) as { charge?: CardCharge };
  const { statusCode, refundedAmount, updatedAt } = charge ?? {};
  return Object.fromEntries(
    Object.entries({ statusCode, refundedAmount, updatedAt }).filter(([, value]) => value != null),
  );
}

/** A charge with the order's reference as `clientReference`, by which operations are matched. */
export type ChargeWithReference = CardCharge & { clientReference: string | null };

export const withClientReference = (charge: CardCharge): ChargeWithReference => ({
  ...charge,
  clientReference: charge.externalId,
});

/** Confirms given-up operations whose charges a list shows. */
export const confirmLateCharges = (accountId: string, charges: readonly CardCharge[]) =>
  // `confirmLate` reads only the reference; the card's own kind matches and shows the charge.
  confirmLate(accountId, charges.map(withClientReference) as unknown as Payment[]);
