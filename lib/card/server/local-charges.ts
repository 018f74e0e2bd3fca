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

/** Document 3 shows how a charge is made, and no route that reads one: what was made here is known all the same. */

const inResult = (name: 'id' | 'recurrenceId') =>
  sql<string>`${operations.result} -> 'charge' ->> ${sql.raw(`'${name}'`)}`;

/** Newest first, as the provider first answered them. */
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
  const kept = CardCharge.safeParse((result as { charge?: unknown } | null)?.charge).data;
  if (kept === undefined) return null;
  return {
    ...kept,
    externalId: kept.externalId ?? clientReference,
    amount: kept.amount ?? amount,
    createdAt: kept.createdAt ?? createdAt.toISOString(),
  };
}

/** One charge as the provider tells it; where it answers no such read, as it was when it was made here. */
export async function chargeSeen(ctx: Ctx, id: string): Promise<CardCharge> {
  const read = await ifAnswered(ctx.part('card').charges.get(id, ctx.call));
  if (read !== null) return read;
  const [row] = await db()
    .select()
    .from(operations)
    .where(and(confirmedOf(ctx.account.id, KINDS.create), eq(inResult('id'), id)))
    .limit(1);
  const kept = row === undefined ? null : chargeOf(row);
  if (kept === null) throw new GuicheError('not_supported', 'This service tells of no charge by its id.');
  return { ...kept, ...(await returnedHere(ctx.account.id, id)) };
}

/** State of the charge after the newest reversal made here that tells one: a person's word has none. */
async function returnedHere(accountId: string, id: string): Promise<Partial<CardCharge>> {
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

/** A charge as its operation knows it: the order's reference is what it is found by. */
export type ReferredCharge = CardCharge & { clientReference: string | null };

export const referred = (charge: CardCharge): ReferredCharge => ({
  ...charge,
  clientReference: charge.externalId,
});

/** Charges that a list shows and whose operation was given up were made after all. */
export const confirmLateCharges = (accountId: string, charges: readonly CardCharge[]) =>
  // Looked for by the reference alone; what it is judged and shown by is the card's own kind.
  confirmLate(accountId, charges.map(referred) as unknown as Payment[]);
