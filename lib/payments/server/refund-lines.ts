import 'server-only';
import { and, asc, inArray } from 'drizzle-orm';
import { operatorNames } from '#lib/auth/server/operator-names.ts';
import { db } from '#lib/db/client.ts';
import { operations } from '#lib/db/schema/operations.ts';
import { ALIVE_STATES } from '#lib/operations/rules.ts';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { ofThing } from '#lib/operations/server/thing.ts';
import type { RefundLine } from '#lib/payments/contract.ts';
import { REFUND } from '#lib/payments/server/refund-operation.ts';
import type { Refund } from '#lib/providers/records.ts';

type Own = { row: OperationRow; by: string };

/**
 * The refunds of a payment: the provider's records and what was asked for here, each once. A service may fold several
 * refunds into one record and forget their reasons: those of Guichê that no record is alone stand beside it.
 */
export async function refundLines(
  accountId: string,
  names: readonly string[],
  records: readonly Refund[],
): Promise<RefundLine[]> {
  const rows = await db()
    .select()
    .from(operations)
    .where(
      and(ofThing({ accountId, kind: REFUND.name, names }), inArray(operations.state, [...ALIVE_STATES])),
    )
    .orderBy(asc(operations.createdAt), asc(operations.id));
  const people = await operatorNames(rows.map(({ operatorId }) => operatorId));
  return merged(
    records,
    rows.map((row) => ({ row, by: people.get(row.operatorId) ?? '' })),
  );
}

/** By the record that an operation was confirmed with, else by its amount; newest first. Pure. */
export function merged(records: readonly Refund[], own: readonly Own[]): RefundLine[] {
  const left = new Set(own.filter(({ row }) => row.state === 'confirmed'));
  const take = (fits: (one: Own) => boolean) => {
    const found = [...left].find(fits);
    if (found !== undefined) left.delete(found);
    return found;
  };
  const isOf = ({ row }: Own, { amount }: Refund) => amount === null || row.amount === amount;
  // Oldest first, as the operations are: of several alike the first made is the first recorded.
  const byRecord = new Map<Refund, Own>();
  const inOrder = records.toReversed();
  for (const record of inOrder) {
    const found = take((one) => record.id !== null && recordOf(one.row) === record.id && isOf(one, record));
    if (found !== undefined) byRecord.set(record, found);
  }
  for (const record of inOrder.filter((one) => !byRecord.has(one))) {
    const found = take((one) => recordOf(one.row) === null && record.amount !== null && isOf(one, record));
    if (found !== undefined) byRecord.set(record, found);
  }
  const matched = new Set(byRecord.values());
  const beside = own.filter((one) => !matched.has(one)).map(lineOf);
  const lines = records.map((record): RefundLine => {
    const one = byRecord.get(record);
    if (one === undefined) return { ...record, recorded: true, operation: null };
    return {
      ...record,
      description: record.description ?? reasonOf(one.row),
      recorded: true,
      operation: shown(one),
    };
  });
  return [...beside.reverse(), ...lines];
}

const recordOf = ({ result }: OperationRow): string | null => (result as { id?: string } | null)?.id ?? null;
const reasonOf = ({ intent }: OperationRow): string | null =>
  (intent as { description?: string | null }).description ?? null;
const shown = ({ row, by }: Own) => ({ id: row.id, state: row.state, by });

/** Known here alone. */
const lineOf = (one: Own): RefundLine => ({
  id: null,
  amount: one.row.amount,
  status: null,
  reason: null,
  description: reasonOf(one.row),
  endToEndId: null,
  refundedAt: null,
  createdAt: one.row.createdAt.toISOString(),
  recorded: false,
  operation: shown(one),
});
